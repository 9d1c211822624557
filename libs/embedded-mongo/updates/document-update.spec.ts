import { BSON, Decimal128, Double, EJSON, Int32, Long, Timestamp, type Document } from 'bson';
import { documentFrom, fromDocument, fromJs } from '../bson/convert.js';
import { documentValue } from '../bson/raw-value.js';
import type { CommandError } from '../errors.js';
import { parseFilter } from '../query/parse-filter.js';
import { parseUpdate, upsertDocument } from './document-update.js';

const now = (): Date => new Date('2030-01-02T03:04:05.678Z');

/** The document after an update, in extended JSON, so that types and order count. */
function updated(
  before: Document,
  update: Document | Document[],
  filter: Document = {},
  arrayFilters?: Document[],
): string {
  const parsed = parse(update, arrayFilters);
  const after = parsed.apply(fromDocument(before), parseFilter(documentFrom(filter)), false);
  return show(after);
}

function parse(update: Document | Document[], arrayFilters?: Document[]) {
  return parseUpdate({
    update: fromJs(update),
    arrayFilters: arrayFilters && fromJs(arrayFilters),
    variables: {},
    now,
  });
}

const show = (bytes: Buffer): string =>
  EJSON.stringify(BSON.deserialize(bytes, { promoteValues: false }), { relaxed: false });
const shown = (document: Document): string => show(fromDocument(document));

function codeOf(run: () => unknown): number | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return (error as CommandError).code;
  }
}

describe('update operators', () => {
  const int = (value: number): Int32 => new Int32(value);

  it.each<[string, Document, Document, Document]>([
    ['sets in place', { a: 1, b: 2 }, { $set: { a: 9 } }, { a: 9, b: 2 }],
    [
      'adds new fields in order of name',
      { z: 1 },
      { $set: { c: 1, a: 2 }, $inc: { b: 3 } },
      { z: 1, a: 2, b: 3, c: 1 },
    ],
    ['makes the documents on the way', {}, { $set: { 'a.b.c': 1 } }, { a: { b: { c: 1 } } }],
    ['fills an array up with null', { a: [1] }, { $set: { 'a.3': 2 } }, { a: [1, null, null, 2] }],
    ['unsets a field, and an element to null', { a: 1, b: [1, 2] }, { $unset: { a: '', 'b.0': '' } }, { b: [null, 2] }],
    ['keeps an int an int', { a: int(1) }, { $inc: { a: int(2) } }, { a: int(3) }],
    [
      'makes a long of an int too large',
      { a: int(2147483647) },
      { $inc: { a: int(1) } },
      { a: Long.fromNumber(2147483648) },
    ],
    ['makes a double with a double', { a: int(1) }, { $inc: { a: 0.5 } }, { a: new Double(1.5) }],
    ['keeps a double a double', { a: new Double(1) }, { $inc: { a: int(1) } }, { a: new Double(2) }],
    [
      'calculates decimals',
      { a: Decimal128.fromString('0.1') },
      { $inc: { a: Decimal128.fromString('0.2') } },
      { a: Decimal128.fromString('0.3') },
    ],
    [
      'multiplies; a missing field is zero of the type',
      { a: int(3) },
      { $mul: { a: int(4), b: new Double(2) } },
      { a: int(12), b: new Double(0) },
    ],
    [
      'takes the smaller and larger across types',
      { a: 5, b: 'x' },
      { $min: { a: 3, b: 1 }, $max: { c: 1 } },
      { a: 3, b: 1, c: 1 },
    ],
    ['renames', { a: 1, b: 2 }, { $rename: { a: 'c.d' } }, { b: 2, c: { d: 1 } }],
    ['pushes one', { a: [1] }, { $push: { a: [2] } }, { a: [1, [2]] }],
    ['pushes, sorts and slices', { a: [3] }, { $push: { a: { $each: [1, 2], $sort: 1, $slice: -2 } } }, { a: [2, 3] }],
    ['pushes at a position', { a: [1, 4] }, { $push: { a: { $each: [2, 3], $position: 1 } } }, { a: [1, 2, 3, 4] }],
    [
      'sorts documents by a field',
      { a: [{ k: 2 }, { k: 1 }] },
      { $push: { a: { $each: [{ k: 0 }], $sort: { k: 1 } } } },
      { a: [{ k: 0 }, { k: 1 }, { k: 2 }] },
    ],
    [
      'adds to a set by value',
      { a: [int(1)] },
      { $addToSet: { a: { $each: [new Double(1), int(2), int(2)] } } },
      { a: [int(1), int(2)] },
    ],
    [
      'pulls by value, condition and field',
      { a: [1, 2, 3], b: [{ k: 1 }, { k: 2 }] },
      { $pull: { a: { $gte: 2 }, b: { k: 2 } } },
      { a: [1], b: [{ k: 1 }] },
    ],
    ['pulls all', { a: [1, 2, 1, 3] }, { $pullAll: { a: [1, 3] } }, { a: [2] }],
    ['pops', { a: [1, 2, 3], b: [1, 2] }, { $pop: { a: 1, b: -1 } }, { a: [1, 2], b: [2] }],
    [
      'sets the time',
      {},
      { $currentDate: { a: true, b: { $type: 'timestamp' } } },
      { a: now(), b: new Timestamp({ t: 1893553445, i: 1 }) },
    ],
    ['sets every element', { a: [1, 2] }, { $inc: { 'a.$[]': 1 } }, { a: [2, 3] }],
    [
      'keeps fields that look like numbers in their order',
      { b: 1, '1': 2, a: 3 },
      { $set: { a: 4 } },
      { b: 1, '1': 2, a: 4 },
    ],
  ])('%s', (_name, before, update, after) => {
    expect(updated(before, update)).toBe(shown(after));
  });

  it('sets the element the filter matched', () => {
    const before = {
      a: [
        { k: 1, v: 1 },
        { k: 2, v: 2 },
      ],
    };
    expect(updated(before, { $set: { 'a.$.v': 9 } }, { 'a.k': 2 })).toBe(
      shown({
        a: [
          { k: 1, v: 1 },
          { k: 2, v: 9 },
        ],
      }),
    );
    expect(codeOf(() => updated(before, { $set: { 'a.$.v': 9 } }, {}))).toBe(2);
  });

  it('sets the elements an array filter picks', () => {
    const before = { a: [{ k: 1 }, { k: 2 }, { k: 3 }] };
    const after = { a: [{ k: 1 }, { k: 2, v: 1 }, { k: 3, v: 1 }] };
    expect(updated(before, { $set: { 'a.$[e].v': 1 } }, {}, [{ 'e.k': { $gte: 2 } }])).toBe(shown(after));
    expect(codeOf(() => parse({ $set: { 'a.$[e].v': 1 } }, []))).toBe(2);
    expect(codeOf(() => parse({ $set: { b: 1 } }, [{ 'e.k': 1 }]))).toBe(9);
  });

  it('gives the same bytes back when nothing changes', () => {
    const before = fromDocument({ a: 1, b: [1] });
    for (const update of [
      { $set: { a: 1 } },
      { $unset: { z: 1 } },
      { $addToSet: { b: 1 } },
      { $pull: { b: 5 } },
      { $max: { a: 0 } },
    ]) {
      expect(parse(update).apply(before, parseFilter(undefined), false)).toBe(before);
    }
  });

  it.each<[number, Document, Document]>([
    [9, {}, { $foo: { a: 1 } }],
    [9, {}, { $set: 5 }],
    [14, { a: 'x' }, { $inc: { a: 1 } }],
    [14, {}, { $inc: { a: 'x' } }],
    [28, { a: 1 }, { $set: { 'a.b': 1 } }],
    [28, { a: [] }, { $set: { 'a.b': 1 } }],
    [40, {}, { $set: { a: 1 }, $inc: { a: 1 } }],
    [40, {}, { $set: { a: 1, 'a.b': 1 } }],
    [2, { a: 1 }, { $push: { a: 1 } }],
    [66, { _id: 1 }, { $set: { _id: 2 } }],
    [66, { _id: 1 }, { $unset: { _id: 1 } }],
    [52, {}, { $set: { $a: 1 } }],
    [56, {}, { $set: { 'a..b': 1 } }],
    [2, { a: Long.MAX_VALUE }, { $inc: { a: Long.fromNumber(1) } }],
  ])('refuses with code %i: %j %j', (code, before, update) => {
    expect(codeOf(() => updated(before, update))).toBe(code);
  });
});

describe('replacements and pipelines', () => {
  it('keep `_id` and put it first', () => {
    expect(updated({ _id: 1, a: 1 }, { b: 2 })).toBe(shown({ _id: 1, b: 2 }));
    expect(updated({ _id: 1 }, { b: 2, _id: 1 })).toBe(shown({ _id: 1, b: 2 }));
    expect(codeOf(() => updated({ _id: 1 }, { _id: 2 }))).toBe(66);
  });

  it('compute fields and keep the types of the others', () => {
    const before = { _id: 1, n: new Int32(2), d: new Double(3), l: Long.fromNumber(4) };
    const after = { ...before, sum: new Int32(5), copy: Long.fromNumber(4) };
    expect(updated(before, [{ $set: { sum: { $add: ['$n', 3] }, copy: '$l' } }])).toBe(shown(after));
    expect(updated(before, [{ $unset: ['n', 'l'] }])).toBe(shown({ _id: 1, d: new Double(3) }));
    expect(codeOf(() => parse([{ $match: {} }]))).toBe(72);
  });
});

describe('upserts', () => {
  const upserted = (filter: Document, update: Document): string =>
    show(upsertDocument(parse(update), parseFilter(documentFrom(filter))));

  it('take over what the filter holds equal', () => {
    const filter = { _id: 1, 'a.b': 1, c: { $gt: 5 }, $and: [{ d: { $eq: 2 } }], e: { $in: [3] }, $or: [{ f: 4 }] };
    const after = { _id: 1, a: { b: 1 }, d: 2, e: 3, f: 4, i: 6, s: 5 };
    expect(upserted(filter, { $set: { s: 5 }, $setOnInsert: { i: 6 } })).toBe(shown(after));
  });

  it('make an `_id` when none is given', () => {
    const inserted = BSON.deserialize(upsertDocument(parse({ $set: { a: 1 } }), parseFilter(undefined)));
    expect(Object.keys(inserted)).toEqual(['_id', 'a']);
    expect(documentValue(fromDocument(inserted)).isDocument).toBe(true);
  });

  it('refuse a field that is held equal to two values', () => {
    expect(codeOf(() => upserted({ a: 1, $and: [{ a: 2 }] }, { $set: { b: 1 } }))).toBe(54);
  });
});

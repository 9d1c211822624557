import {
  Binary,
  BSON,
  Code,
  Decimal128,
  type Document,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  UUID,
} from 'mongodb';
import { useStore } from '../support/use-store.js';

const store = useStore('types');
const raw = { promoteValues: false, promoteLongs: false } as const;

/** Canonical text: types and the order of fields count. */
function canonical(value: unknown): string {
  return BSON.EJSON.stringify({ value }, { relaxed: false });
}

describe('types of values', () => {
  it('come back as they went in, in the order they went in', async () => {
    const items = store.collection();
    const document = {
      z: new Int32(1),
      a: new Double(1),
      long: Long.fromString('9007199254740993'),
      decimal: Decimal128.fromString('1.10'),
      nan: new Double(Number.NaN),
      minusZero: new Double(-0),
      infinite: new Double(Number.POSITIVE_INFINITY),
      id: new ObjectId('0123456789abcdef01234567'),
      date: new Date(-1),
      binary: new Binary(Buffer.from([1, 2, 3]), 0),
      uuid: new UUID('00112233-4455-6677-8899-aabbccddeeff'),
      stamp: new Timestamp({ t: 5, i: 6 }),
      pattern: /a.b/i,
      code: new Code('return 1'),
      least: new MinKey(),
      greatest: new MaxKey(),
      nothing: null,
      yes: true,
      text: 'zero \u0000 inside',
      list: [new Int32(1), [new Double(2)], { y: new Int32(1), x: new Int32(2) }],
      nested: { z: { y: { x: [] } } },
      '': new Int32(7),
      '10': new Int32(10),
    };
    const { insertedId } = await items.insertOne(document);
    const found = await items.findOne({ _id: insertedId }, raw);
    expect(canonical(found)).toBe(canonical({ _id: insertedId, ...document }));
  });

  it.each<[string, Document, Document, Document]>([
    ['int and int', { n: new Int32(5) }, { $inc: { n: new Int32(2) } }, { n: new Int32(7) }],
    ['int and long', { n: new Int32(5) }, { $inc: { n: Long.fromInt(2) } }, { n: Long.fromInt(7) }],
    ['int and double', { n: new Int32(5) }, { $inc: { n: new Double(2) } }, { n: new Double(7) }],
    [
      'int beyond its range',
      { n: new Int32(2147483647) },
      { $inc: { n: new Int32(1) } },
      { n: Long.fromString('2147483648') },
    ],
    [
      'product of ints beyond their range',
      { n: new Int32(65536) },
      { $mul: { n: new Int32(65536) } },
      { n: Long.fromString('4294967296') },
    ],
    [
      'long and long',
      { n: Long.fromString('9007199254740993') },
      { $inc: { n: Long.fromInt(2) } },
      { n: Long.fromString('9007199254740995') },
    ],
    [
      'decimal',
      { n: Decimal128.fromString('0.1') },
      { $inc: { n: Decimal128.fromString('0.2') } },
      { n: Decimal128.fromString('0.3') },
    ],
    [
      'int and decimal',
      { n: new Int32(1) },
      { $mul: { n: Decimal128.fromString('1.5') } },
      { n: Decimal128.fromString('1.5') },
    ],
    ['a new field', {}, { $inc: { n: Long.fromInt(3) } }, { n: Long.fromInt(3) }],
    ['a product of nothing', {}, { $mul: { n: new Double(3) } }, { n: new Double(0) }],
    ['the least keeps its type', { n: new Int32(5) }, { $min: { n: new Double(4) } }, { n: new Double(4) }],
    ['an equal least changes nothing', { n: new Int32(5) }, { $min: { n: new Double(5) } }, { n: new Int32(5) }],
    [
      'a pipeline adds ints',
      { n: new Int32(5) },
      { pipeline: [{ $set: { n: { $add: ['$n', new Int32(1)] } } }] },
      { n: new Int32(6) },
    ],
    [
      'new fields in the order of their names',
      {},
      { $set: { c: new Int32(1), a: new Int32(2), b: new Int32(3) } },
      { a: new Int32(2), b: new Int32(3), c: new Int32(1) },
    ],
    [
      'changed fields keep their place',
      { b: new Int32(1), a: new Int32(1) },
      { $set: { a: 'x', b: 'y' } },
      { b: 'y', a: 'x' },
    ],
  ])('arithmetic: %s', async (_, before, update, after) => {
    const items = store.collection();
    const { insertedId } = await items.insertOne({ ...before });
    await items.updateOne({ _id: insertedId }, (update.pipeline as Document[] | undefined) ?? update);
    expect(canonical(await items.findOne({ _id: insertedId }, raw))).toBe(canonical({ _id: insertedId, ...after }));
  });

  it('an update to the same number of another type is a change', async () => {
    const items = store.collection();
    await items.insertOne({ n: new Int32(1) });
    expect((await items.updateOne({}, { $set: { n: new Double(1) } })).modifiedCount).toBe(1);
    expect(canonical((await items.findOne({}, raw))?.n)).toBe(canonical(new Double(1)));
  });

  it('`_id` comes first, and is made when it is missing', async () => {
    const items = store.collection();
    await store.database().command({ insert: items.collectionName, documents: [{ a: 1, _id: 5 }, { a: 2 }] });
    const found = await items.find({}, { sort: { a: 1 } }).toArray();
    expect(found.map((document) => Object.keys(document))).toEqual([
      ['_id', 'a'],
      ['_id', 'a'],
    ]);
    expect(found[1]?._id).toBeInstanceOf(ObjectId);
  });
});

describe('order of values', () => {
  // the order of types and values that MongoDB documents; equal ones share a line
  const ascending: unknown[][] = [
    [new MinKey()],
    [null],
    [new Double(Number.NaN), Decimal128.fromString('NaN')],
    [new Double(Number.NEGATIVE_INFINITY)],
    [Long.MIN_VALUE],
    [new Int32(-5), new Double(-5)],
    [new Double(-0.5), Decimal128.fromString('-0.50')],
    [new Int32(0), new Double(-0), Long.ZERO],
    [new Double(0.1)],
    [Decimal128.fromString('0.11')],
    [new Int32(1), new Double(1), Long.ONE, Decimal128.fromString('1.0')],
    [Long.fromString('9007199254740992'), new Double(9007199254740992)],
    [Long.fromString('9007199254740993')],
    [Long.MAX_VALUE],
    [new Double(1e300)],
    [new Double(Number.POSITIVE_INFINITY)],
    [''],
    ['A'],
    ['a'],
    ['a\u0000'],
    ['aa'],
    ['ä'],
    ['\uffff'],
    ['😀'],
    [{}],
    [{ a: 1 }, { a: new Double(1) }],
    [{ a: 1, b: 1 }],
    [{ a: 2 }],
    [{ b: 1 }],
    [{ a: 'x' }],
    [new Binary(Buffer.from([9]), 0)],
    [new Binary(Buffer.from([1, 1]), 0)],
    [new Binary(Buffer.from([1, 1]), 5)],
    [new ObjectId('000000000000000000000001')],
    [new ObjectId('f00000000000000000000000')],
    [false],
    [true],
    [new Date(-1)],
    [new Date(0)],
    [new Timestamp({ t: 1, i: 1 })],
    [new Timestamp({ t: 1, i: 2 })],
    [/a/],
    [/b/],
    [new MaxKey()],
  ];
  const documents = ascending.flatMap((equals, rank) => equals.map((v, i) => ({ _id: `${rank}-${i}`, rank, i, v })));

  it.each([
    ['without an index', {}],
    ['with an index', { v: 1, rank: 1, i: 1 }],
  ])('is MongoDB’s, %s', async (_, index) => {
    const items = store.collection<{ _id: string; rank: number; i: number; v?: unknown }>();
    if (Object.keys(index).length > 0) await items.createIndex(index);
    await items.insertMany([...documents].sort((a, b) => (a._id < b._id ? -1 : 1)));
    const expected = documents.map(({ _id }) => _id);
    const up = await items.find({}, { sort: { v: 1, rank: 1, i: 1 } }).toArray();
    expect(up.map(({ _id }) => _id)).toEqual(expected);
    const down = await items.find({}, { sort: { v: -1, rank: -1, i: -1 } }).toArray();
    expect(down.map(({ _id }) => _id)).toEqual([...expected].reverse());
  });

  it.each([
    ['without an index', false],
    ['with an index', true],
  ])('equality finds all numbers of one value, %s', async (_, indexed) => {
    const items = store.collection<{ _id: string; rank: number; i: number; v?: unknown }>();
    if (indexed) await items.createIndex({ v: 1 });
    await items.insertMany(documents);
    for (const [rank, equals] of ascending.entries()) {
      for (const value of equals) {
        // a pattern as a condition is a search, not an equality
        if (value instanceof RegExp) continue;
        const found = await items.find({ v: value }, { projection: { rank: 1 } }).toArray();
        expect({ value, ranks: found.map((document) => document.rank) }).toEqual({
          value,
          ranks: equals.map(() => rank),
        });
      }
    }
  });
});

describe('decimals in commands', () => {
  const decimal = (text: string): Decimal128 => Decimal128.fromString(text);

  it('are numbers like all others', async () => {
    const items = store.collection<{ _id: number; list?: number[] }>();
    await items.createIndex({ list: decimal('-1') } as Document, { unique: decimal('0') as unknown as boolean });
    await items.insertMany([
      { _id: 1, list: [1, 2] },
      { _id: 2, list: [1, 2] },
    ]);
    await items.updateOne({ _id: 1 }, { $pop: { list: decimal('-1') } } as Document);
    const stages = [{ $sort: { _id: decimal('-1') } }, { $skip: decimal('0') }, { $limit: decimal('1.0') }];
    expect(await items.aggregate(stages).toArray()).toEqual([{ _id: 2, list: [1, 2] }]);
    const limit = { limit: decimal('1') as unknown as number };
    expect(await items.find({ list: { $size: decimal('1') } } as Document, limit).toArray()).toEqual([
      { _id: 1, list: [2] },
    ]);
    const counted = await store.database().command({ count: items.collectionName, limit: decimal('-1') });
    expect(counted['n']).toBe(1);
  });
});

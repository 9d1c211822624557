import { BSON, Decimal128, Double, EJSON, type Document } from 'bson';
import { documentFrom, fromDocument } from '../bson/convert.js';
import { documentValue } from '../bson/raw-value.js';
import type { CommandError } from '../errors.js';
import { parseFilter } from '../query/parse-filter.js';
import { compileProjection } from './projection.js';

const stored = {
  _id: 1,
  n: new Double(2),
  sub: { x: 1, y: { z: 2 } },
  list: [1, 2, 3, 4],
  items: [{ k: 1, v: 'a' }, { k: 2, v: 'b' }, 7, [{ k: 3 }]],
};

const show = (document: Document): string => EJSON.stringify(document, { relaxed: false });

function projected(specification: Document, filter: Document = {}, kind: 'find' | 'aggregate' = 'find'): string {
  const project = compileProjection(documentFrom(specification), {}, kind, parseFilter(documentFrom(filter)));
  return show(BSON.deserialize(project(documentValue(fromDocument(stored))), { promoteValues: false }));
}

const expected = (document: Document): string =>
  show(BSON.deserialize(fromDocument(document), { promoteValues: false }));

describe('projections', () => {
  it.each<[Document, Document]>([
    [{ n: 1 }, { _id: 1, n: new Double(2) }],
    [{ _id: 0, n: 1 }, { n: new Double(2) }],
    [{ _id: 1 }, { _id: 1 }],
    [
      { sub: 0, list: 0, items: 0 },
      { _id: 1, n: new Double(2) },
    ],
    [
      { sub: Decimal128.fromString('0'), list: 0, items: Decimal128.fromString('0.0') },
      { _id: 1, n: new Double(2) },
    ],
    [{ 'sub.y.z': 1 }, { _id: 1, sub: { y: { z: 2 } } }],
    [{ sub: { x: 1 }, _id: 0 }, { sub: { x: 1 } }],
    [{ 'items.k': 1, _id: 0 }, { items: [{ k: 1 }, { k: 2 }, [{ k: 3 }]] }],
    [{ 'items.k': 0, _id: 0, sub: 0, list: 0, n: 0 }, { items: [{ v: 'a' }, { v: 'b' }, 7, [{}]] }],
    [
      { list: { $slice: 2 }, n: 1, _id: 0 },
      { n: new Double(2), list: [1, 2] },
    ],
    [
      { list: { $slice: -1 }, n: 1, _id: 0 },
      { n: new Double(2), list: [4] },
    ],
    [
      { list: { $slice: [1, 2] }, n: 1, _id: 0 },
      { n: new Double(2), list: [2, 3] },
    ],
    [{ items: { $elemMatch: { k: 2 } }, _id: 0 }, { items: [{ k: 2, v: 'b' }] }],
    [{ items: { $elemMatch: { k: 9 } }, _id: 0 }, {}],
    [
      { total: { $add: ['$n', 1] }, n: 1, _id: 0 },
      { n: new Double(2), total: 3 },
    ],
    [
      { copy: '$sub.y', text: 'plain', _id: 0 },
      { copy: { z: 2 }, text: 'plain' },
    ],
    [{ missing: 1, _id: 0 }, {}],
  ])('%j', (specification, result) => {
    expect(projected(specification)).toBe(expected(result));
  });

  it('keep only the element the filter matched', () => {
    expect(projected({ 'list.$': 1, _id: 0 }, { list: { $gte: 3 } })).toBe(expected({ list: [3] }));
    expect(() => projected({ 'list.$': 1 }, { n: 2 })).toThrow('positional');
  });

  it('take a number as a field to keep, and everything else as an expression', () => {
    expect(projected({ list: { $slice: ['$list', 1] }, _id: 0 }, {}, 'aggregate')).toBe(expected({ list: [1] }));
  });

  it.each<[number, Document]>([
    [31254, { n: 1, sub: 0 }],
    [31253, { n: 0, sub: 1 }],
    [31249, { sub: 1, 'sub.x': 1 }],
    [16410, { $n: 1 }],
    [28724, { list: { $slice: [1, 0] } }],
  ])('are refused with code %i: %j', (code, specification) => {
    let found: number | undefined;
    try {
      projected(specification);
    } catch (error) {
      found = (error as CommandError).code;
    }
    expect(found).toBe(code);
  });
});

import type { Document } from 'bson';
import { documentFrom } from '../bson/convert.js';
import { parseFilter } from '../query/parse-filter.js';
import { holdsAll } from './implication.js';
import { parseIndexRequest } from './index-definition.js';

function holds(options: Document, filter: Document): boolean {
  const index = parseIndexRequest(documentFrom({ key: { a: 1, b: 1 }, name: 'i', ...options }));
  return holdsAll({ ...index, id: 1, ready: true }, parseFilter(documentFrom(filter)));
}

describe('an index that leaves documents out', () => {
  it.each<[Document, Document[], Document[]]>([
    [
      { sparse: true },
      [{ a: 1 }, { b: { $gt: 1 } }, { a: { $exists: true } }],
      [{}, { a: null }, { a: { $ne: 1 } }, { a: { $in: [1, null] } }, { c: 1 }],
    ],
    [
      { partialFilterExpression: { s: 'x' } },
      [{ s: 'x' }, { s: { $in: ['x'] }, a: 1 }],
      [{}, { s: 'y' }, { s: { $in: ['x', 'y'] } }, { s: { $gte: 'x' } }],
    ],
    [
      { partialFilterExpression: { n: { $gt: 5 } } },
      [{ n: 6 }, { n: { $gt: 5 } }, { n: { $gte: 6 } }, { n: { $in: [7, 8] } }],
      [{ n: 5 }, { n: { $gte: 5 } }, { n: { $lt: 9 } }, { n: { $gt: 'x' } }],
    ],
    [{ partialFilterExpression: { d: { $exists: true } } }, [{ d: 1 }, { d: { $lt: 3 } }], [{ d: null }, { a: 1 }]],
    [
      { partialFilterExpression: { d: { $type: 'date' } } },
      [{ d: new Date() }, { d: { $lte: new Date() } }, { d: { $type: 'date' } }],
      [{ d: 1 }, { d: { $exists: true } }],
    ],
    [{ partialFilterExpression: { $or: [{ s: 1 }, { s: 2 }] } }, [{ s: 1 }, { s: 2 }], [{ s: 3 }]],
  ])('%j serves only filters that need none of them', (options, served, refused) => {
    for (const filter of served) expect({ filter, held: holds(options, filter) }).toEqual({ filter, held: true });
    for (const filter of refused) expect({ filter, held: holds(options, filter) }).toEqual({ filter, held: false });
  });
});

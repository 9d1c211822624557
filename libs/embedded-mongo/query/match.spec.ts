import { Decimal128, Double, Int32, Long, MaxKey, MinKey, type Document } from 'bson';
import { documentFrom } from '../bson/convert.js';
import type { CommandError } from '../errors.js';
import { matches } from './match.js';
import { parseFilter } from './parse-filter.js';

const accepts = (filter: Document, document: Document): boolean =>
  matches(parseFilter(documentFrom(filter)), documentFrom(document));

describe('filters', () => {
  it.each<[Document, Document[], Document[]]>([
    [{ a: 1 }, [{ a: 1 }, { a: new Double(1) }, { a: Long.ONE }, { a: [0, 1] }], [{ a: '1' }, { a: [[1]] }, {}]],
    [{ a: null }, [{}, { a: null }, { a: [null] }], [{ a: 0 }, { a: [] }]],
    [{ 'a.b': null }, [{}, { a: 1 }, { a: {} }, { a: [{ b: 1 }, {}] }], [{ a: [] }, { a: [1] }, { a: [{ b: 1 }] }]],
    [{ a: { b: 1 } }, [{ a: { b: 1 } }, { a: [{ b: 1 }] }], [{ a: { b: 1, c: 1 } }]],
    [{ a: { b: 1, c: 2 } }, [{ a: { b: 1, c: 2 } }], [{ a: { c: 2, b: 1 } }]],
    [{ a: [1, 2] }, [{ a: [1, 2] }, { a: [[1, 2]] }], [{ a: [2, 1] }, { a: 1 }]],
    [
      { a: { $gt: 1 } },
      [{ a: 2 }, { a: [0, 5] }, { a: Decimal128.fromString('1.01') }],
      [{ a: 1 }, { a: 'x' }, {}, { a: Number.NaN }],
    ],
    [{ a: { $gt: 'a' } }, [{ a: 'b' }], [{ a: 5 }, { a: 'a' }]],
    [{ a: { $gt: new MinKey() } }, [{ a: 1 }, { a: 'x' }, { a: Number.NaN }], [{ a: new MinKey() }, {}]],
    [{ a: { $lt: new MaxKey() } }, [{ a: 1 }], [{ a: new MaxKey() }]],
    [{ a: { $lte: null } }, [{ a: null }, {}], [{ a: 1 }]],
    [{ a: { $gte: Number.NaN } }, [{ a: Number.NaN }], [{ a: 1 }]],
    [{ a: { $ne: 1 } }, [{}, { a: 2 }, { a: [2] }], [{ a: [1, 2] }]],
    [{ a: { $not: { $gt: 1 } } }, [{}, { a: 1 }, { a: 'x' }], [{ a: 2 }]],
    [{ a: { $in: [1, /^x/, null] } }, [{ a: 1 }, { a: 'xy' }, {}, { a: [5, 'x'] }], [{ a: 'yx' }, { a: 2 }]],
    [{ a: { $nin: [1, null] } }, [{ a: 2 }], [{}, { a: 1 }]],
    [{ a: { $exists: true } }, [{ a: null }, { a: [] }], [{}]],
    [{ a: { $exists: Decimal128.fromString('0') } }, [{}], [{ a: 1 }]],
    [{ 'a.b': { $exists: false } }, [{}, { a: [] }, { a: [{}] }], [{ a: [{ b: 1 }, {}] }]],
    [{ a: { $type: 'number' } }, [{ a: 1 }, { a: ['x', 2] }], [{ a: 'x' }]],
    [{ a: { $type: ['array', 'null'] } }, [{ a: [1] }, { a: null }], [{ a: 1 }, {}]],
    [{ a: { $type: Decimal128.fromString('2') } }, [{ a: 'x' }], [{ a: 1 }]],
    [{ a: { $size: 2 } }, [{ a: [1, 2] }], [{ a: [1] }, { a: 2 }]],
    [{ a: { $size: Decimal128.fromString('2.0') } }, [{ a: [1, 2] }], [{ a: [1] }]],
    [{ a: { $all: [1, 2] } }, [{ a: [2, 1, 3] }], [{ a: [1] }]],
    [
      { a: { $elemMatch: { x: 1, y: 2 } } },
      [{ a: [{ x: 1, y: 2 }] }],
      [{ a: [{ x: 1 }, { y: 2 }] }, { a: { x: 1, y: 2 } }],
    ],
    [{ a: { $elemMatch: { $gt: 1, $lt: 3 } } }, [{ a: [0, 2] }], [{ a: [0, 4] }, { a: 2 }]],
    [{ a: { $gt: 1, $lt: 3 } }, [{ a: [0, 4] }], [{ a: [0] }]],
    [{ 'a.1': 5 }, [{ a: [1, 5] }, { a: { '1': 5 } }, { a: [{ '1': 5 }] }], [{ a: [5, 1] }, { a: [1, [5]] }]],
    [{ 'a.0.b': 1 }, [{ a: [{ b: 1 }] }], [{ a: [{ b: 2 }, { b: 1 }] }]],
    [{ a: /B/i }, [{ a: 'abc' }, { a: /B/i }], [{ a: 'ac' }, { a: 1 }]],
    [{ $or: [{ a: 1 }, { b: 1 }] }, [{ a: 1 }, { b: 1 }], [{}]],
    [{ $nor: [{ a: 1 }, { b: 1 }] }, [{}], [{ b: 1 }]],
    [
      { $expr: { $gt: ['$a', '$b'] } },
      [
        { a: 2, b: 1 },
        { a: 'x', b: 1 },
      ],
      [{ a: 1, b: 1 }],
    ],
    [{ a: { $comment: 'why' }, $comment: 'so' }, [{}], []],
    [{ a: new Int32(-0) }, [{ a: new Double(-0) }], []],
  ])('%j', (filter, accepted, refused) => {
    for (const document of accepted)
      expect({ document, matches: accepts(filter, document) }).toEqual({ document, matches: true });
    for (const document of refused)
      expect({ document, matches: accepts(filter, document) }).toEqual({ document, matches: false });
  });

  it.each<Document>([
    { a: { $foo: 1 } },
    { $foo: 1 },
    { $and: [] },
    { $or: {} },
    { a: { $in: 1 } },
    { a: { $in: [{ $gt: 1 }] } },
    { a: { $mod: [2, 1] } },
    { a: { $bitsAllSet: 1 } },
    { a: { $size: -1 } },
    { a: { $size: Decimal128.fromString('1.5') } },
    { a: { $not: 1 } },
    { a: { $type: 'nothing' } },
    { a: { $regex: 'x', $options: 'x' } },
    { a: { $options: 'i' } },
    { $where: 'true' },
    { $text: { $search: 'x' } },
  ])('refuses %j', (filter) => {
    let code: number | undefined;
    try {
      parseFilter(documentFrom(filter));
    } catch (error) {
      ({ code } = error as CommandError);
    }
    expect(code).toBe(2);
  });
});

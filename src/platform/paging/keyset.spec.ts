import fc from 'fast-check';
import { Query } from 'mingo';
import { Types } from 'mongoose';
import { beyond, justBeyond, type Way } from './keyset.js';

interface Row {
  _id: Types.ObjectId;
  name: string;
}

// Few names and many rows, so that many rows share one.
const someRows = fc
  .uniqueArray(
    fc.record({
      _id: fc.integer({ min: 0, max: 999 }).map((number) => new Types.ObjectId(number.toString(16).padStart(24, '6'))),
      name: fc.constantFrom('', 'a', 'b'),
    }),
    { minLength: 1, maxLength: 20, selector: ({ _id }) => _id.toHexString() },
  )
  .map((rows) => rows.sort(byNameAndId));

function byNameAndId(a: Row, b: Row): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : a._id.toHexString() < b._id.toHexString() ? -1 : 1;
}

function matching(rows: Row[], filter: Record<string, unknown>): Row[] {
  const query = new Query(filter);
  return rows.filter((row) => query.test({ ...row }));
}

describe('keyset', () => {
  it('selects what follows a position, also among rows of one value', () => {
    fc.assert(
      fc.property(someRows, fc.nat(), fc.boolean(), (rows, seed, inclusive) => {
        const index = seed % rows.length;
        const row = rows[index] as Row;
        const filter = beyond('name', { id: row._id, value: row.name }, 'up', inclusive);
        expect(matching(rows, filter)).toEqual(rows.slice(inclusive ? index : index + 1));
      }),
    );
  });

  it('selects what comes before a position, also among rows of one value', () => {
    fc.assert(
      fc.property(someRows, fc.nat(), fc.boolean(), (rows, seed, inclusive) => {
        const index = seed % rows.length;
        const row = rows[index] as Row;
        const filter = beyond('name', { id: row._id, value: row.name }, 'down', inclusive);
        expect(matching(rows, filter)).toEqual(rows.slice(0, inclusive ? index + 1 : index));
      }),
    );
  });

  it('orders by the id alone where there is no value', () => {
    const rows = ['1', '2', '3'].map((digit) => ({ _id: new Types.ObjectId(digit.repeat(24)), name: '' }));
    expect(matching(rows, beyond('_id', { id: new Types.ObjectId('2'.repeat(24)) }, 'down', false))).toEqual([rows[0]]);
    expect(matching(rows, beyond('_id', { id: new Types.ObjectId('2'.repeat(24)) }, 'up', true))).toEqual(
      rows.slice(1),
    );
  });

  it.each<Way>(['up', 'down'])('finds every row of its value behind the place just beyond, seen %s', (way) => {
    fc.assert(
      fc.property(someRows, fc.constantFrom('', 'a', 'b'), (rows, value) => {
        const place = justBeyond({ value }, way);
        const behind = matching(rows, beyond('name', place, way === 'up' ? 'down' : 'up', false));
        expect(behind).toEqual(rows.filter(({ name }) => (way === 'up' ? name <= value : name >= value)));
      }),
    );
  });
});

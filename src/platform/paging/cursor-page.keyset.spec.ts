import fc from 'fast-check';
import { Query } from 'mingo';
import { Types } from 'mongoose';
import { type Direction, keysetFilter, lastOfValue } from './cursor-page.js';

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
        const filter = keysetFilter('name', { id: row._id, value: row.name }, 'ascending', inclusive);
        expect(matching(rows, filter)).toEqual(rows.slice(inclusive ? index : index + 1));
      }),
    );
  });

  it('selects what comes before a position, also among rows of one value', () => {
    fc.assert(
      fc.property(someRows, fc.nat(), fc.boolean(), (rows, seed, inclusive) => {
        const index = seed % rows.length;
        const row = rows[index] as Row;
        const filter = keysetFilter('name', { id: row._id, value: row.name }, 'descending', inclusive);
        expect(matching(rows, filter)).toEqual(rows.slice(0, inclusive ? index + 1 : index));
      }),
    );
  });

  it('orders by the id alone where there is no value', () => {
    const rows = ['1', '2', '3'].map((digit) => ({ _id: new Types.ObjectId(digit.repeat(24)), name: '' }));
    expect(
      matching(rows, keysetFilter('_id', { id: new Types.ObjectId('2'.repeat(24)) }, 'descending', false)),
    ).toEqual([rows[0]]);
    expect(matching(rows, keysetFilter('_id', { id: new Types.ObjectId('2'.repeat(24)) }, 'ascending', true))).toEqual(
      rows.slice(1),
    );
  });

  it.each<Direction>(['ascending', 'descending'])(
    'finds every row of its value behind the last of its value, seen %s',
    (direction) => {
      fc.assert(
        fc.property(someRows, fc.constantFrom('', 'a', 'b'), (rows, value) => {
          const place = lastOfValue({ value }, direction);
          const behind = matching(
            rows,
            keysetFilter('name', place, direction === 'ascending' ? 'descending' : 'ascending', false),
          );
          expect(behind).toEqual(
            rows.filter(({ name }) => (direction === 'ascending' ? name <= value : name >= value)),
          );
        }),
      );
    },
  );
});

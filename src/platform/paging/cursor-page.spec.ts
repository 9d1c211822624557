import fc from 'fast-check';
import { Query } from 'mingo';
import { Types } from 'mongoose';
import { decodeCursor, type Direction, encodeCursor, keysetFilter, lastOfValue, toPage } from './cursor-page.js';

const anId = fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes) => new Types.ObjectId(bytes));
const encoded = (json: unknown) => Buffer.from(JSON.stringify(json)).toString('base64url');
const HEX = '6925a1f0c0ffee0123456789';

describe('cursor', () => {
  it('reads back every position it writes', () => {
    const value = fc.oneof(fc.string(), fc.date({ noInvalidDate: true }));
    fc.assert(
      fc.property(anId, value, (id, value) => {
        expect(decodeCursor('_id', encodeCursor('_id', { id }))).toEqual({ id });
        expect(decodeCursor('name', encodeCursor('name', { id, value }))).toEqual({ id, value });
      }),
    );
  });

  it('can stand in a query without escaping', () => {
    const cursor = encodeCursor('name', { id: new Types.ObjectId(HEX), value: '>>>??? ÿÿÿ' });
    expect(encodeURIComponent(cursor)).toBe(cursor);
  });

  it('does not fit a list with another order', () => {
    const cursor = encodeCursor('createdAt', { id: new Types.ObjectId(HEX), value: new Date(5) });
    expect(decodeCursor('updatedAt', cursor)).toBeUndefined();
  });

  it('is refused, whatever text is sent in its place', () => {
    fc.assert(fc.property(fc.string(), (text) => decodeCursor('createdAt', text) === undefined));
  });

  it.each([
    ['an id alone', HEX],
    ['no list', encoded({ id: HEX })],
    ['a short id', encoded(['createdAt', 'abc', 5])],
    ['an id that is an operator', encoded(['createdAt', { $gt: '' }, 5])],
    ['a missing value', encoded(['createdAt', HEX])],
    ['a value that is an operator', encoded(['createdAt', HEX, { $gt: '' }])],
    ['a time beyond all calendars', encoded(['createdAt', HEX, 1e300])],
  ])('is refused with %s', (_what, text) => {
    expect(decodeCursor('createdAt', text)).toBeUndefined();
  });
});

interface NamedRow {
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

function byNameAndId(a: NamedRow, b: NamedRow): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : a._id.toHexString() < b._id.toHexString() ? -1 : 1;
}

function matching(rows: NamedRow[], filter: Record<string, unknown>): NamedRow[] {
  const query = new Query(filter);
  return rows.filter((row) => query.test({ ...row }));
}

describe('keyset', () => {
  it('selects what follows a position, also among rows of one value', () => {
    fc.assert(
      fc.property(someRows, fc.nat(), fc.boolean(), (rows, seed, inclusive) => {
        const index = seed % rows.length;
        const row = rows[index] as NamedRow;
        const filter = keysetFilter('name', { id: row._id, value: row.name }, 'ascending', inclusive);
        expect(matching(rows, filter)).toEqual(rows.slice(inclusive ? index : index + 1));
      }),
    );
  });

  it('selects what comes before a position, also among rows of one value', () => {
    fc.assert(
      fc.property(someRows, fc.nat(), fc.boolean(), (rows, seed, inclusive) => {
        const index = seed % rows.length;
        const row = rows[index] as NamedRow;
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

const [A, B, C] = ['a', 'b', 'c'].map((digit) => ({ _id: new Types.ObjectId(digit.repeat(24)) })) as [Row, Row, Row];

interface Row {
  _id: Types.ObjectId;
}

const cursorOf = ({ _id }: Row) => encodeCursor('_id', { id: _id });
const reading = { direction: 'ascending', backward: false, orderBy: '_id', limit: 2, hasRowsBehind: false } as const;

describe('cursor page', () => {
  it('leaves out the row that was read to see whether there is more', () => {
    expect(toPage([A, B, C], reading)).toEqual({ data: [A, B], next: cursorOf(B), previous: null });
  });

  it('is the last when no more rows were read than fit', () => {
    expect(toPage([B, C], { ...reading, hasRowsBehind: true })).toEqual({
      data: [B, C],
      next: null,
      previous: cursorOf(B),
    });
  });

  it('stands in the order of the list when it was read backward', () => {
    const backward = { ...reading, direction: 'descending', backward: true, hasRowsBehind: true } as const;
    expect(toPage([C, B, A], backward)).toEqual({ data: [B, C], next: cursorOf(C), previous: cursorOf(B) });
  });

  it('is empty and alone when the list is empty', () => {
    expect(toPage([], reading)).toEqual({ data: [], next: null, previous: null });
  });

  it('leads back when all of its own rows are gone', () => {
    const page = toPage([], { ...reading, from: { id: A._id }, hasRowsBehind: true });
    expect(page).toEqual({
      data: [],
      next: null,
      previous: encodeCursor('_id', { id: new Types.ObjectId('f'.repeat(24)) }),
    });
  });

  it('refuses to be ordered by a field that a row does not have', () => {
    expect(() => toPage([A, B, C], { ...reading, orderBy: 'createdAt' })).toThrow(/cannot be ordered by 'createdAt'/);
  });
});

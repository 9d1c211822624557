import { Types } from 'mongoose';
import { encodeCursor, toPage } from './cursor-page.js';

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

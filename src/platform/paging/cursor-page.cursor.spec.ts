import fc from 'fast-check';
import { Types } from 'mongoose';
import { decodeCursor, encodeCursor } from './cursor-page.js';

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

import { Types } from 'mongoose';
import { dto } from './dto.js';

const HEX = '6925a1f0c0ffee0123456789';
const ID = new Types.ObjectId(HEX);
const AT = new Date('2026-02-03T04:05:06.789Z');

class ThingDto {
  _id: string;
  parentId?: string | null;
  createdAt: string;
  kind: 'one' | 'other';
  data: Record<string, unknown>;
}

describe('a response made of its fields', () => {
  it('has ids and dates as text', () => {
    expect(dto<ThingDto>({ _id: ID, parentId: ID, createdAt: AT, kind: 'one', data: {} })).toStrictEqual({
      _id: HEX,
      parentId: HEX,
      createdAt: '2026-02-03T04:05:06.789Z',
      kind: 'one',
      data: {},
    });
  });

  it('keeps null, undefined, and what users have stored', () => {
    const data = { at: AT, list: [ID] };
    const made = dto<ThingDto>({ _id: ID, parentId: null, createdAt: AT, kind: 'other', data });
    expect(made).toMatchObject({ parentId: null, kind: 'other' });
    expect(made.data).toBe(data);
    expect(data).toEqual({ at: AT, list: [ID] });
    expect(dto<Partial<ThingDto>>({ parentId: undefined })).toStrictEqual({ parentId: undefined });
  });

  it('is checked by the compiler', () => {
    // @ts-expect-error a closed set takes no date
    dto<ThingDto>({ _id: ID, createdAt: AT, kind: AT, data: {} });
    // @ts-expect-error a field is missing
    expect(dto<ThingDto>({ _id: ID, kind: 'one', data: {} })).toBeDefined();
  });
});

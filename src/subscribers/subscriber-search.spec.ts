import fc from 'fast-check';
import { Types } from 'mongoose';
import { escapePattern, searchFilter } from './subscriber-search.js';

describe('subscriber search', () => {
  it('matches any text literally and nothing else', () => {
    const text = fc.string({ minLength: 1, unit: 'binary' });
    fc.assert(
      fc.property(text, text, text, (wanted, before, after) => {
        const pattern = new RegExp(escapePattern(wanted), 'u');
        expect(pattern.test(`${before}${wanted}${after}`)).toBe(true);
        expect(pattern.test(before)).toBe(before.includes(wanted));
      }),
    );
  });

  it('stays inside the environment', () => {
    const id = new Types.ObjectId();
    expect(searchFilter({ id }, {})).toEqual({ environmentId: id });
  });

  it('takes an empty text as no filter', () => {
    const id = new Types.ObjectId();
    expect(searchFilter({ id }, { email: '', name: '', phone: '', subscriberId: '' })).toEqual({ environmentId: id });
  });
});

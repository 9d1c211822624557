import fc from 'fast-check';
import { AddressSet } from './address-set.js';
import { addressKey } from './suppression-rules.js';

describe('a set of addresses', () => {
  it('has what was added, and nothing else', () => {
    const key = fc.oneof(fc.constant(0), fc.nat(5000), fc.maxSafeNat());
    fc.assert(
      fc.property(fc.array(key), fc.array(key), (added, others) => {
        const set = new AddressSet();
        for (const one of added) set.add(one);
        const known = new Set(added);
        expect(set.size).toBe(known.size);
        for (const one of [...added, ...others]) expect(set.has(one)).toBe(known.has(one));
      }),
    );
  });

  it('has keys that are whole numbers and differ by channel and address', () => {
    const places = [
      ['email', 'a@b.c'],
      ['email', 'a@b.d'],
      ['sms', '+4930'],
      ['chat', '+4930'],
    ] as const;
    const keys = places.map(([channel, address]) => addressKey(channel, address));
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.every(Number.isSafeInteger)).toBe(true);
  });
});

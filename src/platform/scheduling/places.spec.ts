import { Places } from './places.js';

describe('places', () => {
  it('are bounded for each key and in all, and can be taken again when they are free', () => {
    const places = new Places(2, 3);
    const free = ['a', 'a', 'a', 'b', 'b'].map((key) => places.take(key));
    expect(free.map((one) => one !== undefined)).toEqual([true, true, false, true, false]);
    free[0]!();
    // Freeing it twice frees no other.
    free[0]!();
    expect([places.take('a'), places.take('b')].map((one) => one !== undefined)).toEqual([true, false]);
  });
});

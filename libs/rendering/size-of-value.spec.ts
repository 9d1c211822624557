import { sizeOfValue } from './size-of-value.js';

describe('sizeOfValue', () => {
  it.each<[value: unknown, size: number]>([
    ['abc', 3],
    [7, 1],
    [null, 1],
    [[], 1],
    [['ab', 1], 5],
    [{ key: 'ab' }, 7],
  ])('of %j is %d', (value, size) => {
    expect(sizeOfValue(value, 1000)).toBe(size);
  });

  it('counts what appears twice twice', () => {
    const shared = ['x'.repeat(10)];
    expect(sizeOfValue([shared, shared], 1000)).toBe(1 + 2 * (1 + 11));
  });

  it('stops at the limit, also for a list that holds itself', () => {
    const endless: unknown[] = [];
    endless.push(endless, endless);
    expect(sizeOfValue(endless, 1000)).toBeGreaterThan(1000);
  });
});

import fc from 'fast-check';
import { isDeeperThan } from './json-body.js';

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe('depth of a JSON text', () => {
  it('is that of the value, whatever its texts hold', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(6), (value, levels) => {
        expect(isDeeperThan(levels, JSON.stringify(value))).toBe(depthOf(value) > levels);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['[[[]]]', 3],
    ['["[[[", "\\"[[[", "\\\\"]', 1],
    ['{"{": {"]": []}}', 3],
    ['"[[[[', 0],
  ])('%s has %d levels', (json, depth) => {
    expect(isDeeperThan(depth - 1, json)).toBe(depth > 0);
    expect(isDeeperThan(depth, json)).toBe(false);
  });

  it('finds a million levels at the first too many', () => {
    expect(isDeeperThan(64, '['.repeat(1_000_000))).toBe(true);
  });
});

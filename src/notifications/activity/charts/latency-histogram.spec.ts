import { addTo, bucketOf, percentile } from './latency-histogram.js';

/** A deterministic sequence of numbers between 0 and 1. */
function sequence(count: number): number[] {
  return Array.from({ length: count }, (_value, place) => ((place * 7919) % 10_007) / 10_007);
}

describe('histogram of times', () => {
  it.each([
    [-5, 0],
    [0, 0],
    [1, 0],
    [2, 4],
    [1000, 40],
    [1e12, 120],
    [Infinity, 120],
  ])('%d ms are in bucket %d', (milliseconds, bucket) => expect(bucketOf(milliseconds)).toBe(bucket));

  it('CH4: percentiles are exact to ten percent, from a millisecond to days', () => {
    const times = sequence(2000).map((share) => Math.exp(share * Math.log(2e8)) + 20);
    const histogram: Record<string, number> = {};
    for (const time of times) addTo(histogram, { [bucketOf(time)]: 1 });
    const sorted = times.toSorted((a, b) => a - b);
    for (const share of [0.01, 0.5, 0.95, 1]) {
      const exact = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
      expect(Math.abs(percentile(histogram, share)! / exact - 1)).toBeLessThan(0.1);
    }
  });

  it('there is no percentile of nothing', () => {
    expect(percentile({}, 0.5)).toBeNull();
    expect(percentile({ 4: 0 }, 0.5)).toBeNull();
  });
});

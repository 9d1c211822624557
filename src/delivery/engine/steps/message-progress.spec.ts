import { waitAfter } from './message-progress.js';

const policy = (random: number) => ({ tries: 6, firstWaitMs: 5000, random: () => random });

describe('S1: the wait before another attempt', () => {
  it.each([
    [1, 0.5, 5000],
    [2, 0.5, 10_000],
    [3, 0.5, 20_000],
    [5, 0.5, 80_000],
    [1, 0, 4000],
    [1, 1, 6000],
    [4, 0, 32_000],
  ])('after %d attempts, by chance %d: %d ms', (tries, random, wait) => {
    expect(waitAfter(tries, policy(random))).toBe(wait);
  });

  it.each([
    [60_000, 60_000],
    [1000, 5000],
  ])('is not shorter than the provider wants: %d', (retryAfter, wait) => {
    expect(waitAfter(1, policy(0.5), retryAfter)).toBe(wait);
  });
});

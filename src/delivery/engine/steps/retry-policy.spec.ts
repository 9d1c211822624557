import { HOUR_MS, MINUTE_MS } from '../../../platform/clock.js';
import { type RetryPolicy, waitAfter, waitForTurn } from './retry-policy.js';

const policy = (random: number): RetryPolicy => ({
  tries: 6,
  firstWaitMs: 5000,
  spans: { email: 24 * HOUR_MS, other: HOUR_MS },
  random: () => random,
});

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

describe('S1: the wait before another turn through all integrations', () => {
  it.each([
    ['sms', 0, 5000],
    ['sms', 100_000, 105_000],
    ['sms', 20 * MINUTE_MS, 5 * MINUTE_MS],
    ['sms', 58 * MINUTE_MS, 2 * MINUTE_MS],
    ['sms', HOUR_MS, undefined],
    ['chat', 2 * HOUR_MS, undefined],
    ['email', 2 * HOUR_MS, 30 * MINUTE_MS],
    ['email', 23.9 * HOUR_MS, 0.1 * HOUR_MS],
    ['email', 24 * HOUR_MS, undefined],
  ])('%s, first tried %d ms ago: %p ms', (channel, elapsed, wait) => {
    expect(waitForTurn(channel, elapsed, policy(0.5))).toBe(wait);
  });

  it('is as long as the provider asks for, while there is time', () => {
    expect(waitForTurn('sms', 0, policy(0.5), 60_000)).toBe(60_000);
    expect(waitForTurn('sms', 0, policy(0.5), 2 * HOUR_MS)).toBe(HOUR_MS);
  });

  it('spans a day with about fifty attempts', () => {
    let [elapsed, attempts] = [0, 0];
    for (let wait; (wait = waitForTurn('email', elapsed, policy(0.5))) !== undefined; elapsed += wait) attempts += 1;
    expect(attempts).toBeGreaterThan(45);
    expect(attempts).toBeLessThan(65);
  });
});

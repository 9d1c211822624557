import { later } from '../../platform/clock.js';
import { type Attempts, type Scope, sourceOf, waitsUntil, withOneMore } from './guess-limits.js';

const NOON = new Date('2026-02-03T12:00:00Z');

describe('AC5: how guesses are slowed', () => {
  /** Seconds that each of so many attempts has to wait after the one before it, if each comes as early as it can. */
  function waits(scope: Scope, count: number): number[] {
    let now = NOON;
    let attempts: Attempts | undefined;
    return Array.from({ length: count }, () => {
      const until = waitsUntil(attempts, now) ?? now;
      const seconds = (until.getTime() - now.getTime()) / 1000;
      now = until;
      attempts = withOneMore(attempts, scope, now);
      return seconds;
    });
  }

  it.each<[Scope, number]>([
    ['account and address', 5],
    ['account', 25],
    ['address', 50],
  ])('%s: %d at once, then after 1, 2, 4, 8, 16, 32, 60, 60 seconds', (scope, free) => {
    expect(waits(scope, free + 8)).toEqual([...Array<number>(free).fill(0), 1, 2, 4, 8, 16, 32, 60, 60]);
  });

  it.each([
    [899_000, 6],
    [900_000, 1],
  ])('an attempt %d milliseconds after the fifth is number %d', (milliseconds, number) => {
    let attempts: Attempts | undefined;
    for (let count = 0; count < 5; count++) attempts = withOneMore(attempts, 'account and address', NOON);
    const next = later(NOON, milliseconds);
    expect(waitsUntil(attempts, next)).toBeUndefined();
    expect(withOneMore(attempts, 'account and address', next).failures).toBe(number);
  });

  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
  ])('%s counts as %s', (address, source) => {
    expect(sourceOf(address)).toBe(source);
  });
});

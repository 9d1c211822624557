import { later } from '../../platform/clock.js';
import { type Attempts, noteworthy, type Scope, sourceOf, waitsUntil, withOneMore } from './guess-limits.js';

/** Failures of an account at an address, of the account, and of the address. */
function counts(both: number, account: number, address: number): Record<Scope, number> {
  return { 'account and address': both, account, address };
}

const NOON = new Date('2026-02-03T12:00:00Z');

describe('AC5: how guesses are slowed', () => {
  /** Seconds that each attempt has to wait after the one before it, if each comes as early as it can. */
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

  it.each<[string, Record<Scope, number>, ReturnType<typeof noteworthy>]>([
    ['the first', counts(1, 1, 1), { scope: 'account and address', failures: 1, isSlowed: false }],
    ['the first for another account', counts(1, 1, 7), { scope: 'account and address', failures: 1, isSlowed: false }],
    ['the second', counts(2, 2, 2), undefined],
    ['the last free one', counts(5, 5, 5), { scope: 'account and address', failures: 5, isSlowed: true }],
    ['the last free one from anywhere', counts(1, 25, 1), { scope: 'account', failures: 25, isSlowed: true }],
    ['the last free one at an address', counts(1, 1, 50), { scope: 'address', failures: 50, isSlowed: true }],
    ['a later one', counts(6, 26, 51), undefined],
  ])('AU9: of attempts that fail, %s is noted, or not: %j', (_which, all, noted) => {
    const given = Object.entries(all).map(([scope, failures]) => ({ scope: scope as Scope, failures }));
    expect(noteworthy(given)).toEqual(noted);
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

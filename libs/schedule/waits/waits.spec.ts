import { type DelaySettings, type DelaySituation, delayUntil, fixedWait } from './waits.js';
import { nextCronInstant } from './cron.js';

const now = new Date('2026-01-31T10:00:00Z');

function iso(outcome: ReturnType<typeof fixedWait>): string {
  return outcome.ok ? outcome.value.toISOString() : outcome.error;
}

describe('fixedWait', () => {
  it.each<[unknown, string | undefined, string]>([
    [{ amount: 30, unit: 'seconds' }, 'UTC', '2026-01-31T10:00:30.000Z'],
    [{ amount: 5, unit: 'minutes' }, 'UTC', '2026-01-31T10:05:00.000Z'],
    [{ amount: 1.5, unit: 'hours' }, 'UTC', '2026-01-31T11:30:00.000Z'],
    [{ amount: 2, unit: 'days' }, 'UTC', '2026-02-02T10:00:00.000Z'],
    [{ amount: 1, unit: 'weeks' }, 'UTC', '2026-02-07T10:00:00.000Z'],
    [{ amount: 1, unit: 'months' }, 'UTC', '2026-02-28T10:00:00.000Z'],
    [{ amount: 25, unit: 'months' }, 'UTC', '2028-02-29T10:00:00.000Z'],
    [{ amount: 0, unit: 'seconds' }, undefined, '2026-01-31T10:00:00.000Z'],
    [{ amount: '3', unit: 'hours' }, undefined, '2026-01-31T13:00:00.000Z'],
  ])('Y1: %j from 31 January 10:00 in %s is %s', (wait, zone, until) => {
    expect(iso(fixedWait(wait, now, zone))).toBe(until);
  });

  it('Y1: a month keeps the local time over a switch, a week keeps its length', () => {
    const from = new Date('2026-03-15T08:00:00Z');
    expect(iso(fixedWait({ amount: 1, unit: 'months' }, from, 'Europe/Berlin'))).toBe('2026-04-15T07:00:00.000Z');
    expect(iso(fixedWait({ amount: 4, unit: 'weeks' }, from, 'Europe/Berlin'))).toBe('2026-04-12T08:00:00.000Z');
  });

  it('Y1: a month counts local days: 31 January in Auckland is still the 30th in UTC', () => {
    const from = new Date('2026-01-30T20:00:00Z');
    expect(iso(fixedWait({ amount: 1, unit: 'months' }, from, 'Pacific/Auckland'))).toBe('2026-02-27T20:00:00.000Z');
  });

  it.each([
    [undefined],
    [{ amount: 5 }],
    [{ amount: 5, unit: 'fortnights' }],
    [{ amount: 5, unit: 'years' }],
    [{ amount: 5, unit: '__proto__' }],
    [{ amount: -1, unit: 'hours' }],
    [{ amount: Number.NaN, unit: 'hours' }],
    [{ amount: '', unit: 'hours' }],
    [{ amount: 'soon', unit: 'hours' }],
    [{ amount: 1.5, unit: 'months' }],
    [{ amount: 1e300, unit: 'days' }],
    [{ amount: 1e15, unit: 'months' }],
  ])('Y1: refuses %j with a reason', (wait) => {
    expect(fixedWait(wait, now, 'UTC')).toEqual({
      ok: false,
      error: expect.stringMatching(/amount|unit|whole|too long/),
    });
  });
});

describe('a regular delay with a time of day', () => {
  it.each<[string, object, string | undefined, string]>([
    ['the next nine o’clock', { amount: 2, unit: 'days', at: '09:00' }, 'UTC', '2026-02-03T09:00:00.000Z'],
    ['later on that day', { amount: 2, unit: 'days', at: '18:30' }, 'UTC', '2026-02-02T18:30:00.000Z'],
    ['this very time', { amount: 2, unit: 'days', at: '10:00' }, undefined, '2026-02-02T10:00:00.000Z'],
    ['without a wait before', { amount: 0, unit: 'days', at: '9:05' }, 'UTC', '2026-02-01T09:05:00.000Z'],
    ['in the zone', { amount: 1, unit: 'hours', at: '09:00' }, 'America/New_York', '2026-01-31T14:00:00.000Z'],
    ['a skipped time', { amount: 56, unit: 'days', at: '02:30' }, 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['no time', { amount: 2, unit: 'days', at: '' }, 'UTC', '2026-02-02T10:00:00.000Z'],
    [
      'another time of a scheduled delay',
      { type: 'timed', cron: '0 7 * * *', at: '09:00' },
      'UTC',
      '2026-02-01T07:00:00.000Z',
    ],
  ])('Y8: %s', (_what, settings, zone, until) => {
    expect(iso(delayUntil(settings, { now, zone, payload: {} }))).toBe(until);
  });

  it.each([['25:00'], ['9'], ['09:60'], [9], [null], ['soon']])('Y8: refuses %j with a reason', (at) => {
    expect(iso(delayUntil({ amount: 1, unit: 'days', at }, { now, zone: 'UTC', payload: {} }))).toContain(
      'such as 09:00',
    );
  });

  it('Y4, Y8: the trigger replaces it', () => {
    const situation = { now, zone: 'UTC', payload: {}, override: { amount: 5, unit: 'minutes' } };
    expect(iso(delayUntil({ amount: 1, unit: 'days', at: '09:00' }, situation))).toBe('2026-01-31T10:05:00.000Z');
  });
});

describe('nextCronInstant', () => {
  it.each([
    ['0 9 * * *', 'UTC', '2026-11-23T09:00:00Z', '2026-11-24T09:00:00.000Z', 'strictly after'],
    ['0 9 * * *', 'America/New_York', '2026-11-23T09:00:00Z', '2026-11-23T14:00:00.000Z', 'local time'],
    ['0 9 * * 1', 'Asia/Tokyo', '2026-11-23T00:00:00Z', '2026-11-30T00:00:00.000Z', 'local Monday'],
    ['0 9 * * 7', 'UTC', '2026-11-23T00:00:00Z', '2026-11-29T09:00:00.000Z', '7 is Sunday'],
    ['*/15 * * * * *', 'UTC', '2026-11-23T00:00:01Z', '2026-11-23T00:00:15.000Z', 'seconds'],
    ['@monthly', 'UTC', '2026-11-23T00:00:00Z', '2026-12-01T00:00:00.000Z', 'alias'],
    ['0 0 29 2 *', 'UTC', '2026-11-23T00:00:00Z', '2028-02-29T00:00:00.000Z', 'leap day'],
    ['0 0 29 2 *', 'UTC', '2096-03-01T00:00:00Z', '2104-02-29T00:00:00.000Z', 'leap day over 2100'],
    ['0 0 13 * 5', 'UTC', '2026-11-09T00:00:00Z', '2026-11-13T00:00:00.000Z', 'day of month or day of week'],
    ['0 0 20 * 1', 'UTC', '2026-11-14T00:00:00Z', '2026-11-16T00:00:00.000Z', 'day of month or day of week'],
    ['0 9 L * *', 'UTC', '2026-02-01T00:00:00Z', '2026-02-28T09:00:00.000Z', 'last day'],
    ['0 9 * * 5L', 'UTC', '2026-11-01T00:00:00Z', '2026-11-27T09:00:00.000Z', 'last Friday'],
    ['0 9 * * 1#2', 'UTC', '2026-11-01T00:00:00Z', '2026-11-09T09:00:00.000Z', 'second Monday'],
    ['30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T01:30:00.000Z', 'skipped 2:30 becomes 3:30'],
    ['30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25T00:30:00.000Z', 'repeated 2:30: the first'],
    ['30 2 * * *', 'Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00.000Z', 'and not the second'],
    ['30 * * * *', 'Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00.000Z', 'every hour: both'],
    ['0 0 * * *', 'Africa/Cairo', '2026-04-23T12:00:00Z', '2026-04-23T22:00:00.000Z', 'midnight skipped'],
    ['0 * * * *', 'Australia/Lord_Howe', '2026-04-04T13:00:00Z', '2026-04-04T14:00:00.000Z', 'half-hour switch'],
    ['0 9 * * *', 'Nowhere/City', '2026-11-23T08:00:00Z', '2026-11-23T09:00:00.000Z', 'unknown zone is UTC'],
  ])('Y2: %s in %s after %s is %s (%s)', (cron, zone, after, next) => {
    expect(iso(nextCronInstant(cron, zone, new Date(after)))).toBe(next);
  });

  it.each(['', '* * *', '60 * * * *', 'every day', '0 0 31 2 *', '0 0 15W * *', '0 0 30 2 1#', '* * * * * * *'])(
    'Y2: refuses %j with a reason',
    (cron) => {
      expect(nextCronInstant(cron, 'UTC', now)).toEqual({ ok: false, error: expect.stringMatching(/cron expression/) });
    },
  );

  it('Y2: the same hashed pattern comes at the same instant every time', () => {
    expect(nextCronInstant('H H * * *', 'UTC', now)).toEqual(nextCronInstant(' H H * * *', 'UTC', now));
  });
});

describe('delayUntil', () => {
  const situation: DelaySituation = { now, zone: 'UTC', payload: {} };

  it.each<[string, DelaySettings, Partial<DelaySituation>, string]>([
    ['Y1: regular is the default', { amount: 1, unit: 'hours' }, {}, '2026-01-31T11:00:00.000Z'],
    ['Y2: timed', { type: 'timed', cron: '0 12 * * *' }, { zone: 'Europe/Berlin' }, '2026-01-31T11:00:00.000Z'],
    [
      'Y3: instant in the payload',
      { type: 'dynamic', dynamicKey: 'payload.dueAt' },
      { payload: { dueAt: '2026-02-01T09:00:00+02:00' } },
      '2026-02-01T07:00:00.000Z',
    ],
    [
      'Y3: nested path without prefix',
      { type: 'scheduled', delayPath: 'order.dueAt' },
      { payload: { order: { dueAt: '2026-02-01' } } },
      '2026-02-01T00:00:00.000Z',
    ],
    [
      'Y3: duration in the payload',
      { type: 'dynamic', dynamicKey: 'wait' },
      { payload: { wait: { amount: 2, unit: 'days' } } },
      '2026-02-02T10:00:00.000Z',
    ],
    [
      'Y4: the override replaces a fixed wait',
      { amount: 1, unit: 'hours' },
      { override: { amount: 3, unit: 'minutes' } },
      '2026-01-31T10:03:00.000Z',
    ],
    [
      'Y4: the override leaves a timed wait alone',
      { type: 'timed', cron: '0 12 * * *' },
      { override: { amount: 3, unit: 'minutes' } },
      '2026-01-31T12:00:00.000Z',
    ],
    [
      'Y6: exactly the maximum',
      { amount: 30, unit: 'days' },
      { maximum: { amount: 30, unit: 'days' } },
      '2026-03-02T10:00:00.000Z',
    ],
  ])('%s', (_, settings, change, until) => {
    expect(iso(delayUntil(settings, { ...situation, ...change }))).toBe(until);
  });

  it.each<[string, DelaySettings, Partial<DelaySituation>, RegExp]>([
    ['Y2: no cron', { type: 'timed' }, {}, /needs a cron/],
    ['Y3: no path', { type: 'dynamic' }, {}, /no payload path/],
    ['Y3: missing', { type: 'dynamic', dynamicKey: 'dueAt' }, {}, /no value at dueAt/],
    ['Y3: null', { type: 'dynamic', dynamicKey: 'dueAt' }, { payload: { dueAt: null } }, /no value at dueAt/],
    [
      'Y3: past',
      { type: 'dynamic', dynamicKey: 'dueAt' },
      { payload: { dueAt: '2026-01-31T10:00:00Z' } },
      /not in the future/,
    ],
    ['Y3: invalid', { type: 'dynamic', dynamicKey: 'dueAt' }, { payload: { dueAt: 'tomorrow' } }, /ISO 8601/],
    ['Y3: a number', { type: 'dynamic', dynamicKey: 'dueAt' }, { payload: { dueAt: 1800000000 } }, /amount, unit/],
    ['Y3: prototype', { type: 'dynamic', dynamicKey: '__proto__.x' }, { payload: {} }, /no value/],
    ['Y4: broken override', { amount: 1, unit: 'hours' }, { override: { amount: 1 } }, /unit must be/],
    [
      'Y6: above the maximum',
      { amount: 30, unit: 'days' },
      { maximum: { amount: 7, unit: 'days' } },
      /longer than the allowed 7 days/,
    ],
    [
      'Y6: cron above the maximum',
      { type: 'timed', cron: '0 0 1 1 *' },
      { maximum: { amount: 1, unit: 'days' } },
      /longer than the allowed 1 days/,
    ],
  ])('%s fails with a reason', (_, settings, change, reason) => {
    expect(delayUntil(settings, { ...situation, ...change })).toEqual({
      ok: false,
      error: expect.stringMatching(reason),
    });
  });
});

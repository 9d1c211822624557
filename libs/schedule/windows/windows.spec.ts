import { type DigestSettings, openDigest } from './digest-window.js';
import {
  countExecution,
  throttleThreshold,
  throttleWindowEnd,
  type ThrottleSettings,
  type ThrottleWindow,
} from './throttle-window.js';

const now = new Date('2026-11-23T10:00:00Z');
const minutesAfter = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);

describe('openDigest', () => {
  const situation = { now, zone: 'UTC' };

  it.each<[string, DigestSettings, string | undefined, Date | 'passes']>([
    ['DG2: regular window', { amount: 10, unit: 'minutes' }, undefined, minutesAfter(10)],
    ['DG4: timed window', { type: 'timed', cron: '0 18 * * *' }, 'Europe/Berlin', minutesAfter(7 * 60)],
    ['DG4: timed ignores a look-back', { type: 'timed', cron: '30 * * * *', backoff: true }, 'UTC', minutesAfter(30)],
    [
      'DG3: nothing completed before passes',
      { amount: 10, unit: 'minutes', lookBackWindow: { amount: 5, unit: 'minutes' } },
      'UTC',
      'passes',
    ],
    [
      'DG3: the older form',
      { type: 'backoff', amount: 10, unit: 'minutes', backoffAmount: 5, backoffUnit: 'minutes' },
      'UTC',
      'passes',
    ],
    [
      'DG3: the older flag',
      { type: 'regular', amount: 10, unit: 'minutes', backoff: true, backoffAmount: 5, backoffUnit: 'minutes' },
      'UTC',
      'passes',
    ],
  ])('%s', (_, settings, zone, expected) => {
    const value = expected === 'passes' ? { digest: false } : { digest: true, until: expected };
    expect(openDigest(settings, { now, zone })).toEqual({ ok: true, value });
  });

  it('DG3: events at 0:00, 0:01 and 0:02 pass at 0:00 and open a window from 0:01 to 0:11', () => {
    const settings: DigestSettings = {
      amount: 10,
      unit: 'minutes',
      lookBackWindow: { amount: 5, unit: 'minutes' },
    };
    expect(openDigest(settings, { ...situation, now: minutesAfter(0) })).toEqual({
      ok: true,
      value: { digest: false },
    });
    expect(openDigest(settings, { ...situation, now: minutesAfter(1), lastCompletedAt: minutesAfter(0) })).toEqual({
      ok: true,
      value: { digest: true, until: minutesAfter(11) },
    });
  });

  it('DG3: the look-back has its own amount and unit, and includes its first instant', () => {
    const settings: DigestSettings = { amount: 1, unit: 'days', lookBackWindow: { amount: 5, unit: 'minutes' } };
    const exactly = openDigest(settings, { ...situation, lastCompletedAt: minutesAfter(-5) });
    expect(exactly).toMatchObject({ value: { digest: true } });
    const before = openDigest(settings, { ...situation, lastCompletedAt: new Date(minutesAfter(-5).getTime() - 1) });
    expect(before).toMatchObject({ value: { digest: false } });
  });

  it.each<[string, DigestSettings, RegExp]>([
    ['DG2: no length', {}, /unit must be/],
    ['DG4: no cron', { type: 'timed' }, /needs a cron/],
    ['DG3: broken look-back', { amount: 1, unit: 'hours', lookBackWindow: { amount: 1 } }, /look-back: unit/],
    ['DG12: above the maximum', { amount: 2, unit: 'weeks' }, /longer than the allowed 7 days/],
  ])('%s fails with a reason', (_, settings, reason) => {
    const outcome = openDigest(settings, { ...situation, maximum: { amount: 7, unit: 'days' } });
    expect(outcome).toEqual({ ok: false, error: expect.stringMatching(reason) });
  });
});

describe('throttleWindowEnd', () => {
  const dynamic: ThrottleSettings = { type: 'dynamic', dynamicKey: 'payload.window' };

  it.each<[string, ThrottleSettings, unknown, Date]>([
    ['fixed minutes', { amount: 1, unit: 'minutes' }, {}, minutesAfter(1)],
    ['fixed days', { type: 'fixed', amount: 2, unit: 'days' }, {}, minutesAfter(2880)],
    ['dynamic instant', dynamic, { window: '2026-11-23T12:00:00Z' }, minutesAfter(120)],
    ['dynamic duration', dynamic, { window: { amount: 30, unit: 'minutes' } }, minutesAfter(30)],
    ['dynamic ISO duration', dynamic, { window: 'P1DT1H30M' }, minutesAfter(1530)],
  ])('H2: %s', (_, settings, payload, end) => {
    expect(throttleWindowEnd(settings, { now, zone: 'UTC', payload })).toEqual({ ok: true, value: end });
  });

  it.each<[string, ThrottleSettings, unknown, RegExp]>([
    ['H2: below a minute', { amount: 0.5, unit: 'minutes' }, {}, /at least 1 minute/],
    ['H2: seconds', { amount: 90, unit: 'seconds' }, {}, /unit must be one of minutes, hours, days/],
    ['H2: past instant', dynamic, { window: '2026-11-23T09:00:00Z' }, /not in the future/],
    ['H2: missing', dynamic, {}, /expected \{amount, unit\}/],
    ['H2: no path', { type: 'dynamic' }, {}, /needs a payload path/],
    ['H2: broken ISO duration', dynamic, { window: 'P1Y' }, /ISO 8601 duration/],
    ['H2: no length', dynamic, { window: 'PT0S' }, /no length/],
    ['H7: above the maximum', { amount: 25, unit: 'hours' }, {}, /longer than the allowed 24 hours/],
  ])('%s fails with a reason', (_, settings, payload, reason) => {
    const outcome = throttleWindowEnd(settings, { now, zone: 'UTC', payload, maximum: { amount: 24, unit: 'hours' } });
    expect(outcome).toEqual({ ok: false, error: expect.stringMatching(reason) });
  });

  it.each<[unknown, number | undefined]>([
    [undefined, 1],
    [3, 3],
    ['3', 3],
    [0, undefined],
    [1.5, undefined],
    ['many', undefined],
  ])('H1: threshold %j is %j', (threshold, expected) => {
    const outcome = throttleThreshold({ threshold });
    expect(outcome.ok ? outcome.value : undefined).toBe(expected);
  });
});

describe('countExecution', () => {
  it('H3: threshold 3 lets 1 to 3 pass, stops 4, and passes again in the next window', () => {
    const executions = [0, 1, 2, 3, 9.999, 10, 11, 12, 13];
    let window: ThrottleWindow | undefined;
    const passes = executions.map((minute) => {
      const decision = countExecution(window, 3, minutesAfter(minute), minutesAfter(minute + 10));
      window = decision.window;
      return decision.passes;
    });
    expect(passes).toEqual([true, true, true, false, false, true, true, true, false]);
    expect(window).toEqual({ until: minutesAfter(20), count: 4 });
  });
});

import { changeOf, type Measure, percentText, successRate, throughput } from './change-words';

describe('how a number differs from the time before', () => {
  it.each<[Measure, number | null, number | null, object | undefined]>([
    ['volume', 103, 100, { direction: 'up', word: '3% more' }],
    ['volume', 50, 100, { direction: 'down', word: '50% less' }],
    ['volume', 100.2, 100, { direction: 'none', word: 'no change' }],
    ['volume', 0, 0, { direction: 'none', word: 'no change' }],
    ['volume', 5, 0, { direction: 'up', word: 'none before' }],
    ['failures', 8, 4, { direction: 'up', word: '100% more', isBetter: false }],
    ['failures', 0, 4, { direction: 'down', word: '100% fewer', isBetter: true }],
    ['latency', 90, 120, { direction: 'down', word: '25% faster', isBetter: true }],
    ['latency', 150, 120, { direction: 'up', word: '25% slower', isBetter: false }],
    ['rate', 0.985, 0.981, { direction: 'up', word: '0.4 points higher', isBetter: true }],
    ['rate', 0.5, 1, { direction: 'down', word: '50 points lower', isBetter: false }],
    ['rate', 0.98501, 0.985, { direction: 'none', word: 'no change' }],
    ['latency', null, 120, undefined],
    ['latency', 120, null, undefined],
  ])('%s: %d, before %d', (measure, now, before, change) => {
    expect(changeOf(now, before, measure)).toEqual(change);
  });
});

describe('success rate', () => {
  it.each([
    [0, 0, '–'],
    [10, 0, '100%'],
    [9_999, 1, '99.9%'],
    [1, 1, '50%'],
  ])('%d sent, %d failed: %s', (sent, failed, text) => {
    expect(percentText(successRate(sent, failed))).toBe(text);
  });
});

describe('throughput', () => {
  const NOON = Date.parse('2026-02-03T12:00:00Z');
  const at = (hours: number) => new Date(NOON + hours * 3_600_000).toISOString();

  it.each([
    ['counts what has passed of the last hour', 'hour', [at(0), at(1)], NOON + 1.5 * 3_600_000, '20 per hour'],
    ['counts a whole time that is over', 'hour', [at(0), at(1)], NOON + 99 * 3_600_000, '15 per hour'],
    ['is by minute in the last hour', 'ten_minutes', [at(0), at(0.5)], NOON + 40 * 60_000, '0.8 per minute'],
    ['is nothing without times', 'day', [], NOON, ''],
  ] as const)('%s', (_what, interval, times, now, text) => {
    expect(throughput(30, { interval, times }, now)).toBe(text);
  });
});

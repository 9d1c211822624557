import { OUTCOMES } from './activity-count.schema.js';
import { comparedTimes, comparisonOf } from './chart-comparison.js';
import type { ChartSelection } from './chart-series.js';
import { bucketOf } from './latency-histogram.js';

const HOUR = 3_600_000;
const NOON = Date.parse('2026-02-03T12:00:00Z');
const at = (minutes: number) => new Date(NOON + minutes * 60_000);
const selection: ChartSelection = { groupBy: 'outcome', channels: ['email'], outcomes: OUTCOMES, latency: true };

describe('CH7: the time that a chart is compared with', () => {
  const times = [NOON, NOON + HOUR, NOON + 2 * HOUR];

  it.each<[string, Date, number, number[], number[]]>([
    ['periods that have ended', at(180), 10, times, [-3, -2, -1]],
    ['not the one that has not', at(150), 10, times.slice(0, 2), [-3, -2]],
    ['none that has not begun', at(30), 10, [], []],
    ['nothing that is not kept any more', at(180), 4, [], []],
  ])('%s', (_what, now, keptHours, ended, previous) => {
    expect(comparedTimes(times, HOUR, now, keptHours * HOUR)).toEqual({
      times: ended,
      previous: previous.map((hours) => NOON + hours * HOUR),
    });
  });
});

describe('CH7: sums beside those of the time before', () => {
  const compared = { times: [NOON], previous: [NOON - HOUR] };
  const sent = (count: number, time: number, ms = 100) => ({
    at: new Date(time),
    steps: { email: { completed: { delivered: count } } },
    latency: { email: { [bucketOf(ms)]: count } },
  });

  it('of each series, also of those that are in one of the times alone', () => {
    const failed = { at: new Date(NOON - HOUR), steps: { email: { failed: { send_failed: 3 } } } };
    const counts = [sent(4, NOON), sent(9, NOON + HOUR), sent(2, NOON - HOUR, 5000), failed];
    const comparison = comparisonOf(counts, compared, HOUR, selection)!;
    expect(comparison).toMatchObject({
      from: '2026-02-03T12:00:00.000Z',
      to: '2026-02-03T13:00:00.000Z',
      previousFrom: '2026-02-03T11:00:00.000Z',
      previousTo: '2026-02-03T12:00:00.000Z',
      series: [
        { key: 'completed', total: 4, previous: 2 },
        { key: 'failed', total: 0, previous: 3 },
      ],
    });
    const { p50, previousP50 } = comparison.latency!;
    expect([p50, previousP50].map((value) => Math.round(value! / 1000))).toEqual([0, 5]);
  });

  it.each([
    ['nothing was counted before', [sent(4, NOON)], compared],
    ['nothing has ended', [sent(4, NOON), sent(2, NOON - HOUR)], { times: [], previous: [] }],
  ])('none when %s', (_when, counts, times) => {
    expect(comparisonOf(counts, times, HOUR, selection)).toBeNull();
  });
});

import { OUTCOMES } from './activity-count.schema.js';
import { type ChartSelection, latencyOf, seriesOf } from './chart-series.js';
import { bucketOf } from './latency-histogram.js';

const TIMES = [0, 3_600_000];
const selection = (fields: Partial<ChartSelection>): ChartSelection => ({
  groupBy: 'outcome',
  channels: ['email', 'sms'],
  outcomes: OUTCOMES,
  latency: true,
  ...fields,
});

const COUNTS: Parameters<typeof seriesOf>[0] = [
  {
    at: new Date(0),
    runs: { completed: 3 },
    steps: { email: { completed: { delivered: 3 }, skipped: { preference: 1, condition_false: 2 } } },
    providers: { email: { sendgrid: { completed: 3 } } },
    workflows: { w1: { completed: 2 }, w2: { completed: 1, skipped: 3 } },
    latency: { email: { [bucketOf(100)]: 3 } },
    attempts: { i1: { 0: { sent: 2 }, 3: { sent: 3, failed: 1 } }, i2: { 0: { failed: 7 } } },
    responses: { i1: { [bucketOf(5000)]: 6 } },
  },
  {
    at: new Date(3_600_000),
    runs: { failed: 1 },
    steps: { sms: { failed: { send_failed: 1 } }, delay: { completed: { delay_over: 9 } } },
    latency: { sms: { [bucketOf(5000)]: 1 } },
    attempts: { i1: { 0: { failed: 2 } } },
  },
];

describe('series of a chart', () => {
  it.each<[string, Partial<ChartSelection>, Record<string, number[]>]>([
    ['outcomes', {}, { completed: [3, 0], skipped: [3, 0], failed: [0, 1] }],
    [
      'reasons of one outcome',
      { groupBy: 'reason', outcomes: ['skipped'] },
      { condition_false: [2, 0], preference: [1, 0] },
    ],
    ['channels', { groupBy: 'channel' }, { email: [6, 0], sms: [0, 1] }],
    ['channels that send nothing', { groupBy: 'channel', channels: ['delay'] }, { delay: [0, 9] }],
    ['providers', { groupBy: 'provider' }, { sendgrid: [3, 0] }],
    ['workflows', { groupBy: 'workflow' }, { w2: [4, 0], w1: [2, 0] }],
    ['workflows of one outcome', { groupBy: 'workflow', outcomes: ['completed'] }, { w1: [2, 0], w2: [1, 0] }],
    ['requests to a provider', { groupBy: 'attempt', integrationId: 'i1' }, { sent: [5, 0], failed: [1, 2] }],
    ['runs', { groupBy: 'status' }, { completed: [3, 0], failed: [0, 1] }],
  ])('%s, the largest first', (_what, fields, series) => {
    const made = seriesOf(COUNTS, TIMES, selection(fields));
    expect(made.map(({ key, values }) => [key, values])).toEqual(Object.entries(series));
  });

  it('the fifty largest, and the sum of the others', () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_value, n) => [`w${n}`, { completed: n + 1 }]));
    const made = seriesOf([{ at: new Date(0), workflows: many }], [0], selection({ groupBy: 'workflow' }));
    expect(made).toHaveLength(51);
    expect(made.at(-1)).toEqual({ key: null, total: 55, values: [55] });
  });

  it('CH8: times until the provider of an integration has responded', () => {
    const { p50, overallP95 } = latencyOf(COUNTS, TIMES, selection({ groupBy: 'attempt', integrationId: 'i1' }));
    expect(p50.map((value) => value && Math.round(value / 1000))).toEqual([5, null]);
    expect(Math.round(overallP95! / 1000)).toBe(5);
  });

  it('CH4: times of each period, and of all', () => {
    const { p50, p95, overallP50, overallP95 } = latencyOf(COUNTS, TIMES, selection({}));
    expect(p50.map((value) => Math.round(value! / 1000))).toEqual([0, 5]);
    expect(p95).toEqual(p50);
    expect([overallP50, overallP95]).toEqual([p50[0], p50[1]]);
    expect(latencyOf([], TIMES, selection({}))).toEqual({
      p50: [null, null],
      p95: [null, null],
      overallP50: null,
      overallP95: null,
    });
  });
});

import { blanksOf, filledIn, inMode, sentenceOf, valueAt, type Values, type WaitKind, withValue } from './sentence';
import { waitInWords } from './words';

const ZONE = "in the subscriber's time zone";

/** Each state with what it means in words. */
const STATES: [WaitKind, Values, string][] = [
  ['delay', {}, 'Enter an amount of time.'],
  ['delay', { type: 'regular' }, 'Enter an amount of time.'],
  ['delay', { amount: 2 }, 'Enter an amount of time.'],
  ['delay', { amount: 1, unit: 'hours' }, 'Waits 1 hour.'],
  ['delay', { type: 'regular', amount: 0, unit: 'seconds' }, 'Waits 0 seconds.'],
  ['delay', { type: 'regular', amount: 2.5, unit: 'days' }, 'Waits 2.5 days.'],
  ['delay', { type: 'regular', amount: 2, unit: 'days', at: '09:00' }, `Waits 2 days, then until 9:00 ${ZONE}.`],
  ['delay', { amount: 1, unit: 'weeks', at: '{{payload.at}}' }, `Waits 1 week, then until {{payload.at}} ${ZONE}.`],
  [
    'delay',
    { amount: 1, unit: 'months', extendToSchedule: true },
    'Waits 1 month. In quiet hours, it lasts until they end.',
  ],
  ['delay', { amount: 1, unit: 'days', extendToSchedule: false, note: 'mine' }, 'Waits 1 day.'],
  ['delay', { type: 'timed' }, 'Enter when it ends.'],
  ['delay', { type: 'timed', cron: '0 9 * * 1-5' }, `Waits until 9:00 on the next weekday ${ZONE}.`],
  ['delay', { type: 'timed', cron: '30 17 * * *' }, `Waits until 17:30 ${ZONE}.`],
  ['delay', { type: 'timed', cron: '0 9 * * 1,4' }, `Waits until 9:00 on the next Monday or Thursday ${ZONE}.`],
  ['delay', { type: 'timed', cron: '0 9 1 * *' }, `Waits until 9:00 on day 1 of a month ${ZONE}.`],
  ['delay', { type: 'timed', cron: '0 * * * *' }, `Waits until the next full hour ${ZONE}.`],
  ['delay', { type: 'timed', cron: '15 * * * *' }, `Waits until minute 15 of an hour ${ZONE}.`],
  ['delay', { type: 'timed', cron: '0 9 * * 5L' }, `Waits until the next time of the schedule 0 9 * * 5L ${ZONE}.`],
  ['delay', { type: 'timed', cron: '@daily' }, `Waits until the next time of the schedule @daily ${ZONE}.`],
  ['delay', { type: 'timed', cron: '0 9 * * *', amount: 2, unit: 'days' }, `Waits until 9:00 ${ZONE}.`],
  ['delay', { type: 'dynamic' }, 'Enter when it ends.'],
  ['delay', { type: 'dynamic', dynamicKey: 'payload.remindAt' }, 'Waits until the time in payload.remindAt.'],
  [
    'delay',
    { type: 'dynamic', dynamicKey: 'remindAt', cron: '0 9 * * *' },
    'Waits until the time in payload.remindAt.',
  ],
  ['delay', { type: 'dynamic', delayPath: 'when' }, 'Waits until the time in payload.when.'],
  ['wait_until', { until: [{ event: 'paid' }] }, 'Enter an amount of time.'],
  ['wait_until', { until: [{ event: 'paid' }], timeout: { amount: 10, unit: 'minutes' } }, 'Ends after 10 minutes.'],
  ['wait_until', { timeout: { type: 'timed', cron: '0 9 * * *', mine: 1 } }, `Ends at 9:00 ${ZONE}.`],
  ['wait_until', { timeout: { type: 'dynamic', dynamicKey: 'end' } }, 'Ends at the time in payload.end.'],
  ['digest', { type: 'regular', amount: 10, unit: 'minutes' }, 'Collects events for 10 minutes from the first one on.'],
  [
    'digest',
    { amount: 1, unit: 'hours', digestKey: 'payload.postId' },
    'Collects events for 1 hour from the first one on. Each payload.postId has its own message.',
  ],
  [
    'digest',
    { amount: 1, unit: 'hours', lookBackWindow: { amount: 5, unit: 'minutes' } },
    'Collects events for 1 hour from the first one on. An event after 5 minutes without any is sent at once.',
  ],
  [
    'digest',
    { amount: 1, unit: 'hours', lookBackWindow: { amount: 5, unit: 'minutes', more: true }, backoff: true },
    'Collects events for 1 hour from the first one on. An event after 5 minutes without any is sent at once.',
  ],
  ['digest', { type: 'timed', cron: '0 8 * * 1' }, `Collects events until 8:00 on the next Monday ${ZONE}.`],
  [
    'digest',
    { type: 'timed', cron: '0 8 * * 1', lookBackWindow: { amount: 1, unit: 'days' }, extendToSchedule: true },
    `Collects events until 8:00 on the next Monday ${ZONE}. In quiet hours, it lasts until they end.`,
  ],
  ['throttle', { amount: 1, unit: 'hours' }, 'Lets 1 run pass in 1 hour for each subscriber.'],
  [
    'throttle',
    { type: 'fixed', amount: 2, unit: 'days', threshold: 3, throttleKey: 'orderId' },
    'Lets 3 runs pass in 2 days for each subscriber and payload.orderId.',
  ],
  ['throttle', { type: 'fixed' }, 'Enter an amount of time.'],
  [
    'throttle',
    { type: 'dynamic', dynamicKey: 'payload.end', threshold: 2 },
    'Lets 2 runs pass for each subscriber until the time in payload.end.',
  ],
  ['throttle', { type: 'dynamic', amount: 1, unit: 'hours' }, 'Enter when it ends.'],
];

describe('sentences of steps that wait', () => {
  it.each(STATES)('%s %j', (kind, values, words) => {
    const { lines, type, unused } = sentenceOf(kind, values);
    expect(waitInWords(kind, values)).toBe(words);
    // Everything that the sentence shows is taken out, and put back as it is shown.
    const shown = [...blanksOf(lines), ...unused, { path: type.path, value: valueAt(values, type.path) }];
    const emptied = shown.reduce((rest, { path }) => withValue(rest, path, undefined), values);
    for (const { path } of shown) expect(valueAt(emptied, path)).toBeUndefined();
    expect(shown.reduce((filled, { path, value }) => withValue(filled, path, value), emptied)).toEqual(values);
  });

  it.each<[WaitKind, Values, 'fixed' | 'scheduled' | 'payload']>([
    ['delay', { type: 'regular', amount: 2, unit: 'days', at: '09:00', mine: 1 }, 'scheduled'],
    ['delay', { type: 'timed', cron: '0 9 * * *' }, 'payload'],
    ['wait_until', { until: [{ event: 'x' }], timeout: { type: 'regular', amount: 1, unit: 'hours' } }, 'payload'],
    ['digest', { type: 'regular', amount: 1, unit: 'hours', lookBackWindow: { amount: 1, unit: 'days' } }, 'scheduled'],
    ['throttle', { type: 'fixed', amount: 1, unit: 'hours', threshold: 2 }, 'payload'],
  ])('%s %j in another mode, and back', (kind, values, mode) => {
    const before = sentenceOf(kind, values).mode;
    const { values: changed, kept } = inMode(kind, values, mode);
    expect(sentenceOf(kind, changed)).toMatchObject({ mode, unused: [] });
    const back = kept.reduce((all, { path, value }) => withValue(all, path, value), changed);
    expect(inMode(kind, back, before).values).toEqual(values);
  });

  it('an amount brings its unit, and a look-back has both or is none', () => {
    const amount = blanksOf(sentenceOf('digest', {}).lines).find(({ path }) => path === 'lookBackWindow.amount')!;
    const filled = filledIn({}, amount, 5);
    expect(filled).toEqual({ lookBackWindow: { amount: 5, unit: 'minutes' } });
    expect(filledIn(filled, amount, undefined)).toEqual({});
  });
});

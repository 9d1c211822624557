import { addDuration, parseDuration, subtractDuration, type TimeUnit } from '#libs/schedule/durations.js';
import { parseInstant } from '#libs/schedule/instants.js';
import { resolveZone } from '#libs/schedule/zones/time-zone.js';
import { RuleError } from '../rule-error.js';
import type { Evaluation, Operator, Operators } from './operator.js';

/** Units of relative dates. Months and years are calendar ones, counted in UTC. */
const AGO_UNITS = ['minutes', 'hours', 'days', 'weeks', 'months', 'years'] as const satisfies TimeUnit[];
type AgoUnit = (typeof AGO_UNITS)[number];

/** How far a date may be off and still be exactly X ago (X6). */
const TOLERANCE: Record<AgoUnit, { amount: number; unit: TimeUnit }> = {
  minutes: { amount: 1, unit: 'minutes' },
  hours: { amount: 1, unit: 'hours' },
  days: { amount: 1, unit: 'days' },
  weeks: { amount: 1, unit: 'days' },
  months: { amount: 1, unit: 'days' },
  years: { amount: 7, unit: 'days' },
};

interface Moments {
  date: number;
  /** X before now. */
  ago: number;
  now: number;
  unit: AgoUnit;
}

/** False when the value is no date, for the negative operator as well. A broken amount or unit is an error. */
function onDates(test: (moments: Moments) => boolean): Operator {
  return ([value, amount, unit], _data, _above, evaluation) => {
    const { ago, unit: knownUnit } = readAgo(evaluation, amount, unit);
    const date = parseInstant(value);
    return date !== undefined && test({ date: date.getTime(), ago, now: evaluation.now.getTime(), unit: knownUnit });
  };
}

function readAgo(evaluation: Evaluation, amount: unknown, unit: unknown): { ago: number; unit: AgoUnit } {
  const known = AGO_UNITS.find((name) => name === unit);
  const duration = parseDuration({ amount, unit }, AGO_UNITS);
  if (!duration.ok || !known) throw new RuleError(duration.ok ? 'unknown unit' : duration.error);
  const ago = subtractDuration(evaluation.now, duration.value, resolveZone(undefined));
  if (!ago) throw new RuleError(`${duration.value.amount} ${known} ago is before all dates`);
  return { ago: ago.getTime(), unit: known };
}

function isExactly({ date, ago, unit }: Moments): boolean {
  const centre = new Date(ago);
  const tolerance = (addDuration(centre, TOLERANCE[unit], resolveZone(undefined))?.getTime() ?? ago) - ago;
  return Math.abs(date - ago) <= tolerance;
}

const isWithin = ({ date, ago, now }: Moments): boolean => date >= ago && date <= now;

/**
 * Dates relative to now: `{"withinLast": [{"var": "subscriber.lastOnlineAt"}, {"amount": 7, "unit": "days"}]}`.
 * A date in the future is not ago: neither less than X ago nor within the last X.
 */
export const dateOperators: Operators = {
  moreThanXAgo: onDates(({ date, ago }) => date < ago),
  lessThanXAgo: onDates(({ date, ago, now }) => date > ago && date <= now),
  exactlyXAgo: onDates(isExactly),
  withinLast: onDates(isWithin),
  notWithinLast: onDates((moments) => !isWithin(moments)),
};

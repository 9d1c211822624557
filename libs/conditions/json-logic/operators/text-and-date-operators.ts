import { addDuration, parseDuration, subtractDuration, type TimeUnit } from '#libs/schedule/durations.js';
import { parseInstant } from '#libs/schedule/instants.js';
import { resolveZone } from '#libs/schedule/zones/time-zone.js';
import { toNumber } from '../../comparison.js';
import { RuleError } from '../rule-error.js';
import type { Evaluation, Operator, Operators } from './operators.js';

/** False unless both sides are texts, also for the negative operators (X5). */
function onTexts(test: (text: string, part: string) => boolean): Operator {
  return ([text, part], _data, _above, evaluation) => {
    if (typeof text !== 'string' || typeof part !== 'string') return false;
    evaluation.spendOnSearch(text.length + part.length);
    return test(text, part);
  };
}

/** Tests whether a list or text contains an item; false for anything else. */
function membership(expected: boolean): Operator {
  return ([item, container], _data, _above, evaluation) => {
    const searchable = Array.isArray(container) || (typeof container === 'string' && typeof item === 'string');
    if (!searchable) return false;
    evaluation.spendOnSearch(container.length);
    return includes(container, item) === expected;
  };
}

function includes(container: string | readonly unknown[], item: unknown): boolean {
  return typeof container === 'string' ? container.includes(String(item)) : container.includes(item);
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new RuleError('cat and substr work on single values');
}

const cat: Operator = (args, _data, _above, evaluation) => {
  let text = '';
  for (const arg of args) {
    text += textOf(arg);
    evaluation.assertLength(text.length);
  }
  return text;
};

const substr: Operator = ([text, start, length]) => {
  const from = toNumber(start);
  if (from === undefined) throw new RuleError('substr needs a start');
  const rest = textOf(text).slice(from);
  // A negative length leaves out that many characters at the end, like slice.
  return rest.slice(0, toNumber(length) ?? rest.length);
};

/** Operators on texts, and on lists where the container may be either. All are case-sensitive. */
export const textOperators: Operators = {
  startsWith: onTexts((text, part) => text.startsWith(part)),
  endsWith: onTexts((text, part) => text.endsWith(part)),
  contains: onTexts((text, part) => text.includes(part)),
  doesNotContain: onTexts((text, part) => !text.includes(part)),
  doesNotBeginWith: onTexts((text, part) => !text.startsWith(part)),
  doesNotEndWith: onTexts((text, part) => !text.endsWith(part)),
  in: membership(true),
  notIn: membership(false),
  cat,
  substr,
};

/** Units of relative dates. Months and years are calendar months and years in UTC. */
const AGO_UNITS = ['minutes', 'hours', 'days', 'weeks', 'months', 'years'] as const satisfies TimeUnit[];
type AgoUnit = (typeof AGO_UNITS)[number];

/** How much a date may differ and still be exactly X ago (X6). */
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

/** False if the value is not a date, also for the negative operator. An invalid amount or unit is an error. */
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
 * A date in the future is neither less than X ago nor within the last X.
 */
export const dateOperators: Operators = {
  moreThanXAgo: onDates(({ date, ago }) => date < ago),
  lessThanXAgo: onDates(({ date, ago, now }) => date > ago && date <= now),
  exactlyXAgo: onDates(isExactly),
  withinLast: onDates(isWithin),
  notWithinLast: onDates((moments) => !isWithin(moments)),
};

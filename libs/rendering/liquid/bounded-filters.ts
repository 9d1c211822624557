import { Context, defaultOperators, type FilterImplOptions, type Liquid } from 'liquidjs';
import { LimitError } from '../render-limits.js';
import { type RenderWork, workOf } from './bounded-rendering.js';
import { Markup, printValue } from './print-value.js';
import { sizeOfValue } from '../size-of-value.js';

/** The `this` of a filter function. */
export interface FilterCall {
  context: Context;
}

type Handler = (this: FilterCall, value: unknown, ...args: unknown[]) => unknown;

/**
 * Maximum length of a text to search for, and of the path of a property that a filter reads. A search costs up to
 * the product of both lengths: finding the last occurrence of a medium text in a long one takes ten seconds.
 */
const MAX_NEEDLE_LENGTH = 256;
/** Maximum length of an expression given to a filter, in characters. It is evaluated for every entry of a list. */
const MAX_EXPRESSION_LENGTH = 1000;
/** Character comparisons of a search, per step. */
const COMPARISONS_PER_STEP = 256;

const searching = new Set([
  'split',
  'remove',
  'remove_first',
  'remove_last',
  'replace',
  'replace_first',
  'replace_last',
]);

/** Filters whose first argument is a property of every entry, or a path to one. */
const readingProperties = new Set([
  'map',
  'sum',
  'where',
  'reject',
  'group_by',
  'has',
  'find',
  'find_index',
  'sort',
  'sort_natural',
]);

/** Filters whose arguments are a name for the entry and an expression that uses it. */
const withExpression = new Set(['where_exp', 'reject_exp', 'group_by_exp', 'has_exp', 'find_exp', 'find_index_exp']);

/** Filters that list the names of entries, and the index of the path among their arguments. */
const listingNames = new Map([
  ['toSentence', 0],
  ['digest', 1],
]);
/** Characters of a path that is followed for every entry, per step. */
const PATH_CHARACTERS_PER_STEP = 8;

/**
 * Filters that look up names of days and months in a calendar, and the cost of a call in steps; higher with a time
 * zone.
 */
export const DATE_FILTERS = [
  'date',
  'date_to_xmlschema',
  'date_to_rfc822',
  'date_to_string',
  'date_to_long_string',
] as const;
const STEPS_PER_DATE = 100;
const STEPS_PER_ZONED_DATE = 300;

/**
 * Filters that read the entries of a list but not what is inside them, apart from reads that are charged separately.
 */
const shallow = new Set(
  (
    'map where reject group_by has find find_index first last size reverse compact ' +
    'shown concat push pop shift unshift slice uniq sample default raw pluralize ' +
    'where_exp reject_exp group_by_exp has_exp find_exp find_index_exp'
  ).split(' '),
);

/**
 * Adds limits to every filter of an engine. Each call counts its work by its input and its result. No result is larger than
 * the memory of a rendering. The texts, paths and expressions used for every entry are short.
 */
export function boundFilters(liquid: Liquid): void {
  for (const [name, filter] of Object.entries(liquid.filters)) {
    liquid.registerFilter(name, bounded(name, filter));
  }
}

function bounded(name: string, filter: FilterImplOptions): FilterImplOptions {
  const { handler, raw } = typeof filter === 'function' ? { handler: filter, raw: false } : filter;
  const call = handler as Handler;
  const isShallow = shallow.has(name);
  const isDate = DATE_FILTERS.some((date) => date === name);
  return {
    raw,
    handler(this: FilterCall, input: unknown, ...given: unknown[]): unknown {
      const work = workOf(this.context);
      work.budget.spend(1 + given.length);
      if (isDate) work.budget.spend(given.length > 1 ? STEPS_PER_ZONED_DATE : STEPS_PER_DATE);
      // Converted once, because every other filter would convert it to text again and again.
      const value = input instanceof Markup && !raw ? input.toText() : input;
      const args = boundedArguments(name, value, given, work);
      if (isShallow && args.every((arg) => typeof arg !== 'object')) work.walkShallow(value);
      else work.walkDeep(value);
      const result = call.call(this, value, ...args);
      return isGenerator(result) ? checkedLater(result, work) : checked(result, work);
    },
  };
}

/**
 * Returns the arguments of a filter after accounting for them; those used for every entry are converted to short
 * texts.
 */
function boundedArguments(name: string, value: unknown, given: readonly unknown[], work: RenderWork): unknown[] {
  const args = [...given];
  if (searching.has(name)) args[0] = chargedNeedle(value, args[0], work);
  else if (readingProperties.has(name) && args.length > 0) args[0] = shortText(args[0], MAX_NEEDLE_LENGTH);
  else if (withExpression.has(name)) {
    args[0] = shortText(args[0], MAX_NEEDLE_LENGTH);
    args[1] = shortText(args[1], MAX_EXPRESSION_LENGTH);
  }
  const path = listingNames.get(name);
  if (path !== undefined && args.length > path) {
    const text = shortText(args[path], MAX_NEEDLE_LENGTH);
    args[path] = text;
    if (Array.isArray(value)) work.budget.spend(value.length * (1 + (text?.length ?? 0) / PATH_CHARACTERS_PER_STEP));
  }
  for (const arg of args) work.walkDeep(arg);
  return args;
}

function shortText(value: unknown, maxLength: number): string | undefined {
  if (value === undefined || value === null) return undefined;
  const text = value instanceof Markup ? value.toText() : printValue(value, maxLength);
  if (text.length > maxLength) throw new LimitError(`An argument of a filter is longer than ${maxLength} characters`);
  return text;
}

/**
 * Accounts for searching for a text in another.
 *
 * @returns What to search for; a `Markup` is converted to text, so that it is not converted again and again.
 * @throws LimitError if the text to search for is too long.
 */
export function chargedNeedle(value: unknown, given: unknown, work: RenderWork): unknown {
  const needle = given instanceof Markup ? given.toText() : given;
  const length = sizeOfValue(needle, MAX_NEEDLE_LENGTH);
  if (length > MAX_NEEDLE_LENGTH)
    throw new LimitError(`A searched text is longer than ${MAX_NEEDLE_LENGTH} characters`);
  if (typeof value === 'string') work.budget.spend((value.length * length) / COMPARISONS_PER_STEP);
  return needle;
}

function* checkedLater(result: Generator, work: RenderWork): Generator<unknown, unknown, unknown> {
  return checked(yield result, work);
}

/** @throws LimitError if the value is larger than the memory of a rendering, or nested too deeply. */
function checked(result: unknown, work: RenderWork): unknown {
  if (typeof result === 'object' || typeof result === 'string') {
    const size = sizeOfValue(result, work.memory);
    if (size > work.memory) throw new LimitError('A filter gives a value that is too large');
    if (typeof result === 'object') work.walkSize(size);
  }
  return result;
}

function isGenerator(value: unknown): value is Generator {
  return typeof value === 'object' && value !== null && Symbol.iterator in value && 'next' in value;
}

type Operators = typeof defaultOperators;
type Operator = (left: unknown, right: unknown, ctx: Context) => ReturnType<Operators[string]>;

const comparing = new Set(['==', '!=', '<', '>', '<=', '>=', 'contains']);

/**
 * Returns the library's operators. Each counts as a step and accounts for its operands first, because one condition
 * may contain thousands of operators.
 */
export function boundedOperators(): Operators {
  return Object.fromEntries(
    Object.entries(defaultOperators).map(([name, operator]) => [name, boundedOperator(name, operator as Operator)]),
  ) as Operators;
}

function boundedOperator(name: string, operator: Operator): Operator {
  // An operator with one operand gets the context as its second argument.
  if (name === 'not') {
    return (operand, ctx, nothing) => {
      workOf(ctx as Context).budget.spend(1);
      return operator(operand, ctx, nothing);
    };
  }
  if (!comparing.has(name)) {
    return (left, right, ctx) => {
      workOf(ctx).budget.spend(1);
      return operator(left, right, ctx);
    };
  }
  return (left, right, ctx) => {
    const work = workOf(ctx);
    work.budget.spend(1);
    chargeOperand(left, work);
    chargeOperand(right, work);
    if (name !== 'contains') return operator(left, right, ctx);
    const text = left instanceof Markup ? left.toText() : left;
    return operator(text, typeof text === 'string' ? chargedNeedle(text, right, work) : right, ctx);
  };
}

/** Lists are compared with everything inside them; of anything else only the text or the number of entries is read. */
function chargeOperand(operand: unknown, work: RenderWork): void {
  if (Array.isArray(operand)) work.use(sizeOfValue(operand, work.memory));
  else if (typeof operand === 'string' || typeof operand === 'object') work.walkShallow(operand);
}

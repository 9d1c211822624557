import type { Context, FilterImplOptions, Liquid } from 'liquidjs';
import { workOf } from './bounded-context.js';
import { LimitError } from './limit-error.js';
import { Markup } from './markup.js';
import { printValue } from './print-value.js';
import type { RenderWork } from './render-work.js';
import { sizeOfValue } from './size-of-value.js';

/** What a filter function is called on. */
export interface FilterCall {
  context: Context;
}

type Handler = (this: FilterCall, value: unknown, ...args: unknown[]) => unknown;

/**
 * Longest text searched for in another, and longest path of a property that a filter reads. Searching costs up to the
 * product of both lengths: a long text for the last occurrence of a medium one takes ten seconds.
 */
const longestNeedle = 256;
/** Longest expression given to a filter, in characters. It is worked out for every entry of a list. */
const longestExpression = 1000;
/** Comparisons of characters, of a search, that cost as much as one step. */
const comparisonsPerStep = 256;

const searching = new Set([
  'split',
  'remove',
  'remove_first',
  'remove_last',
  'replace',
  'replace_first',
  'replace_last',
]);

/** Filters whose first argument is a property, or a path to one, of every entry. */
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

/** Filters whose arguments are the name of an entry and an expression over it. */
const workingOut = new Set(['where_exp', 'reject_exp', 'group_by_exp', 'has_exp', 'find_exp', 'find_index_exp']);

/** Filters that name the entries of a list, and the place of the path among their arguments. */
const naming = new Map([
  ['toSentence', 0],
  ['digest', 1],
]);
/** Characters of a path that is followed for every entry, in one step. */
const pathCharactersPerStep = 8;

/** Filters that ask a calendar for the names of days and months, and what a call costs in steps; more with a time zone. */
const dateFilters = new Set(['date', 'date_to_xmlschema', 'date_to_rfc822', 'date_to_string', 'date_to_long_string']);
const stepsPerDate = 100;
const stepsPerZonedDate = 300;

/** Filters that look at the entries of a list but not at what is inside them, apart from what is charged when it is read. */
const shallow = new Set(
  (
    'map where reject group_by has find find_index first last size reverse compact ' +
    'concat push pop shift unshift slice uniq sample default raw pluralize ' +
    'where_exp reject_exp group_by_exp has_exp find_exp find_index_exp'
  ).split(' '),
);

/**
 * Puts limits around every filter of an engine: the work of each call is counted by what goes in and what comes out, no
 * result may be larger than the memory of a rendering, and what is searched, read and worked out per entry is short.
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
  const isDate = dateFilters.has(name);
  return {
    raw,
    handler(this: FilterCall, input: unknown, ...given: unknown[]): unknown {
      const work = workOf(this.context);
      work.budget.spend(1 + given.length);
      if (isDate) work.budget.spend(given.length > 1 ? stepsPerZonedDate : stepsPerDate);
      // Its text is what every other filter would make of it, again and again.
      const value = input instanceof Markup && !raw ? input.toText() : input;
      const args = boundedArguments(name, value, given, work);
      if (isShallow && args.every((arg) => typeof arg !== 'object')) work.walkShallow(value);
      else work.walkDeep(value);
      const result = call.call(this, value, ...args);
      return isGenerator(result) ? checkedLater(result, work) : checked(result, work);
    },
  };
}

/** The arguments of a filter, paid for; those that are used for every entry are short texts. */
function boundedArguments(name: string, value: unknown, given: readonly unknown[], work: RenderWork): unknown[] {
  const args = [...given];
  if (searching.has(name)) args[0] = paidNeedle(value, args[0], work);
  else if (readingProperties.has(name) && args.length > 0) args[0] = shortText(args[0], longestNeedle);
  else if (workingOut.has(name)) {
    args[0] = shortText(args[0], longestNeedle);
    args[1] = shortText(args[1], longestExpression);
  }
  const path = naming.get(name);
  if (path !== undefined && args.length > path) {
    const text = shortText(args[path], longestNeedle);
    args[path] = text;
    if (Array.isArray(value)) work.budget.spend(value.length * (1 + (text?.length ?? 0) / pathCharactersPerStep));
  }
  for (const arg of args) work.walkDeep(arg);
  return args;
}

function shortText(value: unknown, longest: number): string | undefined {
  if (value === undefined || value === null) return undefined;
  const text = value instanceof Markup ? value.toText() : printValue(value, longest);
  if (text.length > longest) throw new LimitError(`An argument of a filter is longer than ${longest} characters`);
  return text;
}

/**
 * Accounts for looking for a text in another.
 *
 * @returns What is searched for; a text of its own for what would be turned into text again and again.
 * @throws LimitError for a searched text that is too long.
 */
export function paidNeedle(value: unknown, given: unknown, work: RenderWork): unknown {
  const needle = given instanceof Markup ? given.toText() : given;
  const length = sizeOfValue(needle, longestNeedle);
  if (length > longestNeedle) throw new LimitError(`A searched text is longer than ${longestNeedle} characters`);
  if (typeof value === 'string') work.budget.spend((value.length * length) / comparisonsPerStep);
  return needle;
}

function* checkedLater(result: Generator, work: RenderWork): Generator<unknown, unknown, unknown> {
  return checked(yield result, work);
}

/** @throws LimitError for a value that is larger than the memory of a rendering, or nested too deeply. */
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

import { performance } from 'node:perf_hooks';
import type { Context, FilterImplOptions, Liquid } from 'liquidjs';
import { LimitError } from './limit-error.js';
import { sizeOfValue } from './size-of-value.js';

/** What a filter function is called on. */
export interface FilterCall {
  context: Context;
}

type Handler = (this: FilterCall, value: unknown, ...args: unknown[]) => unknown;

/**
 * Longest text searched for in another. Searching costs up to the product of both lengths: a long text for the last
 * occurrence of a medium one takes ten seconds.
 */
const longestNeedle = 256;

const searchingFilters = new Set([
  'split',
  'remove',
  'remove_first',
  'remove_last',
  'replace',
  'replace_first',
  'replace_last',
]);

/**
 * Puts limits around every filter of an engine: the time is looked at on each call, no result may be larger than the
 * memory of a rendering, and searched texts are short.
 */
export function boundFilters(liquid: Liquid, memory: number): void {
  for (const [name, filter] of Object.entries(liquid.filters)) {
    liquid.registerFilter(name, bounded(name, filter, memory));
  }
}

function bounded(name: string, filter: FilterImplOptions, memory: number): FilterImplOptions {
  const { handler, raw } = typeof filter === 'function' ? { handler: filter, raw: false } : filter;
  const call = handler as Handler;
  const searches = searchingFilters.has(name);
  return {
    raw,
    handler(this: FilterCall, value: unknown, ...args: unknown[]): unknown {
      this.context.renderLimit.check(performance.now());
      if (searches) {
        checkNeedle(args[0]);
      }
      const result = call.call(this, value, ...args);
      return isGenerator(result) ? checkedLater(result, memory) : checkedSize(result, memory);
    },
  };
}

/** @throws LimitError for a searched text that is too long. */
export function checkNeedle(needle: unknown): void {
  if (sizeOfValue(needle, longestNeedle) > longestNeedle) {
    throw new LimitError(`A searched text is longer than ${longestNeedle} characters`);
  }
}

function* checkedLater(result: Generator, memory: number): Generator<unknown, unknown, unknown> {
  return checkedSize(yield result, memory);
}

function checkedSize(result: unknown, memory: number): unknown {
  if (sizeOfValue(result, memory) > memory) {
    throw new LimitError('A filter gives a value that is too large');
  }
  return result;
}

function isGenerator(value: unknown): value is Generator {
  return typeof value === 'object' && value !== null && Symbol.iterator in value && 'next' in value;
}

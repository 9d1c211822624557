import { filters as libraryFilters, type Liquid } from 'liquidjs';
import type { FilterCall } from '../liquid/bounded-filters.js';
import { toJson } from '../liquid/print-value.js';
import { pluralize } from './pluralize.js';
import { digest, toSentence } from './sentence.js';
import { sortFilters } from './sort.js';

const dateFilters = ['date', 'date_to_xmlschema', 'date_to_rfc822', 'date_to_string', 'date_to_long_string'] as const;

/**
 * Adds our filters (L3) to an engine and replaces those of the library that we want different.
 *
 * @param now The time that `"now"` and `"today"` stand for.
 * @param memory Largest value made to JSON, by `sizeOfValue`.
 */
export function registerFilters(liquid: Liquid, now: () => Date, memory: number): void {
  liquid.registerFilter('pluralize', pluralize);
  liquid.registerFilter('toSentence', toSentence);
  liquid.registerFilter('digest', digest);
  for (const name of ['json', 'jsonify', 'inspect']) {
    liquid.registerFilter(name, (value: unknown, space?: unknown) => toJson(value, memory, space));
  }
  for (const [name, filter] of Object.entries(sortFilters)) {
    liquid.registerFilter(name, filter);
  }
  for (const name of dateFilters) {
    const format = libraryFilters[name] as (this: FilterCall, value: unknown, ...args: unknown[]) => unknown;
    liquid.registerFilter(name, function (value: unknown, ...args: unknown[]) {
      return format.call(this, value === 'now' || value === 'today' ? now() : value, ...args);
    });
  }
}

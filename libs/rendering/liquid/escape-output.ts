import { escapeHtml } from '../escape-html.js';
import { BoundedContext } from './bounded-context.js';
import type { FilterCall } from './bounded-filters.js';
import { Markup } from './markup.js';
import { printValue } from './print-value.js';

/**
 * Prints values as HTML: what knows its own HTML as that, everything else escaped. The library calls it as a filter.
 *
 * @param limit Largest list or object printed.
 */
export function escapeOutput(limit: number): (value: unknown) => string {
  return function (this: FilterCall | void, value: unknown): string {
    const escapes = isEscaping(this);
    if (value instanceof Markup) return escapes ? value.toHtml() : value.toText();
    const text = printValue(value, limit);
    return escapes ? escapeHtml(text) : text;
  };
}

/** The filter `raw` where output is escaped. It does not undo the escaping inside what knows its own HTML. */
export function unescaped(this: FilterCall, value: unknown): unknown {
  return value instanceof Markup && isEscaping(this) ? value.toHtml() : value;
}

/** Inside a translation that is wanted as plain text, nothing is escaped. */
function isEscaping(call: FilterCall | void): boolean {
  return !(call && call.context instanceof BoundedContext) || call.context.escapes;
}

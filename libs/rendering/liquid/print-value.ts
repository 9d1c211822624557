import { type Context, Drop } from 'liquidjs';
import { LimitError } from '../render-limits.js';
import { sizeOfValue } from '../size-of-value.js';

/**
 * A template value that provides its own markup, so it is not escaped again when the template prints it. Filters and
 * comparisons use its plain text, and their results are escaped like any other text.
 */
export abstract class Markup extends Drop {
  /** Returns the value as markup, in which everything that came from data is escaped. */
  abstract toMarkup(escape: (text: string) => string): string;

  /** Returns the value as plain text. */
  abstract toText(): string;

  /** Returns what a template reads as a property of the value. Fields of the object itself are not accessible. */
  abstract property(key: string, context: Context): unknown;

  override valueOf(): string {
    return this.toText();
  }

  toJSON(): string {
    return this.toText();
  }
}

/**
 * Returns the text printed for a value: an empty text for a missing one, valid JSON for lists and objects (L3), ISO
 * 8601 for dates.
 *
 * @param limit Maximum size of a list or object, measured by `sizeOfValue`.
 * @throws LimitError for a larger one.
 */
export function printValue(value: unknown, limit: number): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'object':
      return value === null ? '' : printObject(value, limit);
    default:
      return '';
  }
}

function printObject(value: object, limit: number): string {
  // Dates and database ids provide their own text.
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    const plain: unknown = value.toJSON();
    if (typeof plain !== 'object' || plain === null) {
      return printValue(plain, limit);
    }
  }
  return toJson(value, limit);
}

/**
 * Returns valid JSON for a value; `null` for a missing one.
 *
 * @param space Characters per level of indentation, at most 10, or the indentation itself.
 * @throws LimitError for a value larger than `limit`.
 */
export function toJson(value: unknown, limit: number, space: unknown = 0): string {
  const indentation = typeof space === 'number' || typeof space === 'string' ? space : 0;
  const indent = typeof indentation === 'string' ? indentation.length : indentation;
  if (sizeOfValue(value, limit, Math.min(Math.max(indent, 0) || 0, 10)) > limit) {
    throw new LimitError('A list or object is too large to print');
  }
  return JSON.stringify(value ?? null, null, indentation);
}

import { LimitError } from './limit-error.js';
import { sizeOfValue } from './size-of-value.js';

/**
 * The text a value is printed as: nothing for a missing one, valid JSON for lists and objects (L3), ISO 8601 for dates.
 *
 * @param limit Largest list or object, by `sizeOfValue`.
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
  // Dates and database ids know their own text.
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    const plain: unknown = value.toJSON();
    if (typeof plain !== 'object' || plain === null) {
      return printValue(plain, limit);
    }
  }
  return toJson(value, limit);
}

/**
 * Valid JSON of a value; a missing one is `null`.
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

import type { OperatorKey, ValueType } from './operators';
import { valueKindOf } from './operators';

export const AGO_UNITS = ['minutes', 'hours', 'days', 'weeks', 'months', 'years'];

/** The value that fits another operator or type, kept where it can be. */
export function fitted(value: unknown, operator: OperatorKey, type: ValueType): unknown {
  const [first] = Array.isArray(value) ? (value as unknown[]) : [value];
  switch (valueKindOf(operator)) {
    case 'none':
      return undefined;
    case 'many':
      return Array.isArray(value) ? value : isBlank(value) ? [] : [value];
    case 'range':
      return Array.isArray(value) && value.length === 2 ? value : [typeof first === 'number' ? first : 0, 0];
    case 'ago':
      return isAgo(value) ? value : { amount: 7, unit: 'days' };
    case 'one':
      return isAgo(first) ? '' : asType(first, type);
  }
}

/** A literal as the type of its variable needs it: `5` for a number is a number, `"5"` for a text a text. */
export function asType(value: unknown, type: ValueType): unknown {
  if (type === 'boolean') return typeof value === 'boolean' ? value : value !== 'false';
  if (isBlank(value)) return '';
  if (typeof value === 'string') return type === 'number' ? asNumber(value) : value;
  return type === 'text' || type === 'date' ? textOf(value) : value;
}

/** A text as it was typed for a variable of unknown type: `5`, `true` and `null` are values, `"5"` is a text. */
export function literalOf(text: string): unknown {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? text : value;
  } catch {
    return text;
  }
}

/** The text that {@link literalOf} reads as this value. */
export function textOfLiteral(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value !== 'string') return JSON.stringify(value);
  return literalOf(value) === value ? value : JSON.stringify(value);
}

/** A template such as `{{payload.limit}}` stays a text. */
function asNumber(text: string): unknown {
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function isAgo(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'amount' in value && 'unit' in value;
}

import { ValidationException } from '../../../platform/errors/validation.exception.js';

/** Neither control characters nor halves of surrogate pairs, which no store keeps as they are. */
const TEXT = /^[^\p{Cc}\p{Cs}]+$/u;

/** A list of at most `most` entries, or a 422 for the field. */
export function readList(value: unknown, field: string, most: number): unknown[] {
  if (!Array.isArray(value)) throw ValidationException.of(field, `${field} must be a list`);
  if (value.length > most) throw ValidationException.of(field, `${field} may have at most ${most} entries`);
  return value;
}

/** A text of 1 to `most` characters without control characters, or a 422 for the field. */
export function readText(value: unknown, field: string, most: number): string {
  if (typeof value !== 'string' || !TEXT.test(value)) {
    throw ValidationException.of(field, `${field} must be a non-empty text without control characters`);
  }
  if (value.length > most) throw ValidationException.of(field, `${field} may have at most ${most} characters`);
  return value;
}

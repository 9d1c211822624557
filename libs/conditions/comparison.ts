import { parseInstant } from '#libs/schedule/instants.js';

const NUMERAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i;
const INTEGER = /^[+-]?\d+$/;
const MAX_NUMERAL = 400;

/**
 * Compares two values (X4) as the first of these that both are: booleans or the words true and false, numbers, ISO dates.
 * @returns below, equal to or above 0, or undefined if the two have no order
 */
export function compareValues(left: unknown, right: unknown): number | undefined {
  return compareAs(toBoolean, left, right) ?? compareNumbers(left, right) ?? compareAs(parseInstant, left, right);
}

/**
 * Returns whether two values are equal by {@link compareValues}, or strictly equal if they have no order. A missing
 * value equals null.
 */
export function looselyEqual(left: unknown, right: unknown): boolean {
  const order = compareValues(left, right);
  return order === undefined ? (left ?? null) === (right ?? null) : order === 0;
}

function compareAs(
  convert: (value: unknown) => boolean | Date | undefined,
  left: unknown,
  right: unknown,
): number | undefined {
  const a = convert(left);
  const b = convert(right);
  return a === undefined || b === undefined ? undefined : Number(a) - Number(b);
}

function compareNumbers(left: unknown, right: unknown): number | undefined {
  const a = toNumber(left);
  const b = toNumber(right);
  if (a === undefined || b === undefined) return undefined;
  if (a === b && !Number.isSafeInteger(a)) return compareLongIntegers(left, right);
  return a === b ? 0 : Math.sign(a - b);
}

/** Compares long ids as texts, because different ones may convert to the same number. */
function compareLongIntegers(left: unknown, right: unknown): number {
  const texts = [String(left).trim(), String(right).trim()] as const;
  if (!texts.every((text) => INTEGER.test(text))) return 0;
  const [a, b] = texts.map((text) => BigInt(text.replace('+', ''))) as [bigint, bigint];
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * Converts a finite number, or a text that is a decimal number, to a number. Empty texts, null and booleans are not
 * numbers.
 */
export function toNumber(value: unknown): number | undefined {
  if (typeof value === 'string') {
    if (value.length > MAX_NUMERAL) return undefined;
    const text = value.trim();
    return NUMERAL.test(text) ? toNumber(Number(text)) : undefined;
  }
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function toBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (value === 'true') return true;
  return value === 'false' ? false : undefined;
}

import { visit } from 'jsonc-parser';

/** Every number that is changed when it is read has one of these; texts may, too. Most bodies are ruled out by it. */
const MAY_CHANGE = /\d{16}|\d[eE][+-]?\d{2}|\.\d{300}/;
/** The same, where a value may stand. */
const IS_NUMBER = /[[:,]\s*-?(?:\d{16}|\d+\.\d{300}|\d+(?:\.\d+)?[eE][+-]?\d{2})/;
/** The largest number has 309 digits. */
const MAX_DIGITS = 400;
const MAX_SHOWN = 40;

/**
 * The first number of a JSON text that would be another one here, and what to do; undefined when there is none. These are
 * numbers beyond 2^53 that are not exact, numbers that are too large, and those that become zero. Fractions are rounded to
 * about 17 digits, as everywhere.
 */
export function changedNumber(json: string): { path: string[]; problem: string } | undefined {
  if (!MAY_CHANGE.test(json) || !IS_NUMBER.test(json)) return undefined;
  let found: ReturnType<typeof changedNumber>;
  try {
    visit(json, {
      onLiteralValue(value: unknown, offset, length, _line, _column, pathOf) {
        const literal = json.slice(offset, offset + length);
        if (typeof value !== 'number' || isKept(literal, value)) return;
        const problem = `is ${literal.slice(0, MAX_SHOWN)}, which would be changed: send it as a text, in double quotes`;
        found = { path: pathOf().map(String), problem };
        throw ENOUGH;
      },
    });
  } catch (error) {
    if (error !== ENOUGH) throw error;
  }
  return found;
}

const ENOUGH = new Error('The number is found');

function isKept(literal: string, value: number): boolean {
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value !== 0 || !/^[^eE]*[1-9]/.test(literal);
  return literal.length <= MAX_DIGITS && Number.isFinite(value) && decimalOf(literal) === decimalOf(String(value));
}

/** The number in a form that is the same for all ways to write it. */
function decimalOf(literal: string): string {
  const [mantissa = '', exponent = '0'] = literal.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = `${whole}${fraction}`;
  const trimmed = digits.replace(/0+$/, '');
  return `${trimmed.replace(/^(-?)0+/, '$1')}e${Number(exponent) - fraction.length + digits.length - trimmed.length}`;
}

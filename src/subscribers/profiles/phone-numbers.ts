import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { isPhoneNumber } from '../subscriber-limits.js';

/** What is stored of a text, or what is wrong with it: the end of a sentence that begins with the name of the field. */
export type FieldReading = { value: string } | { problem: string };

/** The scheme of a number at a chat service, as in `whatsapp:+4930901820`. */
const SCHEME = /^[a-z]{2,16}:/i;

/** Digits that a country code and a number have together (E.164). */
const E164 = /^\+[1-9]\d{3,14}$/;

/**
 * Reads a phone number. One with a country code is stored as E.164, `+49 (0)30 901‑820` as `+4930901820`; one without,
 * such as a short code, as its digits. A number that begins with a trunk prefix, such as `030 901820`, is refused: it is
 * another one in each country.
 */
export function readPhoneNumber(text: string): FieldReading {
  const [scheme = ''] = SCHEME.exec(text) ?? [];
  const plain = plainDigits(text.slice(scheme.length)).replace(/^00(?=[1-9])/, '+');
  if (!isPhoneNumber(scheme + plain)) {
    return { problem: 'must be one phone number with its country code, such as +4915112345678' };
  }
  if (/^\(?0/.test(plain)) {
    return {
      problem: 'must have its country code, as in +4915112345678: a number that begins with 0 differs by country',
    };
  }
  return { value: scheme + (plain.startsWith('+') ? internationalOf(plain) : plain.replace(/[ ()./-]/g, '')) };
}

/** The digits as they are. A trunk prefix in parentheses is left out where the plan of the country says so. */
function internationalOf(text: string): string {
  const digits = text.replace(/[ ()./-]/g, '');
  if (!text.includes('(0)')) return digits;
  const parsed = parsePhoneNumberFromString(text);
  const known = parsed?.isPossible() ? parsed.number : undefined;
  return known !== undefined && E164.test(known) ? known : digits;
}

/** Digits of any script and typographic dashes as those of ASCII, without characters that only format. */
function plainDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\p{Z}/gu, ' ')
    .replace(/\p{Nd}/gu, digitOf)
    .trim();
}

/** Digits of a script follow each other from 0 to 9. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0)!;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return String(value);
}

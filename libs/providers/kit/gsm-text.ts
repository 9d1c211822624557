import { smsSegments } from './sms-segments.js';

/** Characters that editors and phones insert, and the plain ones that stand for them in the alphabet of text messages. */
const PLAIN: Readonly<Record<string, string>> = {
  '‘’‚‛′‵`´ʼ': "'",
  '“”„‟«»″': '"',
  '‐‑‒–—―−': '-',
  '\t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000': ' ',
  '\u00ad\u200b\u2060\ufeff': '',
  '\u2028\u2029': '\n',
  '…': '...',
  '•·': '*',
  '‹': '<',
  '›': '>',
  '⁄': '/',
};

const REPLACEMENTS = new Map(
  Object.entries(PLAIN).flatMap(([characters, plain]) => Array.from(characters, (one) => [one, plain] as const)),
);

/**
 * Replaces typographic quotes, dashes, ellipses and spaces where that makes a text one of the GSM alphabet, whose segments
 * have more than twice the room. Any other text stays as it is.
 */
export function plainSms(text: string): string {
  if (smsSegments(text).encoding === 'GSM-7') return text;
  const plain = Array.from(text.normalize('NFC'), (one) => REPLACEMENTS.get(one) ?? one).join('');
  return smsSegments(plain).encoding === 'GSM-7' ? plain : text;
}

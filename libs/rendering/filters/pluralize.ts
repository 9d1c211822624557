import { isRecord } from '../liquid/is-record.js';

/** Plurals English does not form by rule. */
const irregular = new Map([
  ['child', 'children'],
  ['foot', 'feet'],
  ['goose', 'geese'],
  ['leaf', 'leaves'],
  ['life', 'lives'],
  ['man', 'men'],
  ['mouse', 'mice'],
  ['person', 'people'],
  ['tooth', 'teeth'],
  ['woman', 'women'],
]);

/**
 * `pluralize` (L3): the number and the word in the form that belongs to it, `1 comment`, `2 comments`.
 *
 * @param value A number, or a list or object whose entries are counted; any other value counts as 0, a missing one
 *   prints nothing.
 * @param singular The word for one.
 * @param plural The word for any other number; without it, the English plural of `singular`.
 * @param showNumber `false` leaves the number out.
 */
export function pluralize(value: unknown, singular: unknown = '', plural?: unknown, showNumber?: unknown): string {
  if (value === undefined || value === null) {
    return '';
  }
  const count = countOf(value);
  const word = wordFor(count, wordOf(singular), wordOf(plural));
  return showNumber === false || showNumber === 'false' ? word : `${count} ${word}`.trimEnd();
}

function countOf(value: unknown): number {
  if (Array.isArray(value)) {
    return value.length;
  }
  if (isRecord(value)) {
    return Object.keys(value).length;
  }
  return typeof value === 'object' ? 0 : Number(value) || 0;
}

function wordOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The form of a word that belongs to a number: the singular for exactly 1. */
export function wordFor(count: number, singular: string, plural = ''): string {
  return count === 1 ? singular : plural || englishPlural(singular);
}

function englishPlural(word: string): string {
  const known = irregular.get(word.toLowerCase());
  if (known) {
    // Keeps a capital at the start: Person, People.
    return word.slice(0, 1) + known.slice(1);
  }
  if (/[^aeiou]y$/i.test(word)) {
    return `${word.slice(0, -1)}ies`;
  }
  if (/(?:s|x|z|ch|sh)$/i.test(word)) {
    return `${word}es`;
  }
  return word === '' ? '' : `${word}s`;
}

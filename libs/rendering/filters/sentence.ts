import { printValue } from '../liquid/print-value.js';
import { isRecord } from '../liquid/is-record.js';
import { wordFor } from './pluralize.js';

const defaultLimit = 2;
const restWord = 'other';

interface Listing {
  names: string[];
  /** How many entries are not named. */
  rest: number;
}

/**
 * `toSentence` (L3): a list as part of a sentence, with a comma before the last `and` of three or more parts:
 * `A, B, and 2 others`.
 *
 * @param list Anything but a list gives an empty text.
 * @param keyPath Path to the name inside each entry (`profile.name`); empty for the entry itself.
 * @param limit How many entries are named.
 * @param rest Word for the entries that are not.
 * @param separator Between parts.
 * @param pairConnector Between the parts when there are two.
 * @param lastConnector Before the last of three or more parts.
 */
export function toSentence(
  list: unknown,
  keyPath?: unknown,
  limit?: unknown,
  rest: unknown = restWord,
  separator: unknown = ', ',
  pairConnector: unknown = ' and ',
  lastConnector: unknown = ', and ',
): string {
  const listing = listingOf(list, keyPath, limit);
  const parts = partsOf(listing, textOf(rest));
  return joined(parts, textOf(separator), textOf(parts.length === 2 ? pairConnector : lastConnector));
}

/**
 * `digest` (L3): like `toSentence`, with `and` and no comma before the last part: `A, B and 2 others`.
 *
 * @param list Anything but a list gives an empty text.
 * @param limit How many entries are named.
 * @param keyPath Path to the name inside each entry; empty for the entry itself.
 * @param separator Between the named entries.
 */
export function digest(list: unknown, limit?: unknown, keyPath?: unknown, separator: unknown = ', '): string {
  return joined(partsOf(listingOf(list, keyPath, limit), restWord), textOf(separator), ' and ');
}

function listingOf(list: unknown, keyPath: unknown, limit: unknown): Listing {
  if (!Array.isArray(list)) {
    return { names: [], rest: 0 };
  }
  const path = textOf(keyPath).split('.').filter(Boolean);
  const names = (list as unknown[])
    .slice(0, limitOf(limit))
    .map((entry) => textOf(path.reduce<unknown>((value, key) => propertyOf(value, key), entry)));
  return { names, rest: list.length - names.length };
}

/** A limit that is missing or is no number is the default; a negative one names nobody. */
function limitOf(limit: unknown): number {
  const number = typeof limit === 'number' || (typeof limit === 'string' && limit !== '') ? Number(limit) : NaN;
  return Number.isNaN(number) ? defaultLimit : Math.max(0, Math.floor(number));
}

function partsOf({ names, rest }: Listing, word: string): string[] {
  return rest > 0 ? [...names, `${rest} ${wordFor(rest, word)}`] : names;
}

function joined(parts: string[], separator: string, lastConnector: string): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : parts.slice(0, -1).join(separator) + lastConnector + last;
}

function propertyOf(value: unknown, key: string): unknown {
  return (isRecord(value) || Array.isArray(value)) && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}

function textOf(value: unknown): string {
  // The engine has bounded every value a template can hand to a filter, and bounds the result.
  return printValue(value, Infinity);
}

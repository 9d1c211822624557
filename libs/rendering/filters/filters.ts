import { type Context, filters as libraryFilters, type Liquid } from 'liquidjs';
import { parseInstant } from '#libs/schedule/instants.js';
import { knownZone } from '#libs/schedule/zones/time-zone.js';
import { DATE_FILTERS, type FilterCall } from '../liquid/bounded-filters.js';
import { type BoundedContext, workOf } from '../liquid/bounded-rendering.js';
import { Markup, printValue, toJson } from '../liquid/print-value.js';
import { isRecord } from '../size-of-value.js';
import { TranslatedText } from '../liquid/translated-text.js';
import { pluralCategory } from '../translations/locales.js';

/**
 * Adds our filters (L3) to an engine and replaces some of the library's.
 *
 * @param now The time that `"now"` and `"today"` mean.
 * @param memory Maximum size of a value converted to JSON, measured by `sizeOfValue`.
 */
export function registerFilters(liquid: Liquid, now: () => Date, memory: number): void {
  liquid.registerFilter('pluralize', pluralize);
  liquid.registerFilter('toSentence', toSentence);
  liquid.registerFilter('digest', digest);
  liquid.registerFilter('shown', shown);
  for (const name of ['json', 'jsonify', 'inspect']) {
    liquid.registerFilter(name, (value: unknown, space?: unknown) => toJson(value, memory, space));
  }
  for (const [name, filter] of Object.entries(sortFilters)) {
    liquid.registerFilter(name, filter);
  }
  for (const name of DATE_FILTERS) {
    const format = libraryFilters[name] as (this: FilterCall, value: unknown, ...args: unknown[]) => unknown;
    liquid.registerFilter(name, function (value: unknown, ...args: unknown[]) {
      if (name === 'date' && typeof args[1] === 'string') args[1] = usableZone(args[1]);
      return format.call(this, value === 'now' || value === 'today' ? now() : inUtc(value), ...args);
    });
  }
}

/** The end of a time that names its zone: `Z`, `UTC`, `EST`, `+02:00`, each perhaps with a name in parentheses. */
const ZONE = /(?:z|utc?|gmt|[ecmp][sd]t|:\d\d(?:[.,]\d+)?\s*(?:gmt|utc)?[+-]\d{1,2}(?::?\d\d)?)\s*(?:\([^)]*\))?$/i;

/** A date as a text. Without a zone it is UTC, as in conditions and delays: the server's zone has no influence (L3). */
function inUtc(value: unknown): unknown {
  if (typeof value !== 'string' || /^\d+$/.test(value)) return value;
  const text = value.trim();
  const instant = parseInstant(text);
  if (instant) return instant;
  if (ZONE.test(text)) return value;
  const time = new Date(`${text} UTC`);
  return Number.isNaN(time.getTime()) ? value : time;
}

/** A zone that no runtime knows counts as UTC, as in delays: it may have been stored long ago, and fails no message. */
function usableZone(zone: string): string | number {
  const [, sign, hours = 0, minutes = 0] = /^([+-])(\d{2}):(\d{2})$/.exec(zone) ?? [];
  // Minutes behind UTC. Newer runtimes read an offset as a name, older ones do not.
  if (sign) return (sign === '+' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  return knownZone(zone);
}

/** Texts that a condition of a block takes for false, as editors write them. */
const FALSE_TEXTS: ReadonlySet<string> = new Set(['', 'false', 'null', 'undefined', '0']);

/** `shown` (BL6): whether a block with this value as its condition is shown. Unlike in `if`, `0` and an empty text are false. */
function shown(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return false;
  return typeof value === 'object' || !FALSE_TEXTS.has(printValue(value, Infinity).trim().toLowerCase());
}

/** Irregular English plurals. */
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
 * `pluralize` (L3): the number and the word in the matching form, `1 comment`, `2 comments`.
 *
 * @param value A number, or a list or object whose entries are counted; any other value counts as 0. A missing value
 * prints nothing.
 * @param singular The word for one.
 * @param plural The word for any other number; without it, the English plural of `singular`.
 * @param showNumber `false` leaves the number out.
 *
 * Languages with other forms name them after the categories of CLDR, of which `other` is needed: `{{ n | pluralize: one:
 * 'plik', few: 'pliki', many: 'plików', other: 'pliku' }}`, or `{{ n | pluralize: t.files }}` where the translation has
 * these members. `show: false` leaves the number out. The rules are those of the language of the texts.
 */
function pluralize(this: FilterCall, value: unknown, ...args: unknown[]): string {
  if (value === undefined || value === null) return '';
  const count = countOf(value);
  const forms = new Map(args.filter(Array.isArray) as [string, unknown][]);
  const [singular, plural, showNumber = forms.get('show')] = args.filter((arg) => !Array.isArray(arg));
  const formOf = (form: string) =>
    singular instanceof TranslatedText ? singular.member(form, this.context as BoundedContext) : forms.get(form);
  const form = formOf(pluralCategory(count, languageOf(this.context))) ?? formOf('other');
  const word = form === undefined ? wordFor(count, wordOf(singular), wordOf(plural)) : wordOf(form);
  return showNumber === false || showNumber === 'false' ? word : `${count} ${word}`.trimEnd();
}

/** The language of the texts of a rendering; undefined where it has none. */
function languageOf({ environments }: Context): string | undefined {
  const texts: unknown = isRecord(environments) ? environments.t : undefined;
  return texts instanceof TranslatedText ? texts.locale : undefined;
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
  if (value instanceof Markup) return value.toText();
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Returns the form of a word for a number: the singular for exactly 1. */
export function wordFor(count: number, singular: string, plural = ''): string {
  return count === 1 ? singular : plural || englishPlural(singular);
}

function englishPlural(word: string): string {
  const known = irregular.get(word.toLowerCase());
  if (known) {
    // Keeps an initial capital: Person, People.
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

const DEFAULT_LIMIT = 2;
const restWord = 'other';

interface Listing {
  names: string[];
  /** Number of entries that are not named. */
  rest: number;
}

/**
 * `toSentence` (L3): a list as part of a sentence. Three or more parts have a comma before `and`: `A, B, and 2 others`.
 *
 * @param list Anything but a list results in an empty text.
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
 * @param list Anything but a list results in an empty text.
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

/** Returns the default if the limit is missing or not a number. A negative limit names no entries. */
function limitOf(limit: unknown): number {
  const number = typeof limit === 'number' || (typeof limit === 'string' && limit !== '') ? Number(limit) : NaN;
  return Number.isNaN(number) ? DEFAULT_LIMIT : Math.max(0, Math.floor(number));
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
  // The engine limits the size of every value passed to a filter, and of its result.
  return printValue(value, Infinity);
}

type Key = string | number | boolean | bigint | undefined;

/**
 * `sort` and `sort_natural` that compute the key of each entry once. The library's versions compare whole entries again and
 * again, and convert them to lower-case text each time. A malicious list then takes minutes.
 */
export const sortFilters = {
  *sort(this: FilterCall, list: unknown, property?: unknown): Generator<unknown, unknown[], unknown> {
    return (yield* keyed(this.context, list, property, plainKey)).sort(byKey).map(({ entry }) => entry);
  },

  *sort_natural(this: FilterCall, list: unknown, property?: unknown): Generator<unknown, unknown[], unknown> {
    return (yield* keyed(this.context, list, property, naturalKey)).sort(byKey).map(({ entry }) => entry);
  },
};

interface Keyed {
  entry: unknown;
  key: Key;
}

function* keyed(
  context: Context,
  list: unknown,
  property: unknown,
  keyOf: (value: unknown) => Key,
): Generator<unknown, Keyed[], unknown> {
  const entries: unknown[] = Array.isArray(list) ? list : list === undefined || list === null ? [] : [list];
  const path = printValue(property, Infinity).split('.').filter(Boolean);
  const result: Keyed[] = [];
  workOf(context).use(entries.length);
  for (const entry of entries) {
    const value: unknown = path.length > 0 ? yield context._getFromScope(entry, path, false) : entry;
    result.push({ entry, key: keyOf(value) });
  }
  return result;
}

function plainKey(value: unknown): Key {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'bigint':
      return value;
    default:
      return value === undefined || value === null ? undefined : printValue(value, Infinity);
  }
}

function naturalKey(value: unknown): Key {
  return value === undefined || value === null ? undefined : printValue(value, Infinity).toLowerCase();
}

/** Ascending; entries without a key come last, in their original order. */
function byKey({ key: left }: Keyed, { key: right }: Keyed): number {
  if (left === undefined || right === undefined) {
    return Number(left === undefined) - Number(right === undefined);
  }
  return left < right ? -1 : Number(left > right);
}

import { textsOf, withTexts } from '../../../../libs/rendering/translations/texts';
import type { Schemas } from '../../api/client';
import type { Shown } from './reads';

type Texts = Schemas['ResourceTextsDto'];
type Language = Schemas['LanguageTextsDto'];

/** A text that was entered and is not saved. */
interface Entered {
  locale: string;
  key: string;
  text: string;
  /** What was stored when it was entered. */
  base: string;
  /** Whether it is said to fit the default language as it is. */
  isConfirmed?: boolean;
}

/** By {@link cellName}. */
export type Entries = ReadonlyMap<string, Entered>;

/** What a cell of the table shows. */
export interface Cell {
  text: string;
  isChanged: boolean;
  isMissing: boolean;
  isOutdated: boolean;
  /** What somebody else has saved since the text was entered. */
  theirs: string | undefined;
}

/** The texts of a workflow or layout with what was entered. */
export class TextsTable {
  /** The languages, the default one first. */
  readonly locales: readonly string[];
  /** All keys, in alphabetical order. */
  readonly keys: readonly string[];
  private readonly languages: ReadonlyMap<string, Language>;
  private readonly texts: ReadonlyMap<string, ReadonlyMap<string, string>>;
  private readonly outdated: ReadonlyMap<string, ReadonlySet<string>>;
  private readonly printed: ReadonlySet<string>;

  /** @param added Languages and keys that are not stored yet. */
  constructor(
    private readonly given: Texts,
    readonly entries: Entries,
    added: { locales: readonly string[]; keys: readonly string[] },
  ) {
    const { languages, defaultLocale, printedKeys } = given;
    this.languages = new Map(languages.map((one) => [one.locale, one]));
    this.texts = new Map(languages.map(({ locale, content }) => [locale, textsOf(content)]));
    this.outdated = new Map(languages.map(({ locale, outdatedKeys }) => [locale, new Set(outdatedKeys)]));
    this.printed = new Set(printedKeys);
    this.locales = [...new Set([defaultLocale, ...this.languages.keys(), ...added.locales])];
    const stored = [...this.texts.values()].flatMap((texts) => [...texts.keys()]);
    this.keys = [...new Set([...printedKeys, ...stored, ...added.keys])].toSorted();
  }

  cell(locale: string, key: string): Cell {
    const stored = this.texts.get(locale)?.get(key) ?? '';
    const entry = this.entries.get(cellName(locale, key));
    const text = entry?.text ?? stored;
    const isWanted = this.printed.has(key) || this.hasDefault(key);
    const isOld = this.outdated.get(locale)?.has(key) === true;
    return {
      text,
      isChanged: entry !== undefined,
      isMissing: text.trim() === '' && isWanted,
      isOutdated: isOld && text !== '' && text === stored && entry?.isConfirmed !== true,
      theirs: entry && stored !== entry.base && stored !== text ? stored : undefined,
    };
  }

  isStored(locale: string): boolean {
    return this.languages.has(locale);
  }

  /** How often something is the matter with a text of a language. */
  count(locale: string, what: 'isMissing' | 'isOutdated'): number {
    return this.keys.filter((key) => this.cell(locale, key)[what]).length;
  }

  /** The keys to show. A search looks at keys and texts, without regard to capital letters. */
  find(search: string, shown: Shown, locales = this.locales): string[] {
    const wanted = search.trim().toLowerCase();
    return this.keys.filter((key) => {
      const cells = locales.map((locale) => this.cell(locale, key));
      const isShown = shown === 'all' || cells.some((cell) => (shown === 'missing' ? cell.isMissing : cell.isOutdated));
      return isShown && (wanted === '' || [key, ...cells.map(({ text }) => text)].some(includes(wanted)));
    });
  }

  /** What was entered with another text: what is as it was stored is not a change. */
  enter(locale: string, key: string, text: string): Entries {
    const stored = this.texts.get(locale)?.get(key) ?? '';
    const next = new Map(this.entries);
    if (text === stored) next.delete(cellName(locale, key));
    else next.set(cellName(locale, key), { locale, key, text, base: this.baseOf(locale, key, stored) });
    return next;
  }

  /** What was entered with the word that a text fits the default language as it is. */
  confirm(locale: string, key: string): Entries {
    const text = this.texts.get(locale)?.get(key) ?? '';
    return new Map(this.entries).set(cellName(locale, key), { locale, key, text, base: text, isConfirmed: true });
  }

  /** What was entered with a key removed from all languages. */
  remove(key: string): Entries {
    return this.locales.reduce<TextsTable>((table, locale) => table.with(table.enter(locale, key, '')), this).entries;
  }

  /** What was entered without what is stored by now. */
  unsaved(): Entries {
    return new Map(
      [...this.entries].filter(([, { locale, key, text, isConfirmed }]) => {
        if (isConfirmed && this.outdated.get(locale)?.has(key)) return true;
        return text !== (this.texts.get(locale)?.get(key) ?? '');
      }),
    );
  }

  /** The languages to save: whole, each with the time of what it replaces. */
  saves(): Schemas['SaveLanguageDto'][] {
    const changed = groupBy([...this.entries.values()], ({ locale }) => locale);
    return [...changed].map(([locale, entries]) => {
      const stored = this.languages.get(locale);
      const confirmedKeys = entries.filter(({ isConfirmed }) => isConfirmed).map(({ key }) => key);
      return {
        locale,
        content: withTexts(stored?.content ?? {}, new Map(entries.map(({ key, text }) => [key, text]))),
        updatedAt: stored?.updatedAt ?? null,
        ...(confirmedKeys.length > 0 && { confirmedKeys }),
      };
    });
  }

  private with(entries: Entries): TextsTable {
    return new TextsTable(this.given, entries, { locales: this.locales, keys: this.keys });
  }

  private hasDefault(key: string): boolean {
    const { defaultLocale } = this.given;
    const entered = this.entries.get(cellName(defaultLocale, key))?.text;
    return (entered ?? this.texts.get(defaultLocale)?.get(key) ?? '').trim() !== '';
  }

  /** A text of somebody else has been seen by the person who goes on writing over it. */
  private baseOf(locale: string, key: string, stored: string): string {
    return this.cell(locale, key).theirs === undefined
      ? (this.entries.get(cellName(locale, key))?.base ?? stored)
      : stored;
  }
}

export function cellName(locale: string, key: string): string {
  return `${locale} ${key}`;
}

/** The keys by their group: `order` for `order.lost.title`. Those without one come first. */
export function groupsOf(keys: readonly string[]): [group: string, keys: string[]][] {
  const groups = groupBy(keys, (key) => (key.includes('.') ? key.slice(0, key.indexOf('.')) : ''));
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function groupBy<T>(all: readonly T[], nameOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const name = nameOf(one);
    const group = groups.get(name);
    if (group) group.push(one);
    else groups.set(name, [one]);
  }
  return groups;
}

function includes(wanted: string): (text: string) => boolean {
  return (text) => text.toLowerCase().includes(wanted);
}

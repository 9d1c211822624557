import { isRecord } from '../size-of-value.js';
import { closestLocales } from './locales.js';

/** The texts of one language. */
export interface LocaleTexts {
  /** Language, with or without a region: `en`, `en_US` and `en-US` are accepted. */
  locale: string;
  /** Texts by key, nested. */
  content: Readonly<Record<string, unknown>>;
}

/**
 * Returns the texts that may be shown to a reader, best first (L10): those of the reader's locale and its language, then
 * those of the default locale and its language, each the closest first.
 */
export function textsFor(
  locale: string | undefined,
  defaultLocale: string,
  available: readonly LocaleTexts[],
): LocaleTexts[] {
  const ordered = [locale, defaultLocale].flatMap((wanted) =>
    wanted ? closestLocales(wanted, available, (texts) => texts.locale) : [],
  );
  return [...new Set(ordered)];
}

type Content = Readonly<Record<string, unknown>>;

/**
 * The texts that templates read as `t` (L10): by key, in the languages that may be shown to a reader, best first.
 * Each text is a template of its own. Put it into the scope of a rendering.
 */
export class Translations {
  /**
   * @param contents Texts by key, nested; the first that has the key is used. If there are none, every key prints
   * itself.
   * @param locale The language of the first of them, whose rules of plurals apply.
   */
  constructor(
    readonly contents: readonly Content[],
    readonly locale?: string,
  ) {}

  /**
   * Returns the text of a key; undefined if no language has one. An empty text counts as none: no message may be
   * empty.
   */
  find(path: readonly string[]): string | undefined {
    for (const content of this.contents) {
      const text = textOf(nested(content, path)) ?? textOf(own(content, path.join('.')));
      if (text !== undefined) return text;
    }
    return undefined;
  }
}

function nested(content: Content, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isRecord(value) ? own(value, key) : undefined), content);
}

function own(content: Content, key: string): unknown {
  return Object.hasOwn(content, key) ? content[key] : undefined;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

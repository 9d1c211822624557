import { isRecord } from '../liquid/size-of-value.js';

/** The texts of one language. */
export interface LocaleTexts {
  /** Language, with or without a region: `en`, `en_US` and `en-US` are accepted. */
  locale: string;
  /** Texts by key, nested. */
  content: Readonly<Record<string, unknown>>;
}

/**
 * Returns the texts that may be shown to a reader, best first (L10): those of the reader's locale, of the same
 * language, of the default locale, of its language. Within a language the closest comes first: for `de_AT` that is
 * `de_AT`, `de`, `de_CH`.
 */
export function textsFor(
  locale: string | undefined,
  defaultLocale: string,
  available: readonly LocaleTexts[],
): LocaleTexts[] {
  const ordered = [locale, defaultLocale].flatMap((wanted) => (wanted ? closest(wanted, available) : []));
  return [...new Set(ordered)];
}

/** Language, script, region, variants. */
const LOCALE = /^([a-z]{2,3})(?:[_-]([a-z]{4}))?(?:[_-]([a-z]{2}|\d{3}))?((?:[_-](?:[a-z\d]{5,8}|\d[a-z\d]{3}))*)$/i;

/**
 * Returns the canonical spelling of a locale: `en_US` for `en-us`, `EN_US` and `en_US`; undefined if it is not a
 * locale.
 */
export function canonicalLocale(text: string): string | undefined {
  const [, language, script, region, variants = ''] = LOCALE.exec(text) ?? [];
  if (language === undefined) return undefined;
  return [
    language.toLowerCase(),
    ...(script ? [`${script.charAt(0).toUpperCase()}${script.slice(1).toLowerCase()}`] : []),
    ...(region ? [region.toUpperCase()] : []),
    ...variants
      .toUpperCase()
      .split(/[_-]/)
      .filter((variant) => variant !== ''),
  ].join('_');
}

function closest(wanted: string, available: readonly LocaleTexts[]): LocaleTexts[] {
  const parts = partsOf(wanted);
  return available
    .map((texts) => {
      const own = partsOf(texts.locale);
      return { texts, shared: sharedParts(parts, own), length: own.length };
    })
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared || a.length - b.length || (a.texts.locale < b.texts.locale ? -1 : 1))
    .map(({ texts }) => texts);
}

function partsOf(locale: string): string[] {
  return locale
    .trim()
    .toLowerCase()
    .split(/[_-]/)
    .filter((part) => part !== '');
}

function sharedParts(a: readonly string[], b: readonly string[]): number {
  const differs = a.findIndex((part, index) => part !== b[index]);
  return differs === -1 ? a.length : differs;
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
   */
  constructor(readonly contents: readonly Content[]) {}

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

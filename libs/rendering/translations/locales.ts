/** The texts of one language. */
export interface LocaleTexts {
  /** Language, with a region or not: `en`, `en_US` and `en-US` are accepted. */
  locale: string;
  /** Texts by key, nested. */
  content: Readonly<Record<string, unknown>>;
}

/**
 * The texts a reader may be shown, best first (L10): those of the reader's locale, of the same language, of the default
 * locale, of its language. Within a language the closest comes first: for `de_AT` that is `de_AT`, `de`, `de_CH`.
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

/** The one spelling of a locale: `en-us`, `EN_US` and `en_US` are `en_US`. Undefined for what is no locale. */
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
    .map((texts) => ({ texts, own: partsOf(texts.locale) }))
    .map(({ texts, own }) => ({ texts, shared: sharedParts(parts, own), more: own.length }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared || a.more - b.more || (a.texts.locale < b.texts.locale ? -1 : 1))
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

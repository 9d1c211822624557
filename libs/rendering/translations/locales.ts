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

/** A locale as CLDR sees it: deprecated codes replaced, and the script that its language has in its region. */
interface Parts {
  /** In the form of BCP 47. */
  tag: string;
  language: string;
  script: string;
  region: string;
}

/** CLDR treats the macrolanguage and its usual form as one; the other form falls back to it. */
const SAME_LANGUAGE: Readonly<Record<string, string>> = { no: 'nb' };
const PARENT_LANGUAGE: Readonly<Record<string, string>> = { nn: 'nb' };

const regions = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Regions whose form of a language has another parent than the language itself (CLDR `parentLocales`). */
const LATIN_AMERICA = regions('AR BO BR BZ CL CO CR CU DO EC GT HN MX NI PA PE PR PY SV US UY VE');
const LUSOPHONE = regions('AO CH CV FR GQ GW LU MO MZ ST TL');
/** Regions that write English as in the United States (CLDR `$enUS`, and those that inherit from `en`). */
const AMERICAN = regions('AS BI CA GU MH MP PH PR UM US VI');

/** Returns the locales that a locale inherits from, closest first, without itself and its language (CLDR). */
function parentsOf({ language, script, region }: Parts): string[] {
  if (language === 'en') return AMERICAN.has(region) || region === '001' ? [] : ['en-001'];
  if (language === 'es') return LATIN_AMERICA.has(region) ? ['es-419'] : [];
  if (language === 'pt') return LUSOPHONE.has(region) ? ['pt-PT'] : [];
  if (language === 'zh' && script === 'Hant') return region === 'MO' ? ['zh-HK'] : [];
  return [];
}

/** A reader has few locales, and every message asks for them again. */
const known = new Map<string, Parts | undefined>();
const MAX_KNOWN = 2000;

/** Undefined for what is not a locale. An encoding or a modifier of a system, as in `de_DE.UTF-8`, is ignored. */
function partsOf(text: string): Parts | undefined {
  if (known.has(text)) return known.get(text);
  if (known.size >= MAX_KNOWN) known.clear();
  const parts = readParts(text);
  known.set(text, parts);
  return parts;
}

function readParts(text: string): Parts | undefined {
  try {
    const locale = new Intl.Locale(
      text
        .trim()
        .replace(/[.@].*$/, '')
        .replaceAll('_', '-'),
    );
    const { language, script = '', region = '' } = locale.maximize();
    return { tag: locale.baseName, language: SAME_LANGUAGE[language] ?? language, script, region };
  } catch {
    return undefined;
  }
}

/** How close a locale comes to the one that is wanted, 0 for the same; undefined when its readers could not read it. */
function distance(wanted: Parts, own: Parts): number | undefined {
  if (own.script !== wanted.script) return undefined;
  if (own.language !== wanted.language) return own.language === PARENT_LANGUAGE[wanted.language] ? 6 : undefined;
  if (own.tag === wanted.tag) return 0;
  if (own.region === wanted.region) return 1;
  const parents = parentsOf(wanted);
  const isRoot = !own.tag.includes('-') || own.tag === `${own.language}-${own.script}`;
  if (parents.some((parent) => partsOf(parent)!.region === own.region && own.tag === parent)) return 2;
  if (isRoot) return 3;
  // Of the others those with the same parent, as British English is for Australians.
  return parentsOf(own).join() === parents.join() ? 4 : 5;
}

/**
 * Orders locales by how well they serve a reader, best first (L10): the reader's own, its parents by CLDR (`pt_PT` for
 * Angola, `en_001` for Australia, `es_419` for Mexico), the language itself, forms with the same parent, other forms.
 * Languages in another script are left out, and deprecated codes (`iw`, `no`) are those that replaced them.
 */
export function closestLocales<T>(locale: string, available: readonly T[], localeOf: (one: T) => string): T[] {
  const wanted = partsOf(locale);
  if (!wanted) return [];
  return available
    .flatMap((one) => {
      const own = partsOf(localeOf(one));
      const away = own && distance(wanted, own);
      return own && away !== undefined ? [{ one, own, away }] : [];
    })
    .toSorted((a, b) => a.away - b.away || a.own.tag.length - b.own.tag.length || (a.own.tag < b.own.tag ? -1 : 1))
    .map(({ one }) => one);
}

/** Returns the category of a number in a language, by the rules of CLDR; of English where the language is unknown. */
export function pluralCategory(count: number, locale: string | undefined): Intl.LDMLPluralRule {
  const tag = (locale !== undefined && partsOf(locale)?.tag) || 'en';
  let rules = pluralRules.get(tag);
  if (!rules) pluralRules.set(tag, (rules = new Intl.PluralRules(tag)));
  return rules.select(count);
}

const pluralRules = new Map<string, Intl.PluralRules>();

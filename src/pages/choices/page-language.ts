import { closestLocales } from '#libs/rendering/translations/locales.js';
import { ar } from './texts/ar.js';
import type { ChoiceTexts } from './texts/choice-texts.js';
import { de } from './texts/de.js';
import { en } from './texts/en.js';
import { es } from './texts/es.js';
import { fr } from './texts/fr.js';
import { it } from './texts/it.js';
import { ja } from './texts/ja.js';
import { nl } from './texts/nl.js';
import { pl } from './texts/pl.js';
import { pt } from './texts/pt.js';
import { tr } from './texts/tr.js';
import { zhHans } from './texts/zh-hans.js';

/** The languages of the pages, by BCP 47 tag, in the order of the switch. */
export const LANGUAGES: Readonly<Record<string, ChoiceTexts>> = {
  ar,
  de,
  en,
  es,
  fr,
  it,
  ja,
  nl,
  pl,
  pt,
  tr,
  'zh-Hans': zhHans,
};

/** The language of a page. */
export interface PageLanguage {
  /** BCP 47; one of {@link LANGUAGES}. */
  tag: string;
  /** The same with the region of the reader, for dates. */
  locale: string;
  direction: 'ltr' | 'rtl';
  texts: ChoiceTexts;
}

/** What says which language a reader wants, the strongest first. */
interface LanguageWishes {
  /** Chosen on the page. */
  chosen?: string;
  /** The locale of the subscriber. */
  own?: string;
  /** The header `Accept-Language`. */
  accepted?: string;
  /** The language of the installation. */
  fallback: string;
}

/** The language that fits best; English where none does. */
export function languageFor({ chosen, own, accepted = '', fallback }: LanguageWishes): PageLanguage {
  for (const wanted of [chosen, own, ...preferredIn(accepted), fallback]) {
    const [tag] = wanted ? closestLocales(wanted, Object.keys(LANGUAGES), (one) => one) : [];
    if (tag !== undefined) return languageOf(tag, wanted);
  }
  return languageOf('en', undefined);
}

function languageOf(tag: string, wanted: string | undefined): PageLanguage {
  return {
    tag,
    locale: localeOf(wanted) ?? tag,
    direction: tag === 'ar' ? 'rtl' : 'ltr',
    texts: LANGUAGES[tag]!,
  };
}

function localeOf(wanted = ''): string | undefined {
  try {
    return Intl.getCanonicalLocales(wanted.replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}

const MAX_ACCEPTED = 20;

/** The languages of an `Accept-Language` header, the most preferred first. */
function preferredIn(header: string): string[] {
  return header
    .slice(0, 1000)
    .split(',')
    .slice(0, MAX_ACCEPTED)
    .map((part) => {
      const [range = '', ...parameters] = part.split(';').map((one) => one.trim());
      const quality = parameters.find((one) => one.startsWith('q='))?.slice(2);
      return { range, quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter(({ range, quality }) => range !== '' && range !== '*' && quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ range }) => range);
}

/** A text with the values of its names in braces. */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

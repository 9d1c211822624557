import type { KeywordLanguage } from './language-keywords.js';

/**
 * The languages of countries, by calling code. English keywords count from every number; English is listed where many
 * people speak it.
 */
const TABLE: Readonly<Record<string, string>> = {
  en: '44 61 64 233 234 254 353 356',
  'en fr es': '1',
  'en hi': '91',
  'en id zh': '65',
  ar: '20 218 249 961 962 963 964 965 966 967 968 970 971 973 974',
  'ar fr': '212 213 216 222',
  bg: '359',
  cs: '420',
  da: '45 298 299',
  de: '43 49 423',
  'de fr it': '41',
  el: '30',
  'el tr': '357',
  es: '34 51 52 53 54 56 57 58 240 502 503 504 505 506 507 591 593 595 598',
  'es fr': '376',
  'fi sv': '358',
  fr: '33 221 223 224 225 226 227 228 229 235 236 237 241 242 243 253 261 262 377 509 590 594 596 687 689',
  'fr de': '352',
  'he ar': '972',
  hr: '381 382 385 387',
  hu: '36',
  id: '60 62 673',
  it: '39 378',
  ja: '81',
  ko: '82',
  nl: '31 297 597 599',
  'nl fr de': '32',
  no: '47',
  pl: '48',
  pt: '55 238 239 244 245 258 351',
  'pt zh': '853',
  'ro ru': '373',
  ro: '40',
  ru: '7 371 372 374 375 992 996 998',
  sk: '421',
  sv: '46',
  th: '66',
  tr: '90',
  'uk ru': '380',
  vi: '84',
  zh: '86 852 886',
};

const BY_CODE: ReadonlyMap<string, KeywordLanguage[]> = new Map(
  Object.entries(TABLE).flatMap(([languages, codes]) =>
    codes.split(' ').map((code) => [code, languages.split(' ') as KeywordLanguage[]] as const),
  ),
);

/** Digits of the longest calling code. */
const LONGEST = 3;

/** The languages of the country of a number in international form, with English only where many people speak it. */
export function languagesOf(number: string): readonly KeywordLanguage[] {
  const digits = number.replace(/^\D+/, '');
  for (let length = LONGEST; length > 0; length--) {
    const languages = BY_CODE.get(digits.slice(0, length));
    if (languages) return languages;
  }
  return [];
}

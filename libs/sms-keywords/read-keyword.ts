import { languagesOf } from './country-languages.js';
import { type Keyword, KEYWORDS, type KeywordLanguage, LANGUAGE_KEYWORDS } from './language-keywords.js';

/** A text message that is a keyword. */
export interface FoundKeyword {
  keyword: Keyword;
  language: KeywordLanguage;
  /** It means that only from a number that is stopped: `YES` answers many questions. */
  onlyAfterStop?: true;
}

/** Providers cut longer texts. */
const MAX_LENGTH = 1600;

/**
 * The keyword that a text is, in the languages of the country of the number that has sent it, or in English. Case, accents,
 * blanks, punctuation, quotes and emoji make no difference; any further word does. Undefined when it is another text.
 */
export function readKeyword(text: string, number: string): FoundKeyword | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const word = plain(text);
  const ofCountry = languagesOf(number);
  const found = [...new Set<KeywordLanguage>([...ofCountry, 'en'])].flatMap((language) => {
    const one = WORDS[language].get(word);
    return one ? [{ language, ...one }] : [];
  });
  const [first, ...others] = found.filter(({ language }) => ofCountry.includes(language));
  // A word of several languages says nothing about which of them its sender reads.
  if (others.length > 0) return found.find(({ language }) => language === 'en') ?? first;
  return first ?? found[0];
}

/** The language to answer somebody in who has sent no word that is known here. */
export function languageOf(number: string): KeywordLanguage {
  return languagesOf(number)[0] ?? 'en';
}

/** Letters of other scripts that look like Latin ones, and Latin letters that have no decomposition. */
const ALIKE: Readonly<Record<string, string>> = {
  ...pairs('АВЕКМНОРСТУХІЅЈ', 'ABEKMHOPCTYXISJ'),
  ...pairs('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'),
  ...pairs('ŁØĐ', 'LOD'),
  ...pairs('ꜱᴛᴏᴘ', 'STOP'),
  Æ: 'AE',
};

function pairs(from: string, to: string): Record<string, string> {
  return Object.fromEntries(Array.from(from, (letter, index) => [letter, to.charAt(index)]));
}

/** A text reduced to what is compared: letters and digits in capitals, without those that are not seen or only make it longer. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]|[\p{Default_Ignorable_Code_Point}\u0640]/gu, '')
    .replace(/./gu, (letter) => ALIKE[letter] ?? letter);
}

type Word = Omit<FoundKeyword, 'language'>;

const WORDS = Object.fromEntries(
  Object.entries(LANGUAGE_KEYWORDS).map(([language, { yes, ...words }]) => [
    language,
    new Map<string, Word>([
      ...wordsIn(yes).map((word): [string, Word] => [word, { keyword: 'start', onlyAfterStop: true }]),
      ...KEYWORDS.flatMap((keyword) => wordsIn(words[keyword]).map((word): [string, Word] => [word, { keyword }])),
    ]),
  ]),
) as Record<KeywordLanguage, Map<string, Word>>;

function wordsIn(words: string): string[] {
  return words.split(' ').map(plain);
}

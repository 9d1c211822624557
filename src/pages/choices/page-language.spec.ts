import { filled, languageFor, LANGUAGES } from './page-language.js';
import { en } from './texts/en.js';
import type { ChoiceTexts } from './texts/choice-texts.js';

const fallback = 'en_US';

describe('CS55: the language of a page', () => {
  it.each<[string, Parameters<typeof languageFor>[0], string, string]>([
    ['chosen on the page', { chosen: 'ja', own: 'de_DE', accepted: 'fr', fallback }, 'ja', 'ja'],
    ['of the person', { own: 'de_CH', accepted: 'fr', fallback }, 'de', 'de-CH'],
    ['of the browser', { accepted: 'sv, nl;q=0.5, pl;q=0.9', fallback }, 'pl', 'pl'],
    ['of the browser, not for the person', { own: 'sv_SE', accepted: 'it-IT,en;q=0.8', fallback }, 'it', 'it-IT'],
    ['of Brazil', { own: 'pt_BR', fallback }, 'pt', 'pt-BR'],
    ['of China', { own: 'zh_CN', fallback }, 'zh-Hans', 'zh-CN'],
    ['of Taiwan, who read another script', { own: 'zh_TW', fallback }, 'en', 'en-US'],
    ['of the installation', { own: 'sv', fallback: 'tr_TR' }, 'tr', 'tr-TR'],
    ['of none of these', { own: 'sv', accepted: '*', fallback: 'fi' }, 'en', 'en'],
    ['that is no language', { chosen: '"><script>', own: '!!', accepted: ';;q=x,,', fallback }, 'en', 'en-US'],
  ])('%s', (_case, wishes, tag, locale) => {
    expect(languageFor(wishes)).toMatchObject({ tag, locale });
  });

  it('of Arabic is written from right to left', () => {
    expect(languageFor({ own: 'ar_EG', fallback }).direction).toBe('rtl');
    expect(languageFor({ own: 'fr', fallback }).direction).toBe('ltr');
  });
});

/** All texts by their path. */
function flat(texts: object, prefix = ''): [string, string][] {
  return Object.entries(texts).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'string'
      ? [[prefix + name, value] as [string, string]]
      : flat(value as object, `${prefix}${name}.`),
  );
}

const names = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map((match) => match[0]).toSorted();

describe('CS55: the texts of a page', () => {
  const english = new Map(flat(en));

  it('are there in twelve languages', () => {
    expect(Object.keys(LANGUAGES)).toHaveLength(12);
  });

  it.each(Object.entries(LANGUAGES))('have the names in braces that English has: %s', (_tag, texts: ChoiceTexts) => {
    const written = flat(texts);
    expect(written.map(([path]) => path)).toEqual([...english.keys()]);
    for (const [path, text] of written) {
      expect([path, names(text)]).toEqual([path, names(english.get(path)!)]);
      expect([path, text.trim()]).toEqual([path, text]);
      expect(text).not.toBe('');
    }
  });

  it('take values as they are', () => {
    expect(filled('{a} and {b} and {c}', { a: '{b}', b: '$&' })).toBe('{b} and $& and {c}');
  });
});

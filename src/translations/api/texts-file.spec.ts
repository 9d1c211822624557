import { readTextsFile, TextsFileError, toCsv } from './texts-file.js';

const read = (text: string) => {
  const { languages, ...rest } = readTextsFile(text, 100_000);
  return { ...rest, languages: Object.fromEntries([...languages].map(([locale, texts]) => [locale, [...texts]])) };
};

describe('TX5: a file with all languages', () => {
  const languages = {
    en_US: [
      ['hello', 'Hello'],
      ['a.b', 'x, "y"'],
    ],
    de_DE: [
      ['hello', 'Hallo'],
      ['a.b', ''],
    ],
  };
  const read2 = { languages, unknown: [], problems: [] };

  it.each<[string, string, object]>([
    ['CSV', 'key,en_US,de_DE\r\nhello,Hello,Hallo\r\na.b,"x, ""y""",\r\n', read2],
    ['semicolons', 'Key;en-us;de-de\nhello;Hello;Hallo\na.b;"x, ""y""";\n', read2],
    ['tabs and a mark', '\ufeffkey\ten_US\tde_DE\nhello\tHello\tHallo\na.b\t"x, ""y"""\t\n', read2],
    ['JSON', '{"en_US": {"hello": "Hello", "a": {"b": "x, \\"y\\""}}, "de_DE": {"hello": "Hallo", "a.b": ""}}', read2],
    [
      'a column that names no language',
      'key,Comment,fr\na,x,A',
      { languages: { fr: [['a', 'A']] }, unknown: ['Comment'], problems: [] },
    ],
    ['formulas as texts', "key,fr\n'=a,'-1", { languages: { fr: [['=a', '-1']] }, unknown: [], problems: [] }],
    ['a row without a cell', 'key,fr,de\na,A', { languages: { fr: [['a', 'A']], de: [] }, unknown: [], problems: [] }],
    [
      'rows without a key, and keys twice',
      'key,fr\n,x\na,A\na,B',
      {
        languages: { fr: [['a', 'A']] },
        unknown: [],
        problems: [
          { line: 2, message: 'The key is missing' },
          { line: 4, message: 'a is in line 3 already' },
        ],
      },
    ],
    [
      'what comes before a quote that is not closed',
      'key,fr\na,A\nb,"B',
      { languages: { fr: [['a', 'A']] }, unknown: [], problems: [{ line: 3, message: 'A quote is not closed' }] },
    ],
  ])('is read: %s', (_case, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each<[string, string, RegExp]>([
    ['nothing', '', /^The first line must name the columns/],
    ['no column of keys', 'name,de\na,A', /^The first line/],
    ['no language', 'key,Comment\na,A', /^The first line/],
    ['a language twice', 'key,de_DE,de-de\na,A,B', /has the language de_DE twice/],
    ['no JSON', '{"de": ', /^The file must be JSON/],
    ['a list', '[]', /^The file must have the texts of each language/],
    ['JSON of one language', '{"hello": "Hallo"}', /at least one language/],
    ['what is not a text', '{"de": {"a": null}}', /^de must hold texts, but "a" is none/],
  ])('is refused: %s', (_case, text, problem) => {
    expect(() => read(text)).toThrow(TextsFileError);
    expect(() => read(text)).toThrow(problem);
  });

  it('has 10,000 rows, and is read as it was written', () => {
    const keys = Array.from({ length: 10_000 }, (_, index) => `group${index % 100}.key${index}`);
    const texts = (word: string) => new Map(keys.map((key, index) => [key, `=${word};"${index}"\n'-x`]));
    const both = [
      { locale: 'en', texts: texts('Hello') },
      { locale: 'ar', texts: texts('مرحبا') },
    ];
    const file = readTextsFile([...toCsv(keys, both)].join(''), 100_000);
    expect(file.problems).toEqual([]);
    expect([...file.languages]).toEqual(both.map((one) => [one.locale, one.texts]));
  });
});

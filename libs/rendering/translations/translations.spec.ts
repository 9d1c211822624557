import { createTemplateEngines, LiquidEngine } from '../liquid-engine.js';
import { canonicalLocale } from './locales.js';
import { type LocaleTexts, textsFor, Translations } from './translations.js';

const plain = new LiquidEngine('plain');
const html = new LiquidEngine('html');

describe('L10: the languages a reader may be shown, best first', () => {
  it.each<[string, string | undefined, string, string[], string[]]>([
    ['the own locale, then the default', 'de_DE', 'en_US', ['en_US', 'de_DE', 'fr_FR'], ['de_DE', 'en_US']],
    ['a hyphen for an underscore', 'de-DE', 'en-US', ['en_US', 'de_DE'], ['de_DE', 'en_US']],
    ['a stored hyphen', 'de_DE', 'en_US', ['en-US', 'de-DE'], ['de-DE', 'en-US']],
    ['any case', 'DE_de', 'EN_us', ['en_US', 'de_DE'], ['de_DE', 'en_US']],
    ['the same language', 'de_AT', 'en_US', ['en_US', 'de_CH', 'de'], ['de', 'de_CH', 'en_US']],
    ['the region of a mere language', 'de', 'en', ['en_US', 'de_DE'], ['de_DE', 'en_US']],
    ['the language of a region', 'de_DE', 'en_US', ['en', 'de'], ['de', 'en']],
    ['a script before a region', 'zh_Hant_HK', 'en', ['zh_Hans_CN', 'zh_Hant_TW', 'en'], ['zh_Hant_TW', 'en']],
    ['the script of a region, never another', 'zh-TW', 'en', ['zh_Hans', 'zh', 'zh_Hant', 'en'], ['zh_Hant', 'en']],
    ['the script of a language', 'zh_SG', 'en', ['zh_Hant', 'zh'], ['zh']],
    ['no other script of Serbian', 'sr', 'en', ['sr_Latn', 'sr_Cyrl'], ['sr_Cyrl']],
    ['Hong Kong before Taiwan for Macau', 'zh_MO', 'en', ['zh_TW', 'zh_HK'], ['zh_HK', 'zh_TW']],
    ['European Portuguese for Angola', 'pt-AO', 'en', ['pt_BR', 'pt_PT'], ['pt_PT', 'pt_BR']],
    ['Brazilian Portuguese for the language', 'pt', 'en', ['pt_PT', 'pt_BR'], ['pt_BR', 'pt_PT']],
    ['world English for Australia', 'en_AU', 'de', ['en_CA', 'en_US', 'en_001'], ['en_001', 'en_CA', 'en_US']],
    [
      'British before American English for Australia',
      'en_AU',
      'de',
      ['en_CA', 'en_US', 'en_GB'],
      ['en_GB', 'en_CA', 'en_US'],
    ],
    ['American English for the Philippines', 'en_PH', 'de', ['en_GB', 'en_US'], ['en_US', 'en_GB']],
    ['Latin American Spanish for Mexico', 'es_MX', 'en', ['es_ES', 'es_419'], ['es_419', 'es_ES']],
    ['a neighbour before Spain', 'es_MX', 'en', ['es_ES', 'es_AR'], ['es_AR', 'es_ES']],
    ['Spain for the language', 'es', 'en', ['es_AR', 'es_ES'], ['es_ES', 'es_AR']],
    ['Norwegian by its macrolanguage', 'no', 'en', ['nb', 'en'], ['nb', 'en']],
    ['and the other way', 'nb_NO', 'en', ['no', 'en'], ['no', 'en']],
    ['Bokmål for readers of Nynorsk', 'nn', 'en', ['nb', 'nn', 'en'], ['nn', 'nb', 'en']],
    ['not Nynorsk for readers of Bokmål', 'nb', 'en', ['nn', 'en'], ['en']],
    ['Hebrew by its old code', 'iw', 'en', ['he', 'en'], ['he', 'en']],
    ['an old code in the file', 'he_IL', 'en', ['iw', 'en'], ['iw', 'en']],
    ['Indonesian by its old code', 'in_ID', 'en', ['id', 'en'], ['id', 'en']],
    ['a locale of a system', 'de_AT.UTF-8', 'en', ['de', 'en'], ['de', 'en']],
    ['a variant', 'ca_ES_VALENCIA', 'en', ['ca', 'en'], ['ca', 'en']],
    ['a private extension', 'en-US-u-va-posix', 'de', ['en_US'], ['en_US']],
    ['no Russian for Ukrainian readers', 'uk', 'en', ['ru', 'en'], ['en']],
    ['the default for what is not a locale', '??', 'en', ['de', 'en'], ['en']],
    ['the default, when the language is missing', 'fr', 'en_US', ['en_US', 'de_DE'], ['en_US']],
    ['the default, when nothing is known of the reader', undefined, 'en_US', ['en_US', 'de_DE'], ['en_US']],
    ['the default, when the locale is empty', '', 'en_US', ['en_US', 'de_DE'], ['en_US']],
    ['no language that merely begins alike', 'd', 'e', ['de', 'en'], []],
    ['each once', 'en_GB', 'en_US', ['en_US', 'en_GB'], ['en_GB', 'en_US']],
  ])('%s', (_case, locale, defaultLocale, available, expected) => {
    const texts = available.map((one): LocaleTexts => ({ locale: one, content: {} }));
    expect(textsFor(locale, defaultLocale, texts).map((one) => one.locale)).toEqual(expected);
  });
});

describe('L10: a text', () => {
  const t = new Translations([
    { hello: 'Hallo {{subscriber.firstName}}', empty: '', deep: { only: 'tief' }, list: ['a'] },
    { hello: 'Hello', empty: 'English', deep: { both: 'deep' }, 'flat.key': 'flach', number: 3 },
  ]);
  const scope = { t, subscriber: { firstName: 'Ada' }, payload: { key: 'hello', name: '<i>{{payload.key}}' } };

  it.each([
    ['is a template with the data of the message', '{{ t.hello }}!', 'Hallo Ada!'],
    ['comes from the next language when it is missing', '{{ t.deep.both }}', 'deep'],
    ['comes from the next language when it is empty', '{{ t.empty }}', 'English'],
    ['may lie deep', '{{ t.deep.only }}', 'tief'],
    ['may be named by its whole path', '{{ t.flat.key }}', 'flach'],
    ['may be a number', '{{ t.number }}', '3'],
    ['that nobody has is its key', '{{ t.welcome.title }}', 'welcome.title'],
    ['that is a group is its key', '{{ t.deep }}', 'deep'],
    ['that is a list is its key', '{{ t.list }}', 'list'],
    ['may be chosen by data', '{{ t[payload.key] }}', 'Hallo Ada'],
    ['goes through filters', '{{ t.hello | upcase | append: "?" }}', 'HALLO ADA?'],
    ['can be compared', '{% if t.deep.only == "tief" %}yes{% endif %}', 'yes'],
    ['can be captured', '{% capture x %}{{ t.hello }}{% endcapture %}[{{ x }}]', '[Hallo Ada]'],
    ['can be put into JSON', '{{ t.deep.only | json }}', '"tief"'],
    [
      'is never a member of the object behind it',
      '{{ t.constructor }}/{{ t.toText }}/{{ t.__proto__ }}',
      'constructor/toText/__proto__',
    ],
    ['named like a property of lists is a text', '{{ t.size }}/{{ t.first }}', 'size/first'],
  ])('%s', (_case, template, expected) => {
    expect(plain.render(template, scope)).toBe(expected);
  });

  it('that prints nothing with this data is its key', () => {
    const sparse = new Translations([{ maybe: '{{ payload.nothing }} ' }]);
    expect(plain.render('{{ t.maybe }}', { t: sparse, payload: {} })).toBe('maybe');
  });

  it('sees the variables around it and changes none', () => {
    const line = new Translations([{ line: '{% assign x = 5 %}{{ item }}' }]);
    const template = '{% assign x = 1 %}{% for item in payload.list %}{{ t.line }}{{ x }} {% endfor %}';
    expect(plain.render(template, { t: line, payload: { list: ['a', 'b'] } })).toBe('a1 b1 ');
  });
});

describe('L4: a translation in HTML', () => {
  const t = new Translations([{ bold: '<b>{{ payload.name }}</b>', amp: 'R&D {{ payload.name }}' }]);
  const scope = { t, payload: { name: '<A&B>', key: '<x>' } };

  it.each([
    ['keeps its own markup and escapes its data', '{{ t.bold }}', '<b>&lt;A&amp;B&gt;</b>'],
    ['does so with raw, too', '{{ t.bold | raw }}', '<b>&lt;A&amp;B&gt;</b>'],
    ['is escaped once after a filter', '{{ t.amp | upcase }}', 'R&amp;D &lt;A&amp;B&gt;'],
    ['escapes a key that comes from data', '{{ t[payload.key] }}', '&lt;x&gt;'],
  ])('%s', (_case, template, expected) => {
    expect(html.render(template, scope)).toBe(expected);
  });
});

describe('a translation puts no Liquid into the template around it', () => {
  it.each<[string, Record<string, unknown>, string, string]>([
    ['what data prints in it is not read', { x: '{{ payload.evil }}' }, '{{ t.x }}', '{{ payload.secret }}'],
    [
      'it cannot close a tag of the template',
      { x: '{% raw %}{% endif %}{% endraw %}' },
      '{% if true %}{{ t.x }}kept{% endif %}',
      '{% endif %}kept',
    ],
    ['it does not read other translations', { x: '{{ t.y }}', y: 'no' }, '{{ t.x }}', 'y'],
    ['it does not read itself', { x: '{{ t.x }}' }, '{{ t.x }}', 'x'],
    [
      'it does not read itself through a list',
      { x: '{% for i in l %}{{ i.x }}{% endfor %}' },
      '{% assign l = "" | split: "," | push: t %}{{ t.x }}',
      'x',
    ],
    ['it does not read itself by its own name', { x: '{{ mine }}' }, '{% assign mine = t.x %}{{ t.x }}', 'x'],
    ['it does not read itself by another name', { x: '{{ again.x }}' }, '{% assign again = t %}{{ t.x }}', 'x'],
  ])('%s', (_case, content, template, expected) => {
    const payload = { evil: '{{ payload.secret }}', secret: 'leaked' };
    expect(plain.render(template, { t: new Translations([content]), payload })).toBe(expected);
  });
});

describe('a hostile translation', () => {
  it.each<[string, string, string, string]>([
    [
      'loops',
      '{% for a in (1..1000) %}{% for b in (1..900) %}{% endfor %}{% endfor %}',
      '{{ t.x }}',
      'more than 750000 steps',
    ],
    [
      'doubles itself',
      '{% assign a = "xxxxxxxxxx" %}{% for i in (1..40) %}{% assign a = a | append: a %}{% endfor %}',
      '{{ t.x }}',
      'more data than allowed',
    ],
    [
      'is printed without end',
      'xxxxxxxxxx'.repeat(1000),
      '{% for i in (1..100000) %}{{ t.x }}{% endfor %}',
      'longer than 500000',
    ],
    [
      'is captured without end',
      '{{ payload.n }}'.repeat(1000),
      '{% for i in (1..100000) %}{% capture c %}{{ t.x }}{% endcapture %}{% endfor %}',
      'more data than allowed',
    ],
    ['has too many tags', '{{a}}'.repeat(6000), '{{ t.x }}', 'more than 5000 outputs'],
    ['reads a file', '{% include "package.json" %}', '{{ t.x }}', 'tag "include" not found'],
    ['cannot be read', '{{ payload.a | }', '{{ t.x }}', 'not closed'],
  ])('that %s fails by a count and names itself where it can', (_case, text, template, message) => {
    for (const engine of Object.values(createTemplateEngines())) {
      const scope = { t: new Translations([{ x: text }]), payload: { n: 'x'.repeat(100) } };
      expect(() => engine.render(template, scope, { control: 'body' })).toThrow(
        expect.objectContaining({
          control: 'body',
          name: 'TemplateError',
          message: expect.stringContaining(message),
        }),
      );
    }
  });

  it('names its key and keeps the reason', () => {
    const t = new Translations([{ a: { b: '{{ x | nonsense }}' } }]);
    expect(() => plain.render('{{ t.a.b }}', { t })).toThrow(
      expect.objectContaining({
        reason: 'syntax',
        message: expect.stringContaining("Translation 'a.b': undefined filter"),
      }),
    );
  });
});

describe('the spelling of a locale', () => {
  it.each([
    ['en', 'en'],
    ['EN', 'en'],
    ['en_US', 'en_US'],
    ['en-us', 'en_US'],
    ['zh-hans-cn', 'zh_Hans_CN'],
    ['es-419', 'es_419'],
    ['ca-es-valencia', 'ca_ES_VALENCIA'],
    ['', undefined],
    ['e', undefined],
    ['english', undefined],
    ['en_', undefined],
    ['en US', undefined],
    ['en_US.json', undefined],
    ['../en', undefined],
    ['en_USA', undefined],
    ['en\n', undefined],
  ])('%p: %p', (text, locale) => {
    expect(canonicalLocale(text)).toBe(locale);
  });
});

import { type Entries, groupsOf, TextsTable } from './table-model';

const language = (locale: string, content: Record<string, unknown>, outdatedKeys: string[] = [], updatedAt = 't1') => ({
  locale,
  content,
  missingKeys: [],
  outdatedKeys,
  createdAt: 't0',
  updatedAt,
});
const given = {
  resourceId: 'welcome',
  resourceType: 'workflow' as const,
  resourceName: 'Welcome',
  defaultLocale: 'en_US',
  printedKeys: ['hello', 'order.title'],
  languages: [
    language('en_US', { hello: 'Hello', bye: 'Bye' }),
    language('de', { hello: 'Hallo', order: { title: 'Titel' } }, ['hello']),
  ],
};
const NONE: { locales: string[]; keys: string[] } = { locales: [], keys: [] };
const table = (entries: Entries = new Map(), added = NONE, texts = given) => new TextsTable(texts, entries, added);

describe('the table of texts', () => {
  it('has the keys that are printed or stored, and the languages', () => {
    const { keys, locales } = table(new Map(), { locales: ['fr', 'de'], keys: ['new'] });
    expect(keys).toEqual(['bye', 'hello', 'new', 'order.title']);
    expect(locales).toEqual(['en_US', 'de', 'fr']);
  });

  it('TX2: says what is missing, and TX3: what is outdated', () => {
    const shown = (locale: string) =>
      table().keys.map((key) => {
        const { isMissing, isOutdated } = table().cell(locale, key);
        return isMissing ? 'missing' : isOutdated ? 'outdated' : 'fine';
      });
    expect(shown('en_US')).toEqual(['fine', 'fine', 'missing']);
    expect(shown('de')).toEqual(['missing', 'outdated', 'fine']);
    expect(table().count('de', 'isMissing')).toBe(1);
  });

  it.each<[string, 'all' | 'missing' | 'outdated', string[]]>([
    ['', 'all', ['bye', 'hello', 'order.title']],
    ['', 'missing', ['bye', 'order.title']],
    ['', 'outdated', ['hello']],
    ['TITEL', 'all', ['order.title']],
    ['bye', 'all', ['bye']],
    ['bye', 'outdated', []],
  ])('is searched for %j among %s', (search, shown, keys) => {
    expect(table().find(search, shown)).toEqual(keys);
  });

  it('TX4: saves what was entered, as one operation', () => {
    let entries = table().enter('de', 'bye', 'Ciao');
    entries = table(entries).enter('fr', 'hello', 'Bonjour');
    entries = table(entries).confirm('de', 'hello');
    expect(table(entries, { locales: ['fr'], keys: [] }).saves()).toEqual([
      {
        locale: 'de',
        content: { hello: 'Hallo', bye: 'Ciao', order: { title: 'Titel' } },
        updatedAt: 't1',
        confirmedKeys: ['hello'],
      },
      { locale: 'fr', content: { hello: 'Bonjour' }, updatedAt: null },
    ]);
  });

  it('has no change where a text is as it was', () => {
    const entries = table().enter('de', 'bye', 'Ciao');
    expect(table(entries).cell('de', 'bye')).toMatchObject({ text: 'Ciao', isChanged: true, isMissing: false });
    expect(table(entries).enter('de', 'bye', '')).toEqual(new Map());
  });

  it('removes a key from all languages', () => {
    expect(table(table().remove('hello')).saves()).toEqual([
      { locale: 'en_US', content: { bye: 'Bye' }, updatedAt: 't1' },
      { locale: 'de', content: { order: { title: 'Titel' } }, updatedAt: 't1' },
    ]);
  });

  it('TX4: shows what somebody else has saved meanwhile, until it is written over', () => {
    const entries = table().enter('de', 'hello', 'Servus');
    const later = { ...given, languages: [given.languages[0]!, language('de', { hello: 'Moin' }, [], 't2')] };
    expect(table(entries, NONE, later).cell('de', 'hello')).toMatchObject({ text: 'Servus', theirs: 'Moin' });
    const [save] = table(entries, NONE, later).saves();
    expect(save).toEqual({ locale: 'de', content: { hello: 'Servus' }, updatedAt: 't2' });
    const again = table(entries, NONE, later).enter('de', 'hello', 'Servus!');
    expect(table(again, NONE, later).cell('de', 'hello').theirs).toBeUndefined();
  });
});

it('groups keys by their first name', () => {
  expect(groupsOf(['a.b', 'a.c.d', 'x', 'z.a'])).toEqual([
    ['', ['x']],
    ['a', ['a.b', 'a.c.d']],
    ['z', ['z.a']],
  ]);
});

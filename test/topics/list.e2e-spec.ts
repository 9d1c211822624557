import { startTestApp, type TestApp } from '../test-app.js';

describe('the list of topics', () => {
  let test: TestApp;
  const keys = Array.from({ length: 25 }, (_value, index) => `list:${String(index).padStart(2, '0')}`);

  beforeAll(async () => {
    test = await startTestApp();
    for (const key of keys) await test.api.topic({ key, name: `Topic ${key.slice(-2)}` });
    await test.api.topic({ key: 'a.b@example.com', name: 'Mail (all)' });
    await test.api.topic({ key: 'Unnamed' });
    await test.otherApi.topic({ key: 'list:other' });
  });

  afterAll(() => test.close());

  const list = async (query: string) => (await test.api.get(`/v2/topics?${query}`)).body;
  const keysOf = (page: { data: { key: string }[] }) => page.data.map(({ key }) => key);

  it('is bare, has ten topics on a page, the newest first, and counts all of the environment', async () => {
    const page = await list('');
    expect(Object.keys(page).sort()).toEqual(['data', 'next', 'previous', 'totalCount', 'totalCountCapped']);
    expect(page).toMatchObject({ previous: null, next: expect.any(String), totalCount: 27, totalCountCapped: false });
    expect(keysOf(page)).toEqual(['Unnamed', 'a.b@example.com', ...keys.toReversed().slice(0, 8)]);
    expect(page.data[0]).not.toHaveProperty('name');
  });

  it.each(['_id', 'createdAt', 'updatedAt'])('is read from page to page and back by %s', async (orderBy) => {
    const query = `key=list:&orderBy=${orderBy}&orderDirection=ASC&limit=10`;
    const first = await list(query);
    const second = await list(`${query}&after=${first.next}`);
    const third = await list(`${query}&after=${second.next}`);
    expect([first, second, third].flatMap(keysOf)).toEqual(keys);
    expect(third.next).toBeNull();
    expect(keysOf(await list(`${query}&before=${third.previous}`))).toEqual(keysOf(second));
    const inclusive = await list(`${query}&after=${first.next}&includeCursor=true`);
    expect(keysOf(inclusive)[0]).toBe(keysOf(first).at(-1));
  });

  it.each([
    ['part of the key', 'key=t:0', keys.slice(0, 10).toReversed()],
    ['part of the key in any case', 'key=UNNAM', ['Unnamed']],
    ['a key with a meaning in patterns', `key=${encodeURIComponent('a.b@')}`, ['a.b@example.com']],
    ['a pattern, which is a text', `key=${encodeURIComponent('.*')}`, []],
    ['part of the name', 'name=topic%2024', ['list:24']],
    ['a name with a meaning in patterns', `name=${encodeURIComponent('(ALL)')}`, ['a.b@example.com']],
    ['key and name', 'key=list&name=07', ['list:07']],
    ['key and name that do not meet', 'key=list:01&name=07', []],
    ['another environment’s topic', 'key=list:other', []],
    ['an empty key, which is no filter', 'key=&name=(all)', ['a.b@example.com']],
  ])('looks for %s', async (_case, query, expected) => {
    const page = await list(`${query}&limit=100`);
    expect(keysOf(page)).toEqual(expected);
    expect(page.totalCount).toBe(expected.length);
  });
});

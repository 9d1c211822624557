import { aTopic } from '../builders/topic.js';
import { brokenRule } from '../broken-rule.js';
import { startTestApp, type TestApp } from '../test-app.js';

const KEY_RULE = 'key must have letters, digits, -, _ and : only, or be an email address, of at most 256 characters';

function nested(levels: number): object {
  return levels === 1 ? {} : { a: nested(levels - 1) };
}

describe('what is sent for a topic', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await startTestApp();
  });

  afterAll(() => test.close());

  describe('create refuses', () => {
    it.each<[string, object, string, string | RegExp]>([
      ['no key', { key: undefined }, 'key', KEY_RULE],
      ['null as key', { key: null }, 'key', KEY_RULE],
      ['a number as key', { key: 7 }, 'key', KEY_RULE],
      ['an object as key', { key: { $gt: '' } }, 'key', KEY_RULE],
      ['an empty key', { key: '' }, 'key', KEY_RULE],
      ['a space in the key', { key: 'a b' }, 'key', KEY_RULE],
      ['a slash in the key', { key: 'a/b' }, 'key', KEY_RULE],
      ['a dot in the key', { key: 'a.b' }, 'key', KEY_RULE],
      ['an @ without an address', { key: 'ada@' }, 'key', KEY_RULE],
      ['other letters in the key', { key: 'größe' }, 'key', KEY_RULE],
      ['a key of 257 characters', { key: 'k'.repeat(257) }, 'key', KEY_RULE],
      ['a key with a line break at its end', { key: 'a\n' }, 'key', KEY_RULE],
    ])('%s', async (_case, fields, field, message) => {
      await refused('POST', '/v2/topics', fields, field, message);
    });
  });

  const fields: [string, object, string, string | RegExp][] = [
    ['null as name', { name: null }, 'name', 'name must be a string'],
    ['a number as name', { name: 7 }, 'name', 'name must be a string'],
    ['a name of 257 characters', { name: 'n'.repeat(257) }, 'name', /^name must be shorter/],
    ['a list as data', { data: ['a'] }, 'data', 'data must be an object'],
    ['a text as data', { data: 'a' }, 'data', 'data must be an object'],
    ['an object in data', { data: { a: {} } }, 'data', /^data must hold texts.*but "a" is none$/],
    ['a deep object in data', { data: nested(55) }, 'data', 'data must not be nested more than 50 levels deep'],
    ['a list of numbers in data', { data: { a: [1] } }, 'data', /^data must hold texts/],
    ['a list of lists in data', { data: { a: [['x']] } }, 'data', /^data must hold texts/],
    ['a key in data that begins with $', { data: { $set: 'x' } }, 'data', 'data must not have the key "$set"'],
    ['data of more than 64 KB', { data: { a: 'x'.repeat(65_536) } }, 'data', /^data must not be larger than 65536/],
  ];

  describe('create refuses', () => {
    it.each(fields)('%s', async (_case, sent, field, message) => {
      await refused('POST', '/v2/topics', { ...aTopic(), ...sent }, field, message);
    });
  });

  describe('update refuses', () => {
    it.each(fields)('%s', async (_case, sent, field, message) => {
      const topic = aTopic({ name: 'Orders', data: { a: 'b' } });
      const created = await test.api.post('/v2/topics', topic);
      await refused('PATCH', `/v2/topics/${topic.key}`, sent, field, message);
      expect((await test.api.get(`/v2/topics/${topic.key}`)).body).toEqual(created.body);
    });
  });

  it('takes data of exactly 64 KB', async () => {
    const data = { a: 'x'.repeat(65_536 - 8) };
    const { status, body } = await test.api.post('/v2/topics', aTopic({ data }));
    expect({ status, data: body.data?.data }).toEqual({ status: 201, data });
  });

  it.each([
    ['failIfExists that is no boolean', 'POST', '/v2/topics?failIfExists=maybe', 'failIfExists'],
    ['a limit of 0', 'GET', '/v2/topics?limit=0', 'limit'],
    ['a limit of 101', 'GET', '/v2/topics?limit=101', 'limit'],
    ['a limit that is no number', 'GET', '/v2/topics?limit=many', 'limit'],
    ['an unknown order', 'GET', '/v2/topics?orderBy=name', 'orderBy'],
    ['an unknown direction', 'GET', '/v2/topics?orderDirection=up', 'orderDirection'],
    ['two cursors', 'GET', '/v2/topics?after=a&before=b', 'before'],
    ['a cursor that is none', 'GET', '/v2/topics?after=nonsense', 'after'],
    ['includeCursor that is no boolean', 'GET', '/v2/topics?includeCursor=1', 'includeCursor'],
    ['two keys to look for', 'GET', '/v2/topics?key=a&key=b', 'key'],
    ['a name to look for of 513 characters', 'GET', `/v2/topics?name=${'n'.repeat(513)}`, 'name'],
  ] as const)('refuses %s', async (_case, method, url, field) => {
    await refused(method, url, method === 'POST' ? aTopic() : undefined, field, /./);
  });

  async function refused(
    method: 'GET' | 'POST' | 'PATCH',
    url: string,
    payload: object | undefined,
    field: string,
    message: string | RegExp,
  ): Promise<void> {
    const { status, body } = await test.api.request({ method, url, payload });
    expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: [field] });
    expect(body).toMatchObject({ statusCode: 422, path: url.split('?')[0], message: 'Validation failed' });
    const expected = typeof message === 'string' ? brokenRule(message) : expect.stringMatching(message);
    expect(body.errors[field].messages).toEqual(expect.arrayContaining([expected]));
  }
});

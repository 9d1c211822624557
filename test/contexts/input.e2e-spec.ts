import { brokenRule } from '../broken-rule.js';
import { startTestApp, type TestApp } from '../test-app.js';

function nested(levels: number): object {
  return levels === 1 ? {} : { a: nested(levels - 1) };
}

const NAME = (field: string) => `${field} must be 1 to 100 lowercase letters, digits, hyphens and underscores`;

describe('what is sent for a context', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await startTestApp();
    await test.api.post('/v2/contexts', { type: 'tenant', id: 'acme', data: { plan: 'pro' } });
  });

  afterAll(() => test.close());

  async function refused(
    method: 'POST' | 'PATCH',
    url: string,
    payload: object,
    field: string,
    message: string | RegExp,
  ) {
    const { status, body } = await test.api.request({ method, url, payload });
    expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: [field] });
    const expected = typeof message === 'string' ? brokenRule(message) : expect.stringMatching(message);
    expect(body.errors[field].messages).toEqual(expect.arrayContaining([expected]));
    expect((await test.api.get('/v2/contexts/tenant/acme')).body.data.data).toEqual({ plan: 'pro' });
  }

  const names: [string, unknown][] = [
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['a list', ['a']],
    ['an empty text', ''],
    ['a capital letter', 'Acme'],
    ['a colon', 'a:b'],
    ['a space', 'a b'],
    ['other letters', 'größe'],
    ['a line break at its end', 'a\n'],
    ['101 characters', 'a'.repeat(101)],
  ];

  it.each(names)('create refuses %s as type', async (_case, type) => {
    await refused('POST', '/v2/contexts', { type, id: 'x' }, 'type', NAME('type'));
  });

  it.each(names)('create refuses %s as id', async (_case, id) => {
    await refused('POST', '/v2/contexts', { type: 'x', id }, 'id', NAME('id'));
  });

  const fields: [string, object, string, string | RegExp][] = [
    ['null as data', { data: null }, 'data', 'data must be an object'],
    ['a list as data', { data: [] }, 'data', 'data must be an object'],
    ['a text as data', { data: 'x' }, 'data', 'data must be an object'],
    ['data nested too deeply', { data: nested(51) }, 'data', 'data must not be nested more than 50 levels deep'],
    ['an operator in data', { data: { $gt: 1 } }, 'data', 'data must not have the key "$gt"'],
    ['data of more than 64 KB', { data: { a: 'x'.repeat(65_536) } }, 'data', /^data must not be larger than 65536/],
    ['a number as address', { data: {}, bridgeUrl: 7 }, 'bridgeUrl', /URL/],
    ['an empty address', { data: {}, bridgeUrl: '' }, 'bridgeUrl', /URL/],
    ['an address without protocol', { data: {}, bridgeUrl: 'example.com' }, 'bridgeUrl', /URL/],
    ['an address of another protocol', { data: {}, bridgeUrl: 'ftp://example.com' }, 'bridgeUrl', /URL/],
    ['an address of 2049 characters', { data: {}, bridgeUrl: `https://a.de/${'x'.repeat(2036)}` }, 'bridgeUrl', /./],
  ];

  it.each([...fields, ['null as address', { bridgeUrl: null }, 'bridgeUrl', /URL/]] satisfies typeof fields)(
    'create refuses %s',
    async (_case, sent, field, message) => {
      await refused('POST', '/v2/contexts', { type: 'tenant', id: 'new', ...sent }, field, message);
      expect((await test.api.get('/v2/contexts/tenant/new')).status).toBe(404);
    },
  );

  it.each([...fields, ['no data', {}, 'data', 'data must be an object']] satisfies typeof fields)(
    'update refuses %s',
    async (_case, sent, field, message) => {
      await refused('PATCH', '/v2/contexts/tenant/acme', sent, field, message);
    },
  );

  it.each([
    ['names of 100 characters', { type: 't'.repeat(100), id: '0-_'.padEnd(100, 'i') }],
    ['data of 64 KB', { type: 'large', id: 'a', data: { a: 'x'.repeat(65_536 - 8) } }],
    ['data as deep as allowed', { type: 'deep', id: 'a', data: nested(50) }],
    ['an address on this machine', { type: 'local', id: 'a', bridgeUrl: 'http://localhost:4000/x' }],
  ])('create takes %s, which are found again', async (_case, context) => {
    const { status, body } = await test.api.post('/v2/contexts', context);
    expect(status).toBe(201);
    expect(body.data).toMatchObject(context);
    expect((await test.api.get(`/v2/contexts/${context.type}/${context.id}`)).body).toEqual(body);
  });

  it.each([
    ['an unknown order', 'orderBy=type', 'orderBy'],
    ['a limit of 101', 'limit=101', 'limit'],
    ['two ids', 'id=a&id=b', 'id'],
    ['a search of 513 characters', `search=${'s'.repeat(513)}`, 'search'],
    ['a cursor that is none', 'before=x', 'before'],
  ])('the list refuses %s', async (_case, query, field) => {
    const { status, body } = await test.api.get(`/v2/contexts?${query}`);
    expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: [field] });
  });
});

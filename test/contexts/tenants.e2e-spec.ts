import { randomUUID } from 'node:crypto';
import { startTestApp, type TestApp } from '../test-app.js';

describe('tenants', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await startTestApp();
  });

  afterAll(() => test.close());

  const create = (fields: object) => test.api.post('/v1/tenants', fields);
  const aTenant = async (fields: object = {}): Promise<string> => {
    const identifier = randomUUID();
    expect((await create({ identifier, ...fields })).status).toBe(201);
    return identifier;
  };

  describe('create', () => {
    it('stores everything, also what looks like marks of the store', async () => {
      const fields = { identifier: 'acme', name: 'Acme', data: { plan: 'pro', isMongooseBuffer: true, list: [1, {}] } };
      const { status, body } = await create(fields);
      expect(status).toBe(201);
      expect(body).toEqual({
        data: {
          ...fields,
          _id: expect.stringMatching(/^[0-9a-f]{24}$/),
          _environmentId: (await test.api.get('/v1/environments/me')).body.data._id,
          createdAt: expect.stringMatching(/Z$/),
          updatedAt: body.data.createdAt,
        },
      });
      expect((await test.api.get('/v1/tenants/acme')).body).toEqual(body);
    });

    it('leaves out what is not given', async () => {
      const { body } = await create({ identifier: 'bare' });
      expect(Object.keys(body.data).toSorted()).toEqual(
        ['_environmentId', '_id', 'createdAt', 'identifier', 'updatedAt'].toSorted(),
      );
    });

    it('gives an identifier that many want at once to one of them', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => create({ identifier: 'wanted' })));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
      const { body } = await create({ identifier: 'wanted' });
      expect(body).toMatchObject({ statusCode: 409, message: "Tenant 'wanted' already exists" });
    });

    it('does not mind the same identifier elsewhere', async () => {
      const identifier = await aTenant();
      expect((await test.otherApi.post('/v1/tenants', { identifier })).status).toBe(201);
    });

    it.each<[string, object, string]>([
      ['no identifier', {}, 'identifier'],
      ['null as identifier', { identifier: null }, 'identifier'],
      ['an identifier that is no text', { identifier: 7 }, 'identifier'],
      ['an empty identifier', { identifier: '' }, 'identifier'],
      ['an identifier with a line break', { identifier: 'a\nb' }, 'identifier'],
      ['an identifier of 513 characters', { identifier: 'x'.repeat(513) }, 'identifier'],
    ])('refuses %s', async (_what, fields, field) => {
      const { status, body } = await create(fields);
      expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: [field] });
    });
  });

  describe.each<['POST' | 'PATCH', () => Promise<string>]>([
    ['POST', () => Promise.resolve('/v1/tenants')],
    ['PATCH', async () => `/v1/tenants/${await aTenant()}`],
  ])('%s', (method, url) => {
    it.each<[string, object, string]>([
      ['null as name', { name: null }, 'name'],
      ['a name that is no text', { name: 7 }, 'name'],
      ['a name of 256 characters', { name: 'x'.repeat(256) }, 'name'],
      ['null as data', { data: null }, 'data'],
      ['a list as data', { data: [] }, 'data'],
      ['a text as data', { data: 'x' }, 'data'],
      ['data that the store would read as an operator', { data: { $set: 1 } }, 'data'],
      ['data of more than 64 KB', { data: { text: 'x'.repeat(65_536) } }, 'data'],
      ['an identifier that is a list', { identifier: [] }, 'identifier'],
    ])('refuses %s', async (_what, fields, field) => {
      const payload = { ...(method === 'POST' && { identifier: randomUUID() }), ...fields };
      const { status, body } = await test.api.request({ method, url: await url(), payload });
      expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: [field] });
    });
  });

  describe('list', () => {
    it('has pages, newest first, of the own environment', async () => {
      const paged = await startTestApp();
      await paged.otherApi.post('/v1/tenants', { identifier: 'foreign' });
      for (const identifier of ['a', 'b', 'c']) await paged.api.post('/v1/tenants', { identifier });
      const page = async (query: string) => {
        const { status, body } = await paged.api.get(`/v1/tenants${query}`);
        expect(status).toBe(200);
        return { ...body, data: body.data.map(({ identifier }: { identifier: string }) => identifier) };
      };
      expect(await page('')).toEqual({ page: 0, pageSize: 10, totalCount: 3, hasMore: false, data: ['c', 'b', 'a'] });
      expect(await page('?limit=2')).toEqual({ page: 0, pageSize: 2, totalCount: 3, hasMore: true, data: ['c', 'b'] });
      expect(await page('?limit=2&page=1')).toMatchObject({ page: 1, hasMore: false, data: ['a'] });
      expect(await page('?limit=2&page=2')).toMatchObject({ page: 2, hasMore: false, data: [] });
      await paged.api.post('/v1/tenants', { identifier: 'x.y', name: 'Blue (north)' });
      expect(await page('?search=LUE%20(')).toMatchObject({ totalCount: 1, hasMore: false, data: ['x.y'] });
      expect(await page('?search=x.Y')).toMatchObject({ data: ['x.y'] });
      expect(await page('?search=.')).toMatchObject({ totalCount: 1 });
      expect(await page('?search=b&limit=1&page=1')).toMatchObject({ totalCount: 2, hasMore: false, data: ['b'] });
      await paged.close();
    });

    it.each([
      ['page', '-1'],
      ['page', '10001'],
      ['page', 'x'],
      ['limit', '0'],
      ['limit', '101'],
      ['limit', '1.5'],
    ])('refuses %s=%s', async (field, value) => {
      const { status, body } = await test.api.get(`/v1/tenants?${field}=${value}`);
      expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: [field] });
    });
  });

  describe('update', () => {
    it('changes what is given and keeps the rest', async () => {
      const identifier = await aTenant({ name: 'Acme', data: { plan: 'pro', seats: 3 } });
      const before = (await test.api.get(`/v1/tenants/${identifier}`)).body.data;
      const { status, body } = await test.api.patch(`/v1/tenants/${identifier}`, { data: { plan: 'free' } });
      expect(status).toBe(200);
      expect(body.data).toEqual({ ...before, data: { plan: 'free' }, updatedAt: body.data.updatedAt });
      const renamed = await test.api.patch(`/v1/tenants/${identifier}`, { identifier: `${identifier}-2`, name: 'A' });
      expect(renamed.body.data).toMatchObject({ identifier: `${identifier}-2`, name: 'A', data: { plan: 'free' } });
      expect((await test.api.get(`/v1/tenants/${identifier}`)).status).toBe(404);
    });

    it('refuses an identifier that is taken', async () => {
      const [one, other] = [await aTenant(), await aTenant()];
      const { status, body } = await test.api.patch(`/v1/tenants/${one}`, { identifier: other });
      expect({ status, message: body.message }).toEqual({ status: 409, message: `Tenant '${other}' already exists` });
    });
  });

  describe('delete', () => {
    it('T9: makes later triggers that name it lead nowhere, at once', async () => {
      const tenant = await aTenant();
      const { workflowId: name } = await test.api.workflow();
      const trigger = () => test.api.trigger(name, { to: 'ada', tenant });
      expect(await trigger()).toMatchObject({ status: 'processed' });
      const { status, body } = await test.api.delete(`/v1/tenants/${tenant}`);
      expect({ status, body }).toEqual({ status: 204, body: undefined });
      expect(await trigger()).toEqual({ acknowledged: true, status: 'no_tenant_found' });
      await create({ identifier: tenant });
      expect(await trigger()).toMatchObject({ status: 'processed' });
    });
  });

  it.each(['GET', 'PATCH', 'DELETE'] as const)(
    '%s answers 404 for one that is not there, or elsewhere',
    async (method) => {
      const elsewhere = randomUUID();
      await test.otherApi.post('/v1/tenants', { identifier: elsewhere });
      for (const identifier of ['nobody', elsewhere]) {
        const url = `/v1/tenants/${identifier}`;
        const { status, body } = await test.api.request({ method, url, ...(method === 'PATCH' && { payload: {} }) });
        expect(status).toBe(404);
        expect(body).toMatchObject({ statusCode: 404, message: `Tenant '${identifier}' was not found`, path: url });
      }
      expect((await test.otherApi.get(`/v1/tenants/${elsewhere}`)).status).toBe(200);
    },
  );
});

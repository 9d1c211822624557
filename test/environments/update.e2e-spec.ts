import { randomUUID } from 'node:crypto';
import { Types } from 'mongoose';
import { aForeignEnvironment } from '../builders/foreign-environment.js';
import { anInAppStep, aWorkflow } from '../builders/workflow.js';
import type { ApiResponse } from '../api-client.js';
import { startTestApp, type TestApp } from '../test-app.js';

describe('an environment', () => {
  let test: TestApp;
  let development: { _id: string; identifier: string; slug: string; apiKeys: object[] };
  let production: { _id: string };

  beforeAll(async () => {
    test = await startTestApp();
    development = (await test.api.get('/v1/environments/me')).body.data;
    production = (await test.otherApi.get('/v1/environments/me')).body.data;
  });

  afterAll(() => test.close());

  const create = async (): Promise<{ _id: string; identifier: string; slug: string; name: string }> =>
    (await test.api.post('/v1/environments', { name: randomUUID() })).body.data;
  const update = (reference: string, changes: object): Promise<ApiResponse> =>
    test.api.put(`/v1/environments/${reference}`, changes);

  describe('that is current', () => {
    it('is that of the key', async () => {
      const { body } = await test.otherApi.get('/v1/environments/me');
      expect(body.data).toMatchObject({ name: 'Production', apiKeys: [{ key: test.otherApi.apiKey }] });
    });

    it('shows its keys', async () => {
      const { status, body } = await test.api.get('/v1/environments/api-keys');
      expect({ status, body }).toEqual({ status: 200, body: { data: development.apiKeys } });
    });
  });

  describe('that is changed', () => {
    it('has what is given, keeps the rest, and does not show its keys to a stranger', async () => {
      const created = await create();
      const { status, body } = await update(created._id, { color: '#abc', parentId: production._id });
      expect(status).toBe(200);
      expect(body.data).toEqual({ ...created, color: '#abc', _parentId: production._id, apiKeys: [] });
      const renamed = await update(created._id, { name: 'Renamed', identifier: 'renamed_env-1' });
      expect(renamed.body.data).toEqual({
        ...body.data,
        name: 'Renamed',
        identifier: 'renamed_env-1',
        slug: created.slug.replace(/^.*(?=_env_)/, 'renamed'),
      });
      const listed = (await test.api.get('/v1/environments')).body.data;
      expect(listed.find(({ _id }: { _id: string }) => _id === created._id)).toEqual(renamed.body.data);
    });

    it.each(['_id', 'slug', 'identifier'] as const)('is found by its %s', async (field) => {
      const created = await create();
      expect((await update(created[field], { color: '#111' })).body.data._id).toBe(created._id);
    });

    it('stays as it is when nothing is given', async () => {
      const created = await create();
      expect((await update(created._id, {})).body.data).toEqual({ ...created, apiKeys: [] });
    });

    it('takes where email comes in and where workflows are defined', async () => {
      const { _id } = await create();
      const changes = { dns: { inboundParseDomain: 'in.example.com' }, bridge: { url: 'http://localhost:4000/api' } };
      expect((await update(_id, changes)).status).toBe(200);
      expect((await update(_id, { dns: {} })).status).toBe(200);
      const stored = await test.connection.collection('environments').findOne({ _id: new Types.ObjectId(_id) });
      expect(stored).toMatchObject({ dns: {}, bridge: changes.bridge });
    });

    it('L8: has its new name in the next run of this process', async () => {
      const before = (await test.api.get('/v1/environments/me')).body.data.name;
      const workflow = aWorkflow({ steps: [anInAppStep({ controlValues: { body: '{{env.name}}' } })] });
      await test.api.workflow(workflow);
      const simulate = async (): Promise<string> => {
        const { body } = await test.api.post('/v1/events/simulate', { name: workflow.workflowId, to: 'ada' });
        return JSON.stringify(body);
      };
      expect(await simulate()).toContain(before);
      await update(development._id, { name: 'Workshop' });
      expect(await simulate()).toContain('Workshop');
    });

    it('does not take a name or an identifier that another one has', async () => {
      const [one, other] = [await create(), await create()];
      const name = await update(one._id, { name: other.name, identifier: 'unused' });
      expect({ status: name.status, message: name.body.message }).toEqual({
        status: 409,
        message: `Environment '${other.name}' already exists`,
      });
      const identifier = await update(one._id, { identifier: other.identifier });
      expect({ status: identifier.status, message: identifier.body.message }).toEqual({
        status: 409,
        message: `Identifier '${other.identifier}' belongs to another environment`,
      });
    });

    it('may be given the name and the identifier it has', async () => {
      const { _id, name, identifier } = await create();
      expect((await update(_id, { name, identifier })).status).toBe(200);
    });

    it('gets an identifier that many want at once alone', async () => {
      const created = await Promise.all(Array.from({ length: 10 }, create));
      const answers = await Promise.all(created.map(({ _id }) => update(_id, { identifier: 'wanted' })));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    });

    it('does not receive changes from itself, or from one that receives its own', async () => {
      const [one, other] = [await create(), await create()];
      expect((await update(other._id, { parentId: one._id })).status).toBe(200);
      for (const parentId of [one._id, other._id]) {
        const { status, body } = await update(one._id, { parentId });
        expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: ['parentId'] });
      }
    });

    it.each<[string, object, string]>([
      ['null as name', { name: null }, 'name'],
      ['a blank name', { name: ' ' }, 'name'],
      ['a name of 65 characters', { name: 'x'.repeat(65) }, 'name'],
      ['a name that is no text', { name: {} }, 'name'],
      ['null as identifier', { identifier: null }, 'identifier'],
      ['an empty identifier', { identifier: '' }, 'identifier'],
      ['an identifier with a slash', { identifier: 'a/b' }, 'identifier'],
      ['an identifier of 129 characters', { identifier: 'x'.repeat(129) }, 'identifier'],
      ['an identifier like an id', { identifier: '6925a1f0c0ffee0123456789' }, 'identifier'],
      ['null as parent', { parentId: null }, 'parentId'],
      ['a parent that is no id', { parentId: 'x' }, 'parentId'],
      ['a parent that is not there', { parentId: '6925a1f0c0ffee0123456789' }, 'parentId'],
      ['null as colour', { color: null }, 'color'],
      ['a colour that is none', { color: '#33aa7' }, 'color'],
      ['null as dns', { dns: null }, 'dns'],
      ['a list as dns', { dns: [] }, 'dns'],
      ['a domain that is none', { dns: { inboundParseDomain: 'a b' } }, 'dns.inboundParseDomain'],
      ['null as domain', { dns: { inboundParseDomain: null } }, 'dns.inboundParseDomain'],
      ['null as bridge', { bridge: null }, 'bridge'],
      ['a bridge that is no web address', { bridge: { url: 'ftp://example.com' } }, 'bridge.url'],
      ['a bridge that is too long', { bridge: { url: `https://example.com/${'x'.repeat(2048)}` } }, 'bridge.url'],
    ])('refuses %s', async (_what, changes, field) => {
      const { status, body } = await update(development._id, changes);
      expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: [field] });
    });
  });

  describe('tags', () => {
    it('are those of its workflows, each once, in order', async () => {
      for (const tags of [['orders', 'alerts'], ['orders'], []]) {
        await test.otherApi.workflow({ tags });
      }
      const created = await create();
      const tagsOf = async (reference: string) => (await test.api.get(`/v2/environments/${reference}/tags`)).body;
      expect(await tagsOf(production._id)).toEqual({ data: [{ name: 'alerts' }, { name: 'orders' }] });
      for (const reference of [created._id, created.identifier, created.slug]) {
        expect(await tagsOf(reference)).toEqual({ data: [] });
      }
    });
  });

  describe('that is not there', () => {
    it.each<[string, 'GET' | 'PUT', (reference: string) => string]>([
      ['PUT', 'PUT', (reference) => `/v1/environments/${reference}`],
      ['its tags', 'GET', (reference) => `/v2/environments/${reference}/tags`],
    ])('answers 404 to %s, and so does one of another organization', async (_what, method, url) => {
      const { _id, identifier } = await aForeignEnvironment(test);
      for (const reference of ['nobody', '6925a1f0c0ffee0123456789', _id.toHexString(), identifier]) {
        const { status, body } = await test.api.request({
          method,
          url: url(reference),
          ...(method === 'PUT' && { payload: { color: '#fff' } }),
        });
        expect(status).toBe(404);
        expect(body).toMatchObject({ statusCode: 404, message: `Environment '${reference}' was not found` });
      }
    });
  });
});

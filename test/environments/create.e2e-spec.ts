import { createHash } from 'node:crypto';
import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Integration } from '../../src/integrations/integration.schema.js';
import { aForeignEnvironment } from '../builders/foreign-environment.js';
import { anInAppStep, aWorkflow } from '../builders/workflow.js';
import { ApiClient } from '../api-client.js';
import { eventually } from '../eventually.js';
import { startTestApp, type TestApp } from '../test-app.js';

const ID = /^[0-9a-f]{24}$/;

describe('creating environments', () => {
  let test: TestApp;
  let development: { _id: string; _organizationId: string };

  beforeAll(async () => {
    test = await startTestApp();
    development = (await test.api.get('/v1/environments/me')).body.data;
  });

  afterAll(() => test.close());

  const create = (fields: object) => test.api.post('/v1/environments', fields);

  it('answers with the environment and its new key', async () => {
    const { status, body } = await create({ name: 'Staging', color: '#33aa77', parentId: development._id });
    expect(status).toBe(201);
    const { key } = body.data.apiKeys[0];
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(body).toEqual({
      data: {
        _id: expect.stringMatching(ID),
        name: 'Staging',
        _organizationId: development._organizationId,
        identifier: expect.stringMatching(/^[\w-]{12}$/),
        type: 'prod',
        color: '#33aa77',
        _parentId: development._id,
        slug: expect.stringMatching(/^staging_env_[0-9A-Za-z]{16}$/),
        apiKeys: [{ key, _userId: expect.stringMatching(ID), hash: createHash('sha256').update(key).digest('hex') }],
      },
    });
  });

  it('needs no more than a name', async () => {
    const { status, body } = await create({ name: 'Bare' });
    expect(status).toBe(201);
    expect(Object.keys(body.data).toSorted()).toEqual(
      ['_id', '_organizationId', 'apiKeys', 'identifier', 'name', 'slug', 'type'].toSorted(),
    );
  });

  it('G11, D2: makes a world of its own, in which in-app messages arrive at once', async () => {
    const { body } = await create({ name: 'Own world' });
    const [{ key }] = body.data.apiKeys;
    const fastify = test.app.getHttpAdapter().getInstance();
    const api = new ApiClient((request) => fastify.inject(request), key);
    expect((await api.get('/v1/environments/me')).body.data).toEqual(body.data);
    const workflow = aWorkflow({ steps: [anInAppStep()] });
    await test.api.workflow(workflow);
    expect((await api.get(`/v2/workflows/${workflow.workflowId}`)).status).toBe(404);
    await api.workflow(workflow);
    const trigger = { name: workflow.workflowId, to: 'ada', transactionId: 'the-same' };
    expect((await test.api.post('/v1/events/trigger', trigger)).headers['transaction-replayed']).toBeUndefined();
    expect((await api.post('/v1/events/trigger', trigger)).headers['transaction-replayed']).toBeUndefined();
    await eventually(async () => {
      expect(await api.inbox('ada')).toMatchObject([{ transactionId: 'the-same' }]);
    });
  });

  it('does not hold the new key in the clear in the store', async () => {
    const { body } = await create({ name: 'Sealed' });
    const stored = await test.connection.collection('environments').find().toArray();
    expect(JSON.stringify(stored)).not.toContain(body.data.apiKeys[0].key);
  });

  it.each(['Development', 'Production', 'Taken'])('refuses the name %s, which is taken', async (name) => {
    await create({ name: 'Taken' });
    const { status, body } = await create({ name });
    expect(status).toBe(409);
    expect(body).toMatchObject({ statusCode: 409, message: `Environment '${name}' already exists` });
  });

  it('lets one of many that want a name at once have it, and leaves nothing of the others', async () => {
    const integrations = test.app.get<Model<Integration>>(getModelToken(Integration.name));
    const before = await integrations.countDocuments();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ name: 'Wanted' })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(await integrations.countDocuments()).toBe(before + 1);
  });

  it.each<[string, object, string]>([
    ['no name', { color: '#fff' }, 'name'],
    ['a name that is no text', { name: 7 }, 'name'],
    ['null as name', { name: null }, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a blank name', { name: '  ' }, 'name'],
    ['a name with a line break', { name: 'a\nb' }, 'name'],
    ['a name of 65 characters', { name: 'x'.repeat(65) }, 'name'],
    ['a colour that is none', { name: 'x', color: 'green' }, 'color'],
    ['a colour without #', { name: 'x', color: '33aa77' }, 'color'],
    ['null as colour', { name: 'x', color: null }, 'color'],
    ['a parent that is no id', { name: 'x', parentId: 'Development' }, 'parentId'],
    ['null as parent', { name: 'x', parentId: null }, 'parentId'],
    ['a parent that is not there', { name: 'x', parentId: '6925a1f0c0ffee0123456789' }, 'parentId'],
  ])('refuses %s', async (_what, fields, field) => {
    const { status, body } = await create(fields);
    expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: [field] });
  });

  it('refuses a parent of another organization', async () => {
    const foreign = (await aForeignEnvironment(test))._id.toHexString();
    const { status, body } = await create({ name: 'x', parentId: foreign });
    expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: ['parentId'] });
  });

  it('refuses more environments than an organization may have', async () => {
    const small = await startTestApp({ settings: { MAX_ENVIRONMENTS: '3' } });
    expect((await small.api.post('/v1/environments', { name: 'Third' })).status).toBe(201);
    const { status, body } = await small.api.post('/v1/environments', { name: 'Fourth' });
    expect(status).toBe(402);
    expect(body).toMatchObject({ statusCode: 402, message: 'An organization has at most 3 environments' });
    await small.close();
  });
});

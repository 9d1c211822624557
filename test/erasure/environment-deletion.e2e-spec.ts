/** @runs-on redis */
import { randomUUID } from 'node:crypto';
import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { EnvironmentVariable } from '../../src/env-variables/environment-variable.schema.js';
import { Environment } from '../../src/auth/environment.schema.js';
import { ApiClient } from '../api-client.js';
import { aForeignEnvironment } from '../builders/foreign-environment.js';
import { eventually } from '../eventually.js';
import { startTestApp, type TestApp } from '../test-app.js';
import { tracesOf } from './traces/traces-of.js';

interface Created {
  _id: string;
  identifier: string;
  slug: string;
  name: string;
  apiKeys: [{ key: string; hash: string }];
}

const FAST = { ENVIRONMENT_PURGE_SECONDS: '1', SWEEP_INTERVAL_SECONDS: '1', SWEEP_AFTER_SECONDS: '1' };

describe('deleting an environment', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await startTestApp({ settings: FAST });
  });

  afterAll(() => test.close());

  const create = async (fields: object = {}): Promise<Created> =>
    (await test.api.post('/v1/environments', { name: randomUUID(), ...fields })).body.data;
  const as = ({ app }: TestApp, { apiKeys: [{ key }] }: Created): ApiClient => {
    const fastify = app.getHttpAdapter().getInstance();
    return new ApiClient((request) => fastify.inject(request), key);
  };

  it.each(['_id', 'slug', 'identifier'] as const)('by its %s takes it away at once', async (field) => {
    const created = await create();
    const { status, body } = await test.api.delete(`/v1/environments/${created[field]}`);
    expect({ status, body }).toEqual({ status: 200, body: { data: { acknowledged: true } } });
    const { data } = (await test.api.get('/v1/environments')).body;
    expect(data.map(({ _id }: Created) => _id)).not.toContain(created._id);
    expect((await test.api.delete(`/v1/environments/${created._id}`)).status).toBe(404);
    expect((await test.api.put(`/v1/environments/${created._id}`, { color: '#fff' })).status).toBe(404);
  });

  it('EN2: makes its keys worthless in this process at once, whatever it remembers', async () => {
    const created = await create();
    const client = as(test, created);
    expect((await client.get('/v1/environments/me')).status).toBe(200);
    await client.delete(`/v1/environments/${created._id}`);
    const { status, body } = await client.get('/v1/environments/me');
    expect({ status, message: body.message }).toEqual({ status: 401, message: 'API Key not found' });
  });

  it('EN2: makes its keys worthless in other processes within the time they remember keys', async () => {
    const namespace = `t${randomUUID().slice(0, 8)}`;
    const settings = { ...FAST, API_KEY_CACHE_SECONDS: '1', BOOTSTRAP_API_KEY: randomUUID() };
    const first = await startTestApp({ namespace, settings });
    const second = await startTestApp({ namespace, settings });
    const created: Created = (await first.api.post('/v1/environments', { name: 'Shared' })).body.data;
    const client = as(second, created);
    expect((await client.get('/v1/environments/me')).status).toBe(200);
    await first.api.delete(`/v1/environments/${created._id}`);
    await eventually(async () => expect((await client.get('/v1/environments')).status).toBe(401));
    await second.app.close();
    await first.close();
  });

  it('frees its name', async () => {
    const created = await create();
    await test.api.delete(`/v1/environments/${created._id}`);
    expect((await create({ name: created.name })).name).toBe(created.name);
  });

  it('EN3: leaves no trace of it in the end, and no loose ends in what stays', async () => {
    const created = await create();
    const child = await create({ parentId: created._id });
    const [development] = (await test.api.get('/v1/environments')).body.data;
    const key = 'LOOSE_END';
    const values = [created, development].map(({ _id }: Created) => ({ _environmentId: _id, value: 'x' }));
    expect((await test.api.post('/v1/environment-variables', { key, values })).status).toBe(200);
    await as(test, created).subscriber({ subscriberId: 'ada' });
    expect(await tracesOf(test, created._id)).toEqual(
      expect.arrayContaining(['environments', 'environmentvariables', 'integrations', 'subscribers']),
    );
    await test.api.delete(`/v1/environments/${created._id}`);
    await eventually(async () => {
      for (const trace of [created._id, created.identifier, created.apiKeys[0].hash]) {
        expect(await tracesOf(test, trace)).toEqual([]);
      }
    });
    const kept = await model(EnvironmentVariable).findOne({ key }).lean();
    expect(kept?.values.map(({ environmentId }) => environmentId.toHexString())).toEqual([development._id]);
    expect((await test.api.put(`/v1/environments/${child._id}`, {})).body.data).not.toHaveProperty('_parentId');
  });

  it.each(['nobody', '6925a1f0c0ffee0123456789'])('answers 404 for %s', async (reference) => {
    const { status, body } = await test.api.delete(`/v1/environments/${reference}`);
    expect({ status, message: body.message }).toEqual({
      status: 404,
      message: `Environment '${reference}' was not found`,
    });
  });

  it('answers 404 for one of another organization, and leaves it alone', async () => {
    const { _id } = await aForeignEnvironment(test);
    expect((await test.api.delete(`/v1/environments/${_id.toHexString()}`)).status).toBe(404);
    expect(await model(Environment).exists({ _id })).not.toBeNull();
  });

  it('EN1: is not possible for the last one', async () => {
    const lonely = await startTestApp({ settings: FAST });
    const [development, production] = (await lonely.api.get('/v1/environments')).body.data;
    expect((await lonely.otherApi.delete(`/v1/environments/${production._id}?confirm=Production`)).status).toBe(200);
    const { status, body } = await lonely.api.delete(`/v1/environments/${development._id}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      statusCode: 400,
      message: 'The last environment of an organization cannot be deleted',
    });
    expect((await lonely.api.get('/v1/environments/me')).status).toBe(200);
    await lonely.api.post('/v1/environments', { name: 'Another' });
    expect((await lonely.api.delete(`/v1/environments/${development._id}`)).status).toBe(200);
    await lonely.close();
  });

  it('EN1: leaves one when everyone deletes everything at once', async () => {
    const crowd = await startTestApp({ settings: FAST });
    const made = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => (await crowd.api.post('/v1/environments', { name })).body.data as Created),
    );
    const all: Created[] = (await crowd.api.get('/v1/environments')).body.data;
    const clients = [crowd.api, crowd.otherApi, ...made.map((created) => as(crowd, created))];
    const attempts = clients.flatMap((client) =>
      all.map(({ _id, name }) => client.delete(`/v1/environments/${_id}?confirm=${name}`)),
    );
    // 403: Production is protected from the keys of the others.
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.filter((status) => ![200, 400, 401, 403, 404, 409].includes(status))).toEqual([]);
    const left = await crowd.app.get<Model<Environment>>(getModelToken(Environment.name)).countDocuments();
    expect(left).toBeGreaterThanOrEqual(1);
    expect(statuses.filter((status) => status === 200)).toHaveLength(all.length - left);
    await crowd.close();
  });

  function model<T>(type: { name: string; prototype: T }): Model<T> {
    return test.app.get<Model<T>>(getModelToken(type.name));
  }
});

import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { deliverChunk } from '../delivery/deliver-chunk.js';
import { EnvironmentDeletion } from '../../src/erasure/environments/environment-deletion.schema.js';
import { EnvironmentRemoval } from '../../src/erasure/environments/environment-removal.service.js';
import { Environment } from '../../src/auth/environment.schema.js';
import { LegacyCredentials } from '../../src/legacy/applications/legacy-credentials.service.js';
import { runMigrations } from '../../src/server/migrations.js';
import type { ApiClient } from '../api-client.js';
import { delay, EngineScene, HOUR, inApp, MINUTE } from '../delivery/engine-scene.js';
import { eventually } from '../eventually.js';
import { tracesOf } from './traces/traces-of.js';

const GOING_ON = new AbortController().signal;

interface Known {
  _id: string;
  name: string;
  identifier: string;
  slug: string;
  protected?: boolean;
}

describe('a protected environment', () => {
  let scene: EngineScene;
  let production: Known;
  let development: Known;

  beforeEach(async () => {
    // Passes and waking are the test's own.
    scene = await EngineScene.start({ settings: { ROLE: 'api' } });
    [development, production] = (await scene.carillon.api.get('/v1/environments')).body.data;
  });

  afterEach(() => scene.close());

  const pass = () => scene.carillon.app.get(EnvironmentRemoval, { strict: false }).continueDue(GOING_ON);
  const remove = (query = '?confirm=Production', api = scene.carillon.otherApi) =>
    api.delete(`/v1/environments/${production._id}${query}`);
  const restore = (reference = production._id) => scene.carillon.api.post(`/v1/environments/${reference}/restore`);
  const environments = (): Model<Environment> => scene.carillon.app.get(getModelToken(Environment.name));
  const marks = (): Model<EnvironmentDeletion> =>
    scene.carillon.app.get(getModelToken(EnvironmentDeletion.name), { strict: false });
  const isOpen = async (): Promise<boolean> =>
    (await scene.carillon.otherApi.get('/v1/environments/me')).status === 200;

  it('is the Production of the first start, and no other', async () => {
    expect(production.protected).toBe(true);
    expect(development.protected).toBeUndefined();
    const { data } = (await scene.carillon.api.post('/v1/environments', { name: 'Staging' })).body;
    expect(data.protected).toBeUndefined();
  });

  it.each([
    ['', "Environment 'Production' is protected"],
    ['?confirm=production', "confirm is not the name 'Production'"],
    ['?confirm=', "confirm is not the name 'Production'"],
  ])('EN4: is not deleted by a call with the query "%s", which is told how', async (query, problem) => {
    const { status, body } = await remove(query);
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: `${problem}. To delete it, repeat its name: DELETE /v1/environments/${production._id}?confirm=Production. It can be restored for 72 hours then.`,
    });
    expect(await isOpen()).toBe(true);
  });

  it('EN4: is gone for everyone when it is deleted, and back as it was when it is restored', async () => {
    const { otherApi } = scene.carillon;
    const application = (await otherApi.post('/v1/legacy/applications', { name: 'Shop' })).body.data;
    await otherApi.subscriber({ subscriberId: 'ada' });
    const before = (await otherApi.get('/v1/environments/me')).body.data;
    const traces = await tracesOf(scene.carillon, production._id);

    const { status, body } = await remove();
    const restorableUntil = new Date(body.data.restorableUntil);
    expect({ status, acknowledged: body.data.acknowledged }).toEqual({ status: 200, acknowledged: true });
    expect(restorableUntil.getTime()).toBeGreaterThan(scene.clock.now().getTime() + 71 * HOUR);
    expect(await isOpen()).toBe(false);
    expect((await scene.carillon.api.get('/v1/environments')).body.data).toEqual([
      (await scene.carillon.api.get('/v1/environments/me')).body.data,
    ]);
    expect((await remove()).status).toBe(401);
    expect((await remove(undefined, scene.carillon.api)).status).toBe(404);
    const session = { applicationIdentifier: production.identifier, subscriber: { subscriberId: 'ada' } };
    expect((await scene.carillon.anonymous.post('/v1/inbox/session', session)).status).toBe(400);
    const legacy = scene.carillon.app.get(LegacyCredentials, { strict: false });
    expect(await legacy.find(application.applicationId, application.secret)).toBeUndefined();
    await pass();
    scene.clock.forward(71 * HOUR);
    await pass();
    expect((await scene.carillon.api.get('/v1/environments/deleted')).body.data).toEqual([
      {
        _id: production._id,
        name: 'Production',
        identifier: production.identifier,
        deletedAt: expect.any(String),
        restorableUntil: restorableUntil.toISOString(),
      },
    ]);

    const restored = await restore(production.slug);
    expect({ status: restored.status, body: restored.body.data }).toEqual({
      status: 200,
      body: { ...before, apiKeys: [] },
    });
    expect((await otherApi.get('/v1/environments/me')).body.data).toEqual(before);
    expect((await otherApi.get('/v2/subscribers/ada')).status).toBe(200);
    expect(await legacy.find(application.applicationId, application.secret)).toBeDefined();
    expect(await marks().countDocuments()).toBe(0);
    scene.clock.forward(1000 * HOUR);
    await pass();
    expect(await tracesOf(scene.carillon, production._id)).toEqual(traces);
    expect((await restore()).status).toBe(404);
  });

  it('EN4: loses its data when its time is over, and cannot be restored any more', async () => {
    await remove();
    scene.clock.forward(73 * HOUR);
    expect((await scene.carillon.api.get('/v1/environments/deleted')).body.data).toEqual([]);
    const { status, body } = await restore();
    expect({ status, message: body.message }).toEqual({
      status: 404,
      message: `There is no deleted environment '${production._id}' that can be restored`,
    });
    for (let round = 0; round < 3; round++) {
      await pass();
      scene.clock.forward(2 * HOUR);
    }
    expect(await tracesOf(scene.carillon, production._id)).toEqual([]);
  });

  it('EN4: sends nothing that is due while it is deleted, and goes on when it is restored', async () => {
    const { otherApi } = scene.carillon;
    await otherApi.workflow({
      name: 'Later',
      workflowId: 'later',
      steps: [
        { name: 'Wait', ...delay(1, 'hours') },
        { name: 'Inbox', ...inApp('late') },
      ],
    });
    const trigger = async (to: string): Promise<string> => {
      await otherApi.trigger('later', { to });
      const event = await scene.carillon.connection.collection('events').findOne({}, { sort: { _id: -1 } });
      return event!._id.toHexString();
    };
    await deliverChunk(scene.carillon, await trigger('waiting'));
    const underWay = await trigger('under way');
    await remove();
    scene.clock.forward(2 * HOUR);
    await deliverChunk(scene.carillon, underWay);
    await scene.wake();
    expect(await scene.messages.countDocuments()).toBe(0);
    expect((await restore()).status).toBe(200);
    scene.clock.forward(MINUTE);
    await scene.wake();
    expect(await otherApi.inbox('waiting')).toMatchObject([{ body: 'late' }]);
    // Its event is overdue at once, and not only when the sweeper would have looked for it again.
    const [event] = await scene.carillon.connection
      .collection('events')
      .find({ sweepAt: { $exists: true } })
      .toArray();
    expect(event!.sweepAt.getTime()).toBeLessThanOrEqual(scene.clock.now().getTime());
    await deliverChunk(scene.carillon, underWay);
    scene.clock.forward(HOUR + MINUTE);
    await scene.wake();
    expect(await otherApi.inbox('under way')).toHaveLength(1);
  });

  it('EN4: stays deleted or comes back, whole, when it is deleted and restored at once', async () => {
    for (let round = 0; round < 5; round++) {
      await remove();
      const answers = await Promise.all([restore(), pass(), restore(), remove(), restore()]);
      const statuses = answers.flatMap((answer) => (answer ? [answer.status] : []));
      // 401: its own key does not work while it is deleted.
      expect(statuses.filter((status) => ![200, 401, 404, 409].includes(status))).toEqual([]);
      scene.clock.forward(2 * MINUTE);
      await pass();
      const [there, marked] = [
        await environments().countDocuments({ name: 'Production' }),
        await marks().countDocuments(),
      ];
      expect(there + marked).toBe(1);
      if (marked === 1) expect((await restore()).status).toBe(200);
      expect(await isOpen()).toBe(true);
    }
  });

  it.each([
    ['before it was closed', async () => undefined],
    [
      'when it was just being put back',
      async () => {
        await environments().deleteOne({ name: 'Production' });
        await marks().updateOne({}, { restoring: true });
      },
    ],
  ])('EN4: is finished with by others when a process dies %s', async (_when, happened) => {
    const kept = await environments().findOne({ name: 'Production' }).lean();
    await remove();
    await environments().collection.insertOne(kept!);
    await marks().updateOne({}, { dueAt: new Date(0) });
    await happened();
    await pass();
    const restoring = happened.toString().includes('restoring');
    expect(await environments().countDocuments({ name: 'Production' })).toBe(restoring ? 1 : 0);
    expect(await marks().countDocuments()).toBe(restoring ? 0 : 1);
    if (!restoring) expect((await restore()).status).toBe(200);
    expect(await isOpen()).toBe(true);
  });

  it('EN4: is not restored beside another one with its name, and can be when that has another', async () => {
    await remove();
    const { data } = (await scene.carillon.api.post('/v1/environments', { name: 'Production' })).body;
    const { status, body } = await restore();
    expect(status).toBe(409);
    expect(body.message).toContain("Another environment has the name 'Production'");
    await scene.carillon.api.put(`/v1/environments/${data._id}`, { name: 'Production 2' });
    expect((await restore()).status).toBe(200);
  });

  it('is made by its own key and others, and unmade by its own alone', async () => {
    const change = (api: ApiClient, isProtected: boolean, { _id } = production) =>
      api.put(`/v1/environments/${_id}`, { protected: isProtected });
    const { api, otherApi } = scene.carillon;
    const { status, body } = await change(api, false);
    expect({ status, message: body.message }).toEqual({
      status: 403,
      message:
        "Environment 'Production' is protected: it is changed, and its protection switched off, with an API key of its own",
    });
    expect((await change(otherApi, false)).body.data).not.toHaveProperty('protected');
    // Neither does a later start switch it on again.
    await runMigrations(scene.carillon.connection, () => undefined);
    expect((await change(api, true)).body.data.protected).toBe(true);
    expect((await remove('')).status).toBe(400);
    await change(otherApi, false);
    expect((await remove('')).body.data).toEqual({ acknowledged: true });
    expect((await restore()).status).toBe(404);
  });

  it('is the first Production also in data of earlier releases', async () => {
    await environments().collection.updateMany({}, { $unset: { protected: '' } });
    await scene.carillon.api.post('/v1/environments', { name: 'Made later' });
    const told: string[] = [];
    await runMigrations(scene.carillon.connection, (name, documents) => told.push(`${name}: ${documents}`));
    await runMigrations(scene.carillon.connection, (name) => told.push(name));
    expect(told).toEqual(['2026-11-22 protected environments: 1']);
    await eventually(async () =>
      expect((await environments().find({ protected: true }).lean()).map(({ name }) => name)).toEqual(['Production']),
    );
  });
});

import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Environment } from '../../src/auth/environment.schema.js';
import { RetentionFollower } from '../../src/server/stored/retention-follower.js';
import { STORED_COLLECTIONS } from '../../src/server/stored/stored-collections.js';
import { DAY, EngineScene, inApp, MINUTE } from '../delivery/engine-scene.js';

describe('retention of an environment', () => {
  let scene: EngineScene;
  let id: string;

  beforeAll(async () => {
    scene = await EngineScene.start();
    id = scene.environment.id.toHexString();
  });

  afterAll(() => scene.close());

  const days = (record: { createdAt: Date; expiresAt: Date }) =>
    Math.round((record.expiresAt.getTime() - record.createdAt.getTime()) / DAY);
  const sent = async (): Promise<number[]> => {
    const [run] = await scene.settled(await scene.trigger(await scene.workflow([inApp('x')])));
    const message = await scene.messages.findOne({ runId: run!._id }).lean();
    return [days(run!), days(message!)];
  };
  const update = (retention: object) => scene.carillon.api.put(`/v1/environments/${id}`, { retention });

  it('N9: every collection of the application is named, with days or a reason', () => {
    const stored = Object.values(scene.carillon.connection.models).map((model) => model.collection.collectionName);
    expect(STORED_COLLECTIONS.map(({ name }) => name).toSorted()).toEqual([...new Set(stored)].toSorted());
  });

  it('N7, N8, N9: its days hold for what is stored from then on, and fewer of them for what is stored', async () => {
    expect(await sent()).toEqual([30, 365]);
    expect((await update({ activity: 7, inApp: 90 })).body.data.retention).toEqual({ activity: 7, inApp: 90 });
    expect(await sent()).toEqual([7, 90]);

    await scene.carillon.app.get(RetentionFollower).followChanges(new AbortController().signal);
    const runs = await scene.runs.find({ environmentId: scene.environment.id }).lean();
    expect(runs.map(days)).toEqual([7, 7]);
    expect((await scene.messages.find({ environmentId: scene.environment.id }).lean()).map(days)).toEqual([90, 90]);
    const mark = () =>
      scene.carillon.app
        .get<Model<Environment>>(getModelToken(Environment.name))
        .findById(id, { retentionChangedAt: 1 })
        .lean();
    expect((await mark())?.retentionChangedAt).toBeDefined();
    scene.clock.forward(3 * MINUTE);
    await scene.carillon.app.get(RetentionFollower).followChanges(new AbortController().signal);
    expect((await mark())?.retentionChangedAt).toBeUndefined();

    const { status, body } = await scene.carillon.api.get('/v1/storage');
    expect(status).toBe(200);
    const entry = (name: string) => body.data.find(({ collection }: { collection: string }) => collection === name);
    expect(entry('runs')).toEqual({
      collection: 'runs',
      count: 2,
      countCapped: false,
      oldest: new Date(Math.min(...runs.map(({ createdAt }) => createdAt.getTime()))).toISOString(),
      keptDays: [7],
    });
    expect(entry('messages')).toMatchObject({ count: 2, keptDays: [90, 30] });
    expect(entry('workflows')).toMatchObject({ count: 2, keptBecause: expect.stringContaining('until it is deleted') });
    expect(
      (await scene.carillon.otherApi.get('/v1/storage')).body.data.find(
        (one: { collection: string }) => one.collection === 'runs',
      ),
    ).toMatchObject({ count: 0, keptDays: [30] });

    expect((await update({})).body.data.retention).toEqual({});
    expect(await sent()).toEqual([30, 365]);
  });

  it('N7: days are whole and bounded, and kinds are known', async () => {
    for (const retention of [{ activity: 0 }, { inApp: 1.5 }, { charts: 4000 }, { outbox: '7' }, []])
      expect((await update(retention)).status).toBe(422);
  });
});

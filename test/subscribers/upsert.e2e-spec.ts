import { getModelToken } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { Clock } from '../../src/platform/clock.js';
import type { EnvironmentRef } from '../../src/auth/environment-ref.js';
import { Subscriber } from '../../src/subscribers/subscriber.schema.js';
import { PendingCarrier } from '../../src/notifications/messages/pending/pending-carrier.js';
import { SubscribersService } from '../../src/subscribers/subscribers.service.js';
import { aFullSubscriber, aSubscriber } from '../builders/subscriber.js';
import { startTestApp, type TestApp } from '../test-app.js';

/** Every look at it is a millisecond later than the one before. */
class StepClock extends Clock {
  private time = new Date('2026-01-01T00:00:00Z').getTime();

  override now(): Date {
    return new Date(this.time++);
  }
}

describe('subscribers of a trigger', () => {
  let test: TestApp;
  let service: SubscribersService;
  let model: Model<Subscriber>;
  let environment: EnvironmentRef;
  let otherEnvironment: EnvironmentRef;
  let commands: string[] = [];

  beforeAll(async () => {
    test = await startTestApp({ clock: new StepClock() });
    // It looks for work among subscribers, too.
    await test.app.get(PendingCarrier).beforeApplicationShutdown();
    service = test.app.get(SubscribersService);
    model = test.app.get<Model<Subscriber>>(getModelToken(Subscriber.name));
    const [development, production] = (await test.api.get('/v1/environments')).body.data;
    const organizationId = new Types.ObjectId(development._organizationId);
    environment = { id: new Types.ObjectId(development._id), organizationId };
    otherEnvironment = { id: new Types.ObjectId(production._id), organizationId };
    test.connection.set('debug', (collection: string, method: string) => {
      if (collection === 'subscribers') commands.push(method);
    });
  });

  afterAll(() => test.close());

  beforeEach(async () => {
    await model.deleteMany({});
    commands = [];
  });

  // Cloned, because objects made in Jest's sandbox have other prototypes than those from the network.
  const upsert = async (...profiles: Parameters<SubscribersService['findOrCreateMany']>[1]) =>
    service.findOrCreateMany(environment, structuredClone(profiles));
  const stored = (subscriberId: string) => service.findOrFail(environment, subscriberId);

  it('are none for no profiles, without asking the store', async () => {
    expect(await upsert()).toEqual(new Map());
    expect(commands).toEqual([]);
  });

  it('R1: are created with all fields when unknown, in one read and one write', async () => {
    const profile = aFullSubscriber();
    const subscribers = await upsert(profile);
    expect(commands).toEqual(['find', 'bulkWrite']);
    expect([...subscribers.keys()]).toEqual([profile.subscriberId]);
    expect(subscribers.get(profile.subscriberId)).toEqual(await stored(profile.subscriberId));
    expect(await stored(profile.subscriberId)).toEqual({
      ...profile,
      _id: expect.any(Types.ObjectId),
      environmentId: environment.id,
      organizationId: environment.organizationId,
      channels: [],
      createdAt: expect.any(Date),
      updatedAt: expect.any(Date),
      __v: 0,
    });
  });

  it('R2: are created empty for a bare id', async () => {
    const { subscriberId } = aSubscriber();
    await upsert({ subscriberId });
    const { body } = await test.api.get(`/v2/subscribers/${subscriberId}`);
    expect(body.data).not.toHaveProperty('firstName');
    expect(body.data).not.toHaveProperty('data');
  });

  it('R1: change only in the fields that are supplied when known', async () => {
    const profile = aFullSubscriber();
    const before = (await upsert(profile)).get(profile.subscriberId);
    const changes = { subscriberId: profile.subscriberId, firstName: 'Augusta', data: { plan: 'free' } };
    const after = (await upsert(changes)).get(profile.subscriberId);
    expect(after).toEqual(Object.assign({}, before, changes, { updatedAt: expect.any(Date) }));
    expect(Number(after?.updatedAt)).toBeGreaterThan(Number(before?.updatedAt));
    expect(await stored(profile.subscriberId)).toEqual(after);
  });

  it('R1: keep fields that are null or undefined', async () => {
    const profile = aFullSubscriber();
    const before = (await upsert(profile)).get(profile.subscriberId);
    const emptied = JSON.parse(`{"subscriberId":"${profile.subscriberId}","firstName":null,"data":null}`);
    await upsert({ ...emptied, lastName: undefined });
    expect(await stored(profile.subscriberId)).toEqual(before);
  });

  it('R3: are not written when nothing changes', async () => {
    const profile = aFullSubscriber();
    const before = await upsert(profile);
    commands = [];
    expect(await upsert(JSON.parse(JSON.stringify(profile)))).toEqual(before);
    expect(await upsert({ subscriberId: profile.subscriberId })).toEqual(before);
    expect(commands).toEqual(['find', 'find']);
    expect(await stored(profile.subscriberId)).toEqual(before.get(profile.subscriberId));
  });

  it('R5: are one for an id that is named twice, with the fields of the last', async () => {
    const { subscriberId } = aSubscriber();
    const subscribers = await upsert(
      { subscriberId, firstName: 'Ada', email: 'ada@example.com' },
      { subscriberId, firstName: 'Augusta' },
      { subscriberId },
    );
    expect(subscribers.size).toBe(1);
    expect(await stored(subscriberId)).toMatchObject({ firstName: 'Augusta' });
    expect(await stored(subscriberId)).not.toHaveProperty('email');
    expect(await model.countDocuments()).toBe(1);
  });

  it('R4: are one each when many triggers name the same new ids at once, and every trigger gets it', async () => {
    const profiles = Array.from({ length: 20 }, () => aSubscriber());
    const results = await Promise.all(
      Array.from({ length: 50 }, (_value, trigger) =>
        upsert(
          ...(trigger % 2 ? profiles : profiles.toReversed()).map((profile) => ({ ...profile, firstName: 'Ada' })),
        ),
      ),
    );
    expect(await model.countDocuments()).toBe(profiles.length);
    for (const { subscriberId } of profiles) {
      const { _id } = await stored(subscriberId);
      expect(results.map((subscribers) => subscribers.get(subscriberId)?._id)).toEqual(Array(50).fill(_id));
    }
  });

  it('R4: keep what each of two concurrent triggers brings for one new id', async () => {
    const ids = Array.from({ length: 10 }, () => aSubscriber().subscriberId);
    await Promise.all([
      upsert(...ids.map((subscriberId) => ({ subscriberId, firstName: 'Ada' }))),
      upsert(...ids.map((subscriberId) => ({ subscriberId, lastName: 'Lovelace' }))),
    ]);
    for (const subscriberId of ids) {
      expect(await stored(subscriberId)).toMatchObject({ firstName: 'Ada', lastName: 'Lovelace' });
    }
  });

  it('are read and written in chunks of 500', async () => {
    const profiles = Array.from({ length: 1001 }, () => aSubscriber({ firstName: 'Ada' }));
    const subscribers = await upsert(...profiles);
    expect(subscribers.size).toBe(1001);
    expect(commands).toEqual(['find', 'bulkWrite', 'find', 'bulkWrite', 'find', 'bulkWrite']);
    expect(await model.countDocuments()).toBe(1001);
  });

  it('are written only where they are new or change, in one bulk', async () => {
    const [same, changed, fresh] = [aFullSubscriber(), aFullSubscriber(), aFullSubscriber()];
    const before = await upsert(same, changed);
    commands = [];
    const after = await upsert(same, { ...changed, lastName: 'King' }, fresh);
    expect(commands).toEqual(['find', 'bulkWrite']);
    expect(after.get(same.subscriberId)).toEqual(before.get(same.subscriberId));
    expect((await stored(changed.subscriberId)).lastName).toBe('King');
    expect(await stored(fresh.subscriberId)).toEqual(after.get(fresh.subscriberId));
  });

  it('belong to their environment', async () => {
    const { subscriberId } = aSubscriber();
    await upsert({ subscriberId, firstName: 'Ada' });
    const other = await service.findOrCreateMany(otherEnvironment, [{ subscriberId }]);
    expect(other.get(subscriberId)).toMatchObject({ environmentId: otherEnvironment.id });
    expect(other.get(subscriberId)).not.toHaveProperty('firstName');
    expect((await stored(subscriberId)).firstName).toBe('Ada');
  });
});

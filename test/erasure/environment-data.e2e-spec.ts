import { type Model, Types } from 'mongoose';
import { EnvironmentDeletion } from '../../src/erasure/environments/environment-deletion.schema.js';
import { EnvironmentRemoval } from '../../src/erasure/environments/environment-removal.service.js';
import { deliverChunk } from '../delivery/deliver-chunk.js';
import { Environment } from '../../src/auth/environment.schema.js';
import { AttachmentsService } from '../../src/events/attachments/attachments.service.js';
import { Event } from '../../src/events/store/event.schema.js';
import { Run } from '../../src/notifications/activity/run.schema.js';
import { Subscriber } from '../../src/subscribers/subscriber.schema.js';
import { newSubscriber } from '../../src/subscribers/profiles/profile-writes.js';
import { eventually } from '../eventually.js';
import { aWorkflow } from '../builders/workflow.js';
import { startTestApp, type TestApp } from '../test-app.js';
import { ATTACHMENT_FILES, tracesOf } from './traces/traces-of.js';
import { dyingAtWrite } from '../delivery/failing-store.js';
import { delay, digest, EngineScene, HOUR, inApp, MINUTE, throttle } from '../delivery/engine-scene.js';

/** More than two batches of what is removed together. */
const MANY = 2500;
const GOING_ON = new AbortController().signal;
const MARKS = 'environmentdeletions';

describe('EN3: the data of a deleted environment', () => {
  let scene: EngineScene;
  let gone: string;

  beforeEach(async () => {
    // Nobody but the test makes passes, delivers and wakes.
    scene = await EngineScene.start({ settings: { ROLE: 'api' } });
    gone = scene.environment.id.toHexString();
  });

  afterEach(() => scene.close());

  const remove = () => scene.carillon.otherApi.delete(`/v1/environments/${gone}`);
  const pass = () => removal().continueDue(GOING_ON);
  const removal = () => scene.carillon.app.get(EnvironmentRemoval, { strict: false });
  const traces = () => tracesOf(scene.carillon, gone);
  const models = () => Object.values(scene.carillon.connection.models) as Model<object>[];
  const owned = () => models().filter(({ schema }) => schema.path('environmentId'));

  it('can be found in every collection: those without an environment belong to the organization, or to processes', () => {
    const others = models().filter((model) => !owned().includes(model));
    expect(others.map(({ modelName }) => modelName).toSorted()).toEqual([
      'Account',
      'AuditEntry',
      'Environment',
      'EnvironmentDeletion',
      'EnvironmentVariable',
      'LinkKey',
      'OneTimeLink',
      'Organization',
      'PersonSession',
      'PresenceNode',
      'SignInAttempts',
      'UsedState',
      'User',
    ]);
  });

  it('is removed from every collection, and nothing else is', async () => {
    const kept = new Types.ObjectId();
    for (const { collection } of owned()) {
      const own = scene.environment.id;
      // Each with an organization of its own, in which identifiers are unique.
      const documents = [own, kept].map((environmentId) => ({
        _id: new Types.ObjectId(),
        environmentId,
        organizationId: new Types.ObjectId(),
        // Unique in the whole installation.
        applicationId: new Types.ObjectId().toHexString(),
        key: new Types.ObjectId().toHexString(),
      }));
      await collection.insertMany(documents);
    }
    const people = Array.from({ length: MANY }, () =>
      newSubscriber(scene.environment, { subscriberId: scene.newId() }, scene.clock.now()),
    );
    await scene.model(Subscriber).collection.insertMany(people);
    const files = scene.carillon.app.get(AttachmentsService, { strict: false });
    const attachments = [scene.environment.id, kept].map((environmentId) => ({
      environmentId,
      eventId: new Types.ObjectId(),
      contents: [{ id: new Types.ObjectId(), content: Buffer.from('attached') }],
    }));
    await files.store(attachments);
    const collections = [...owned().map(({ collection }) => collection.collectionName), ATTACHMENT_FILES];
    expect(await traces()).toEqual([...collections, 'environments'].toSorted());
    await remove();
    await pass();
    expect(await traces()).toEqual([MARKS]);
    expect(await tracesOf(scene.carillon, kept.toHexString())).toEqual(collections.toSorted());
  });

  it('is removed as well when it was written by somebody who was still at work', async () => {
    await remove();
    await pass();
    await scene.subscribers.collection.insertOne(
      newSubscriber(scene.environment, { subscriberId: 'late' }, new Date()),
    );
    const late = { environmentId: gone, eventId: new Types.ObjectId(), contents: [] };
    await scene.carillon.app.get(AttachmentsService, { strict: false }).store([late]);
    scene.clock.forward(MINUTE);
    await pass();
    expect(await traces()).toEqual([MARKS]);
    await scene.subscribers.collection.insertOne(
      newSubscriber(scene.environment, { subscriberId: 'later' }, new Date()),
    );
    // Something was found so late that there may be more.
    scene.clock.forward(HOUR);
    await pass();
    expect(await traces()).toEqual([MARKS]);
    scene.clock.forward(HOUR);
    await pass();
    expect(await traces()).toEqual([]);
  });

  it('is not added to by a delivery that begins afterwards', async () => {
    const name = await scene.workflow([inApp('a')]);
    await scene.trigger(name, { to: ['ada', 'grace'], context: { team: 'x' } });
    const [event] = await scene.model(Event).find().lean();
    const before = await traces();
    await remove();
    await deliverChunk(scene.carillon, event!._id);
    // Production still names it as its parent.
    expect(await traces()).toEqual([...before, MARKS].toSorted());
    expect(before).not.toContain('runs');
  });

  it('is not added to by runs that wake up afterwards, and those of others wake all the same', async () => {
    const name = await scene.workflow([delay(1, 'hours'), inApp('a')]);
    await scene.trigger(name);
    const [event] = await scene.model(Event).find().lean();
    await deliverChunk(scene.carillon, event!._id);
    const [run] = await scene.runs.find().lean();
    expect(run?.status).toBe('waiting');
    const elsewhere = { _id: new Types.ObjectId(), environmentId: (await production())._id };
    const other: Run = Object.assign({}, run, elsewhere);
    await scene.runs.collection.insertOne(other);
    await remove();
    await scene.later(HOUR);
    expect(await scene.messages.countDocuments()).toBe(0);
    expect(await scene.runs.findById(other._id).lean()).toMatchObject({ status: 'canceled' });
  });

  it('a process that dies at any write leaves nothing half done', async () => {
    let position = 0;
    for (let died = true; died; position += 1) died = await diesAt(position);
    // What is killed at fewer places is not seen by this test.
    expect(position).toBeGreaterThan(8);
  });

  /** Deletes an environment of its own in a process that dies at this write, and looks at what is left of it. */
  async function diesAt(position: number): Promise<boolean> {
    const { body } = await scene.carillon.otherApi.post('/v1/environments', { name: `Environment ${position}` });
    gone = body.data._id;
    const id = new Types.ObjectId(gone);
    await scene
      .model(Subscriber)
      .collection.insertOne(newSubscriber({ ...scene.environment, id }, { subscriberId: 'ada' }, scene.clock.now()));
    let died = false;
    for (const death of ['lost', 'unanswered'] as const) {
      died = await dyingAtWrite(position, death, async () => {
        await removal().delete({ ...scene.environment, id: (await production())._id }, gone);
        await pass();
      });
      const marks = await scene.model(EnvironmentDeletion).find().lean();
      await complete();
      const left = await traces();
      // Nobody was told that it is deleted before the deletion was confirmed.
      if (marks.some(({ confirmed }) => confirmed) || !died) expect({ position, left }).toEqual({ position, left: [] });
      else if (left.length > 0) expect(left).toEqual(expect.arrayContaining(['environments', 'subscribers']));
      expect(await scene.model(EnvironmentDeletion).countDocuments()).toBe(0);
      if (left.length === 0) return died;
    }
    // It can be deleted as if nothing had happened.
    expect((await remove()).status).toBe(200);
    await complete();
    expect(await traces()).toEqual([]);
    return died;
  }

  async function complete(): Promise<void> {
    for (const _pass of ['the first', 'the one for what came late']) {
      scene.clock.forward(2 * HOUR);
      await pass();
    }
  }

  const production = () => scene.model(Environment).findOne({ name: 'Production' }).lean().orFail();
});

describe('EN3: an environment that is deleted in the middle of a broadcast', () => {
  let carillon: TestApp;

  beforeAll(async () => {
    carillon = await startTestApp({
      settings: {
        API_KEY_CACHE_SECONDS: '1',
        ENVIRONMENT_PURGE_SECONDS: '3',
        RUN_LEASE_SECONDS: '5',
        SWEEP_AFTER_SECONDS: '1',
        SWEEP_INTERVAL_SECONDS: '1',
      },
    });
  });

  afterAll(() => carillon.close());

  it('leaves no trace, and other environments everything', async () => {
    const { connection } = carillon;
    const environment = await connection.collection('environments').findOne({ name: 'Development' });
    const ref = { id: environment!._id, organizationId: environment!.organizationId };
    const people = Array.from({ length: 5000 }, (_one, index) =>
      newSubscriber(ref, { subscriberId: `s-${index}` }, new Date()),
    );
    await connection.collection('subscribers').insertMany(people);
    const steps = [inApp('a'), throttle(5, 1, 'hours'), digest(1, 'seconds'), inApp('b')];
    const waiting = aWorkflow({ steps: steps.map((step, index) => ({ name: `S${index}`, ...step })) });
    const quick = aWorkflow();
    for (const api of [carillon.api, carillon.otherApi]) {
      for (const workflow of [waiting, quick]) await api.workflow(workflow);
      const to = ['ada', 'grace'];
      await api.trigger(waiting.workflowId, { to });
    }
    const { status } = await carillon.api.post('/v1/events/trigger/broadcast', { name: quick.workflowId, payload: {} });
    expect(status).toBe(201);
    await eventually(async () => {
      const event = await connection.collection('events').findOne({ environmentId: ref.id, kind: 'broadcast' });
      expect(event?.expansion).toMatchObject({ chunk: expect.any(Number), done: false });
      expect(event?.expansion.chunk).toBeGreaterThan(0);
    });
    expect((await carillon.otherApi.delete(`/v1/environments/${ref.id.toHexString()}`)).status).toBe(200);
    await eventually(async () => expect(await tracesOf(carillon, ref.id.toHexString())).toEqual([]));
    await eventually(async () => {
      const runs = await connection.collection('runs').find().toArray();
      expect(runs.map(({ status }) => String(status))).toEqual(['completed', 'completed']);
    });
  });
});

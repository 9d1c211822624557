/** @runs-on redis */
import { randomBytes } from 'node:crypto';
import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { RunExecutionService } from '../../src/delivery/runs/execution/run-execution.service.js';
import { Environment } from '../../src/auth/environment.schema.js';
import { EventProgressStore } from '../../src/delivery/dispatch/event-progress.store.js';
import { newSubscriber } from '../../src/subscribers/profiles/profile-writes.js';
import { Subscriber } from '../../src/subscribers/subscriber.schema.js';
import type { ApiClient } from '../api-client.js';
import { delay, EngineScene, HOUR, inApp } from '../delivery/engine-scene.js';
import { eventually } from '../eventually.js';
import { requiredVariable } from '../required-variable.js';
import { startTestApp, type TestApp } from '../test-app.js';

/** Stores people of an environment without requests. */
async function people({ app }: TestApp, { _id: id, organizationId }: Environment, count: number): Promise<void> {
  const added = Array.from({ length: count }, (_, index) =>
    newSubscriber({ id, organizationId }, { subscriberId: `person-${index}` }, new Date()),
  );
  await app.get<Model<Subscriber>>(getModelToken(Subscriber.name)).collection.insertMany(added);
}

/** Development, then Production. */
const environmentsOf = ({ app }: TestApp): Promise<Environment[]> =>
  app.get<Model<Environment>>(getModelToken(Environment.name)).find().sort({ _id: 1 }).lean();

async function workflowOf(api: ApiClient, steps: object[] = [inApp('hello')]): Promise<string> {
  const named = steps.map((step, index) => ({ name: `Step ${index}`, stepId: `step-${index}`, ...step }));
  return (await api.workflow({ steps: named })).workflowId;
}

async function post(api: ApiClient, path: string, payload: object): Promise<void> {
  expect((await api.post(`/v1/events/trigger${path}`, payload)).status).toBe(201);
}

describe('an environment with a backlog does not hold up another one', () => {
  let accepting: TestApp;
  let quiet: Environment;
  let busy: Environment;
  let namespace: string;

  const advance = Reflect.get<EventProgressStore, 'advance'>(EventProgressStore.prototype, 'advance');
  /** The environments of chunks in the order in which they were delivered. */
  let delivered: string[] = [];

  // Several processes on one store, so that a worker that starts leaves what is open to the queue.
  const settings = { MONGODB_URI: requiredVariable('TEST_MONGODB_URI'), SWEEP_AFTER_SECONDS: '3600' };

  beforeAll(() => {
    EventProgressStore.prototype.advance = async function (this: EventProgressStore, taken, result) {
      const advanced = await advance.call(this, taken, result);
      if (advanced) delivered.push(taken.event.environmentId.toHexString());
      return advanced;
    };
  });

  afterAll(() => {
    EventProgressStore.prototype.advance = advance;
  });

  beforeEach(async () => {
    delivered = [];
    namespace = `t${randomBytes(5).toString('hex')}`;
    accepting = await startTestApp({ settings: { ...settings, ROLE: 'api' }, namespace });
    [quiet, busy] = (await environmentsOf(accepting)) as [Environment, Environment];
  });

  afterEach(() => accepting.close());

  /** Lets a worker deliver everything. */
  async function work(chunks: number, more: Record<string, string>): Promise<void> {
    const working = await startTestApp({ settings: { ...settings, ...more, ROLE: 'worker' }, namespace });
    try {
      await eventually(async () => expect(delivered).toHaveLength(chunks));
    } finally {
      await working.app.close();
    }
  }

  /** How much of the busy environment was delivered before the quiet one had everything. */
  function before(): number {
    const last = delivered.lastIndexOf(quiet._id.toHexString());
    return delivered.slice(0, last).filter((id) => id === busy._id.toHexString()).length;
  }

  it('Z7: a trigger behind 200 of another environment is delivered after a few turns of those', async () => {
    const name = await workflowOf(accepting.otherApi);
    await post(accepting.otherApi, '', { name, to: 'first' });
    const events = Array.from({ length: 100 }, (_, index) => ({ name, to: `person-${index}` }));
    for (let bulk = 0; bulk < 2; bulk++) await post(accepting.otherApi, '/bulk', { events });
    await post(accepting.api, '', { name: await workflowOf(accepting.api), to: 'ada' });
    await work(202, { WORKER_CONCURRENCY: '4' });
    // Two of four slots, with 16 events in each turn.
    expect(before()).toBeLessThanOrEqual(100);
    const messages = accepting.connection.collection('messages');
    expect(await messages.countDocuments({ environmentId: quiet._id })).toBe(1);
    expect(await messages.countDocuments({ environmentId: busy._id })).toBe(201);
  });

  it('Z5, Z7: a broadcast behind 40 of another environment takes turns with them, chunk by chunk', async () => {
    await people(accepting, quiet, 19);
    await people(accepting, busy, 8);
    const name = await workflowOf(accepting.otherApi);
    for (let broadcast = 0; broadcast < 40; broadcast++) {
      await post(accepting.otherApi, '/broadcast', { name, payload: {} });
    }
    await post(accepting.api, '/broadcast', { name: await workflowOf(accepting.api), payload: {} });
    await work(40 * 2 + 4, { RECIPIENTS_PER_CHUNK: '5' });
    // Four chunks, each behind one or two of the others.
    expect(before()).toBeLessThanOrEqual(20);
    const messages = accepting.connection.collection('messages');
    expect(await messages.countDocuments({ environmentId: quiet._id })).toBe(19);
    expect(await messages.countDocuments({ environmentId: busy._id })).toBe(40 * 8);
  });
});

describe('an environment whose runs are due in masses and do not come to an end', () => {
  const MASSES = 2100;
  let scene: EngineScene;
  let busy: Environment;

  const executeLeased = Reflect.get<RunExecutionService, 'executeLeased'>(
    RunExecutionService.prototype,
    'executeLeased',
  );
  let letGo: () => void;
  const answered = new Promise<void>((resolve) => {
    letGo = resolve;
  });

  beforeAll(async () => {
    scene = await EngineScene.start({ settings: { RUN_LEASE_SECONDS: '360000' } });
    [, busy] = (await environmentsOf(scene.carillon)) as [Environment, Environment];
    await people(scene.carillon, busy, MASSES);
  });

  afterAll(async () => {
    RunExecutionService.prototype.executeLeased = executeLeased;
    letGo();
    await scene.close();
  });

  it('P10, Z7: does not hold up runs of another one, whether they are due at the same time or later', async () => {
    const { otherApi } = scene.carillon;
    const steps = [delay(1, 'hours'), inApp('late')];
    await post(otherApi, '/broadcast', { name: await workflowOf(otherApi, steps), payload: {} });
    const ofBusy = { environmentId: busy._id };
    await eventually(async () => {
      expect(await scene.runs.countDocuments({ ...ofBusy, status: 'waiting' })).toBe(MASSES);
    });
    // As with a provider that does not respond.
    RunExecutionService.prototype.executeLeased = async function (this: RunExecutionService, environment, ...rest) {
      if (environment.id.equals(busy._id)) await answered;
      return executeLeased.call(this, environment, ...rest);
    };
    const name = await scene.workflow(steps);
    for (const _time of ['the same time', 'later']) {
      const transactionId = await scene.trigger(name);
      await scene.settled(transactionId);
      scene.clock.forward(2 * HOUR);
      await eventually(async () => expect(await scene.bodies(transactionId)).toEqual(['late']));
    }
    expect(await scene.messages.countDocuments(ofBusy)).toBe(0);
    letGo();
    await eventually(async () => {
      expect(await scene.runs.countDocuments({ ...ofBusy, status: 'completed' })).toBe(MASSES);
    });
    expect(await scene.messages.countDocuments(ofBusy)).toBe(MASSES);
  });
});

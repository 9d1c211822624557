import { Types } from 'mongoose';
import { CancellationService } from '../../../src/delivery/runs/cancellation/cancellation.service.js';
import { ChannelSender } from '../../../src/delivery/sending/channel-sender.js';
import { Sweeper } from '../../../src/delivery/dispatch/sweeper.js';
import { TurnService } from '../../../src/delivery/dispatch/turn.service.js';
import { Event } from '../../../src/events/store/event.schema.js';
import { NEVER } from '../../../src/platform/deadline.js';
import { MessagesService } from '../../../src/notifications/messages/messages.service.js';
import { ApiClient } from '../../api-client.js';
import { anEmailIntegration } from '../../builders/integration.js';
import { EngineScene, inApp } from '../engine-scene.js';
import { type Death, dyingAtWrite } from '../failing-store.js';
import { countCommands } from '../store-probe.js';

/** `npm run chaos` tries the ten that a full batch is of. */
const ENVIRONMENTS = Number(process.env.CHAOS_ENVIRONMENTS ?? 4);
const EVENTS = 10;
/** Of each environment, where a worker dies at every write in turn. */
const FEW = 2;
const LEASE = 30_000;
const SWEEP = 60_000;
/** More than a batch needs. */
const MAX_WRITES = 20;

const email = { type: 'email', controlValues: { subject: 's', body: 'b', editorType: 'html' } };

describe('events of several environments that are delivered together', () => {
  let scene: EngineScene;
  /** One client for each environment. */
  let environments: { id: string; api: ApiClient }[];

  beforeAll(async () => {
    // Nobody but the tests takes turns and wakes runs.
    scene = await EngineScene.start({ settings: { ROLE: 'api', SWEEP_AFTER_SECONDS: String(SWEEP / 1000) } });
    const fastify = scene.carillon.app.getHttpAdapter().getInstance();
    environments = [];
    for (let index = 0; index < ENVIRONMENTS; index++) {
      const { status, body } = await scene.carillon.api.post('/v1/environments', { name: `Environment ${index}` });
      expect(status).toBe(201);
      const api = new ApiClient((request) => fastify.inject(request), body.data.apiKeys[0].key);
      expect((await api.post('/v1/integrations', anEmailIntegration())).status).toBe(201);
      environments.push({ id: body.data._id, api });
    }
  });

  afterAll(() => scene.close());

  const workflow = async (api: ApiClient, steps: object[]): Promise<string> => {
    const named = steps.map((step, index) => ({ name: `Step ${index}`, stepId: `step-${index}`, ...step }));
    return (await api.workflow({ steps: named })).workflowId;
  };

  /** Accepts so many triggers for one new person each; returns their transaction ids. */
  async function accept(api: ApiClient, name: string, count: number): Promise<string[]> {
    const events = Array.from({ length: count }, () => ({
      name,
      to: { subscriberId: scene.newId(), email: 'ada@example.com' },
    }));
    const { status, body } = await api.post('/v1/events/trigger/bulk', { events });
    expect(status).toBe(201);
    return body.data.map(({ transactionId }: { transactionId: string }) => transactionId);
  }

  /** A turn of each environment, in one batch. Throws when some have failed, after all have ended. */
  async function runTurns(): Promise<void> {
    const turns = scene.carillon.app.get(TurnService);
    const run = environments.map(({ id }) => turns.run({ environmentId: id, priority: 'normal' }));
    await Promise.allSettled(run);
    await Promise.all(run);
  }

  it.each<[string, object[], Death]>([
    ['in-app', [inApp('b')], 'lost'],
    ['in-app', [inApp('b')], 'unanswered'],
    ['email', [email], 'lost'],
    ['email', [email], 'unanswered'],
  ])('%s, a worker that dies at any write (%#): each is delivered and counted once', async (_name, steps, death) => {
    const names = await Promise.all(environments.map(({ api }) => workflow(api, steps)));
    let deaths = 0;
    for (let position = 0; position < MAX_WRITES; position++) {
      const accepted = await Promise.all(environments.map(({ api }, index) => accept(api, names[index]!, FEW)));
      const transactionId = { $in: accepted.flat() };
      const died = await dyingAtWrite(position, death, runTurns);
      // The sweeper hands out what the dead worker has claimed; who died with a run is replaced when its lease has ended.
      scene.clock.forward(SWEEP);
      await scene.carillon.app.get(Sweeper).sweep();
      await runTurns();
      await scene.later(LEASE);
      scene.clock.forward(SWEEP);
      await scene.carillon.app.get(Sweeper).sweep();
      await runTurns();
      const runs = await scene.runs.find({ transactionId }).lean();
      expect(runs.map(({ status }) => status)).toEqual(Array(ENVIRONMENTS * FEW).fill('completed'));
      expect(await scene.messages.countDocuments({ transactionId })).toBe(ENVIRONMENTS * FEW);
      const events = await scene.model(Event).find({ transactionId }).lean();
      const outcome = { counters: { expanded: 1, sent: 1, failed: 0, skipped: 0 }, open: false };
      expect(events.map(({ counters, sweepAt }) => ({ counters, open: sweepAt !== undefined }))).toEqual(
        events.map(() => outcome),
      );
      if (!died) break;
      deaths += 1;
    }
    expect(deaths).toBeGreaterThan(3);
  });

  it('many cost as many commands as there are environments, and none for each event', async () => {
    const names = await Promise.all(environments.map(({ api }) => workflow(api, [inApp('b')])));
    const acceptAll = () => Promise.all(environments.map(({ api }, index) => accept(api, names[index]!, EVENTS)));
    await acceptAll();
    await runTurns();
    await acceptAll();
    // Each environment searches for its events and for its people. Seven other commands serve all whose people arrive in the
    // same moment: at worst, those of one environment.
    expect(await countCommands(runTurns)).toBeLessThanOrEqual(9 * ENVIRONMENTS);
  });

  it('T17: one that fails, one that is cancelled, one that cannot be stored and a deleted environment leave the others alone', async () => {
    const [first, second, deleted] = environments as [
      (typeof environments)[0],
      (typeof environments)[0],
      (typeof environments)[0],
    ];
    const name = await workflow(first.api, [inApp('b')]);
    const accepted = await accept(first.api, name, 5);
    const [cancelled, poisoned, large, ...healthy] = accepted as [string, string, string, ...string[]];
    const mailing = await accept(second.api, await workflow(second.api, [email]), 2);
    await accept(deleted.api, await workflow(deleted.api, [inApp('b')]), 3);
    const events = scene.model(Event).collection;
    await events.updateOne({ transactionId: poisoned }, { $set: { recipients: 'nobody' } });
    expect((await scene.carillon.api.delete(`/v1/environments/${deleted.id}`)).status).toBe(200);

    const messages = scene.carillon.app.get(MessagesService, { strict: false });
    const sender = scene.carillon.app.get(ChannelSender, { strict: false });
    const [insertNew, send] = [messages.insertNew.bind(messages), sender.send.bind(sender)];
    let asked: Promise<boolean> | undefined;
    messages.insertNew = async (given) => {
      if (given.some(({ transactionId }) => transactionId === large)) throw new Error('The document is too large');
      if (!asked && given.some(({ transactionId }) => transactionId === cancelled)) {
        const environment = { id: new Types.ObjectId(first.id), organizationId: scene.environment.organizationId };
        asked = scene.carillon.app.get(CancellationService).cancel(environment, cancelled, NEVER);
        while (!(await events.findOne({ transactionId: cancelled, cancelledAt: { $exists: true } })));
      }
      await insertNew(given);
    };
    sender.send = (message) =>
      message.transactionId === mailing[0]
        ? Promise.resolve({ ok: false, kind: 'transient', error: 'try later' })
        : send(message);
    try {
      const turns = scene.carillon.app.get(TurnService);
      const ended = await Promise.allSettled(
        [first, second, deleted].map(({ id }) => turns.run({ environmentId: id, priority: 'normal' })),
      );
      // Only the turn with the broken ones is tried again.
      expect(ended.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
      expect(await asked).toBe(true);
    } finally {
      Object.assign(messages, { insertNew });
      Object.assign(sender, { send });
    }
    const stored = await scene
      .model(Event)
      .find({ transactionId: { $in: [...accepted, ...mailing] } })
      .lean();
    const done = stored.filter(({ expansion }) => expansion.done).map(({ transactionId }) => transactionId);
    expect(new Set(done)).toEqual(new Set([cancelled, ...healthy, ...mailing]));
    const failed = stored.filter(({ failures }) => failures === 1);
    expect(new Set(failed.map(({ transactionId }) => transactionId))).toEqual(new Set([poisoned, large]));
    // They wait for the next turn of their environment.
    expect(failed.map(({ waiting, expansion }) => [waiting?.priority, expansion.claim])).toEqual(
      failed.map(() => ['normal', undefined]),
    );
    const runs = await scene.runs.find({ transactionId: { $in: [...healthy, ...mailing] } }).lean();
    expect(runs.map(({ status }) => status).toSorted()).toEqual([
      ...healthy.map(() => 'completed'),
      'completed',
      'waiting',
    ]);
    environments = environments.filter(({ id }) => id !== deleted.id);
  });
});

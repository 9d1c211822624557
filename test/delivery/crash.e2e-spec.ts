import { randomUUID } from 'node:crypto';
import type { Types } from 'mongoose';
import { ChannelSender } from '../../src/delivery/sending/channel-sender.js';
import { RunCountingService } from '../../src/delivery/runs/execution/run-counting.service.js';
import { deliverChunk } from './deliver-chunk.js';
import { Sweeper } from '../../src/delivery/dispatch/sweeper.js';
import { WakeBatchService } from '../../src/delivery/runs/waking/wake-batch.service.js';
import { Waker } from '../../src/delivery/runs/waking/waker.js';
import { Event } from '../../src/events/store/event.schema.js';
import { EventCounters } from '../../src/events/store/event-counters.service.js';
import { EventProgressStore } from '../../src/delivery/dispatch/event-progress.store.js';
import { closedAs, entering } from '../../src/notifications/activity/run-state.js';
import { RunsService } from '../../src/notifications/activity/runs.service.js';
import { delay, digest, EngineScene, HOUR, inApp, MINUTE, throttle } from './engine-scene.js';
import { type Death, dyingAtWrite } from './failing-store.js';

const LEASE = 30_000;
/** More than any of the workflows below needs. */
const MAX_WRITES = 20;

describe('P10: a worker that dies at any write', () => {
  let scene: EngineScene;

  beforeAll(async () => {
    scene = await EngineScene.start();
    await scene.integration('email');
    // Only the tests wake runs, so that the writes are those of one worker.
    await scene.carillon.app.get(Waker).beforeApplicationShutdown();
  });

  afterAll(() => scene.close());

  /** Claims what is due, and dies at a write while executing it. Whether it came that far. */
  async function wakeAndDie(position: number, death: Death): Promise<boolean> {
    const runs = scene.carillon.app.get(RunsService, { strict: false });
    const now = scene.clock.now();
    const claim = randomUUID();
    const due = await runs.findDue(now, 500);
    const claimed = await runs.claim(due, claim, now, new Date(now.getTime() + LEASE));
    const running = new Set(due.filter(({ status }) => status === 'running').map(({ _id }) => _id.toHexString()));
    const works = claimed.map((run) => ({ run, recovering: running.has(run._id.toHexString()) }));
    return dyingAtWrite(position, death, () => scene.carillon.app.get(WakeBatchService).wake(works));
  }

  const email = { type: 'email', controlValues: { subject: 's', body: 'b', editorType: 'html' } };
  const cases: [string, object[]][] = [
    ['in-app', [delay(1, 'hours'), inApp('a'), inApp('b')]],
    ['email', [delay(1, 'hours'), email, inApp('b')]],
    ['throttle', [delay(1, 'hours'), throttle(1, 1, 'hours'), inApp('b')]],
    ['digest', [delay(1, 'hours'), digest(1, 'minutes'), inApp('{{ steps.step-2.eventCount }}')]],
    ['digest that ends', [digest(1, 'hours'), inApp('{{ steps.step-1.eventCount }}'), email]],
    [
      'wait until',
      [
        delay(1, 'hours'),
        inApp('a'),
        {
          type: 'wait_until',
          controlValues: {
            until: [{ status: 'read', stepId: 'step-2' }, { event: 'x' }],
            timeout: { amount: 1, unit: 'minutes' },
          },
        },
        inApp('{{ steps.step-3.outcome }}'),
      ],
    ],
    ['two waits', [delay(1, 'hours'), inApp('a'), delay(1, 'hours'), inApp('b')]],
  ];

  it.each(
    cases.flatMap(([name, steps]) => (['lost', 'unanswered'] as const).map((death) => [name, death, steps] as const)),
  )('%s, write %s: the run finishes, with one message per step and target', async (_name, death, steps) => {
    const name = await scene.workflow([...steps]);
    const ended = new Set<string>();
    let deaths = 0;
    for (let position = 0; position < MAX_WRITES; position++) {
      const to = await scene.subscriber({ email: 'ada@example.com' });
      const ids = [await scene.trigger(name, { to })];
      await scene.settled(ids[0]!);
      if (steps.some((step) => 'type' in step && step.type === 'digest')) {
        ids.push(await scene.trigger(name, { to }));
        await scene.settled(ids[1]!);
      }
      scene.clock.forward(HOUR);
      const died = await wakeAndDie(position, death);
      // Another worker takes over when the lease has ended, and goes on with whatever comes later.
      for (let round = 0; round < 4; round++) await scene.later(round === 0 ? LEASE : HOUR);
      await scene.carillon.app.get(Sweeper).sweep();
      for (const id of ids) {
        const [run] = await scene.settled(id);
        expect(['completed', 'merged', 'skipped']).toContain(run!.status);
        expect(run).not.toHaveProperty('wakeAt');
        expect(run).not.toHaveProperty('claim');
        // Behaviour Z6: counted once, whenever it died.
        const event = await scene.model(Event).findOne({ transactionId: id }).lean();
        const { sent, failed, skipped } = event!.counters;
        expect({ id, counted: sent + failed + skipped }).toEqual({ id, counted: 1 });
      }
      const messages = await scene.messages.find({ transactionId: { $in: ids } }).lean();
      const places = messages.map(({ runId, stepId }) => `${runId.toHexString()} ${stepId}`);
      expect(new Set(places).size).toBe(places.length);
      // Sent again perhaps, but as the same message.
      const sent = await scene.sent({ $in: ids });
      const emails = messages.filter(({ channel }) => channel === 'email').map(({ _id }) => _id.toHexString());
      expect(sent.map((one) => one.messageId)).toEqual(emails);
      ended.add(JSON.stringify(messages.map(({ channel, body }) => `${channel} ${body}`).sort()));
      if (!died) break;
      deaths += 1;
    }
    expect(deaths).toBeGreaterThan(2);
    // Whenever it died, the outcome is that of a worker that lives.
    expect([...ended]).toHaveLength(1);
  });

  it('S2: a message that was stored before the death is not sent again', async () => {
    const to = await scene.subscriber({ email: 'ada@example.com' });
    const transactionId = await scene.trigger(await scene.workflow([delay(1, 'hours'), email]), { to });
    await scene.settled(transactionId);
    scene.clock.forward(HOUR);
    const sender = scene.carillon.app.get(ChannelSender, { strict: false });
    const original = sender.send.bind(sender);
    let sent = 0;
    // A provider writes nothing into the store.
    sender.send = () => {
      sent += 1;
      return Promise.resolve({ ok: true });
    };
    try {
      // The first write stores the message.
      expect(await wakeAndDie(0, 'unanswered')).toBe(true);
      await scene.later(LEASE);
    } finally {
      sender.send = original;
    }
    expect(await scene.story(transactionId)).toEqual(['completed: delay_over', 'completed: delivered']);
    expect(sent).toBe(1);
  });

  it('Z6: a worker that stood still until another had counted for it counts nothing twice', async () => {
    const transactionId = await scene.trigger(await scene.workflow([delay(1, 'hours'), inApp('once')]));
    await scene.settled(transactionId);
    const events = scene.carillon.app.get(EventCounters, { strict: false });
    const count = events.count.bind(events);
    events.count = async (counts, token) => {
      Object.assign(events, { count });
      scene.clock.forward(LEASE);
      await scene.carillon.app.get(RunCountingService, { strict: false }).recover();
      return count(counts, token);
    };
    await scene.later(HOUR);
    expect(await scene.story(transactionId)).toEqual(['completed: delay_over', 'completed: delivered']);
    const event = await scene.model(Event).findOne({ transactionId }).lean();
    expect(event!.counters).toMatchObject({ sent: 1, failed: 0, skipped: 0 });
  });

  it.each(['lost', 'unanswered'] as const)(
    'Z6: a write of runs that outlasts its lease is counted once, when whoever takes over dies at a write that is %s',
    async (death) => {
      const name = await scene.workflow([delay(1, 'hours'), inApp('a')]);
      const counting = scene.carillon.app.get(RunCountingService, { strict: false });
      let deaths = 0;
      for (let position = 0; position < MAX_WRITES; position++) {
        const transactionId = await scene.trigger(name, {
          to: [await scene.subscriber(), await scene.subscriber(), await scene.subscriber()],
        });
        const [early, late] = await scene.settled(transactionId, 3);
        const mark = counting.newMark();
        const end = (id: Types.ObjectId) => {
          const { $set, $unset } = entering(closedAs('completed', { counting: mark }));
          return scene.runs.updateOne({ _id: id }, { $set, $unset });
        };
        await end(early!._id);
        scene.clock.forward(LEASE);
        const died = await dyingAtWrite(position, death, () => counting.recover());
        await end(late!._id);
        await counting.finish(mark);
        scene.clock.forward(LEASE);
        await counting.recover();
        const { counters } = (await scene.model(Event).findOne({ transactionId }).lean())!;
        expect({ position, counters }).toEqual({ position, counters: { expanded: 3, sent: 2, failed: 0, skipped: 0 } });
        expect(await scene.runs.countDocuments({ transactionId, counting: { $exists: true } })).toBe(0);
        if (!died) break;
        deaths += 1;
      }
      expect(deaths).toBeGreaterThan(1);
    },
  );

  it('a lease that is lost writes nothing any more', async () => {
    const transactionId = await scene.trigger(await scene.workflow([delay(1, 'hours'), inApp('once')]));
    const [run] = await scene.settled(transactionId);
    scene.clock.forward(HOUR);
    const runs = scene.carillon.app.get(RunsService, { strict: false });
    const now = scene.clock.now();
    const stale = await runs.claim([run!], 'stale worker', now, new Date(now.getTime() + LEASE));
    await scene.later(LEASE + MINUTE);
    expect(await scene.story(transactionId)).toEqual(['completed: delay_over', 'completed: delivered']);
    const before = await scene.runs.findOne({ transactionId }).lean();
    await scene.carillon.app.get(WakeBatchService).wake(stale.map((one) => ({ run: one, recovering: false })));
    expect(await scene.runs.findOne({ transactionId }).lean()).toEqual(before);
    expect(await scene.bodies(transactionId)).toEqual(['once']);
  });
});

describe('P10: a worker that dies while it starts runs', () => {
  let scene: EngineScene;

  beforeAll(async () => {
    // Nobody but the tests takes jobs.
    scene = await EngineScene.start({ settings: { ROLE: 'api' } });
    await scene.integration('email');
  });

  afterAll(() => scene.close());

  const email = { type: 'email', controlValues: { subject: 's', body: 'b', editorType: 'html' } };

  it.each([
    ['lost', 'the sweeper'],
    ['lost', 'the end of the lease'],
    ['unanswered', 'the sweeper'],
    ['unanswered', 'the end of the lease'],
  ] as const)(
    'write %s, %s comes first: each recipient has one message per step, and is counted once',
    async (death, first) => {
      const name = await scene.workflow([email, inApp('b')]);
      let deaths = 0;
      for (let position = 0; position < MAX_WRITES; position++) {
        const to = await Promise.all([1, 2, 3].map(() => scene.subscriber({ email: 'ada@example.com' })));
        const transactionId = await scene.trigger(name, { to });
        const event = await scene.model(Event).findOne({ transactionId }).lean();
        const deliver = () => deliverChunk(scene.carillon, event!._id);
        const died = await dyingAtWrite(position, death, deliver);
        // The sweeper hands the event out again; whoever died with a run is replaced when the lease has ended.
        if (first === 'the sweeper') await deliver();
        await scene.later(LEASE);
        await deliver();
        await scene.settled(transactionId, 3);
        const messages = await scene.messages.find({ transactionId }).lean();
        expect(messages.map(({ channel }) => channel).sort()).toEqual([
          'email',
          'email',
          'email',
          'in_app',
          'in_app',
          'in_app',
        ]);
        const { counters, sweepAt } = (await scene.model(Event).findOne({ transactionId }).lean())!;
        expect(counters).toEqual({ expanded: 3, sent: 3, failed: 0, skipped: 0 });
        expect(sweepAt).toBeUndefined();
        if (!died) break;
        deaths += 1;
      }
      expect(deaths).toBeGreaterThan(2);
    },
  );

  it.each(['while it sends', 'before it moves the event on'] as const)(
    'Z6: a worker that stands still %s, and goes on when another one has taken over: counted once',
    async (moment) => {
      const transactionId = await scene.trigger(await scene.workflow([email]), {
        to: await scene.subscriber({ email: 'ada@example.com' }),
      });
      const event = await scene.model(Event).findOne({ transactionId }).lean();
      const deliver = () => deliverChunk(scene.carillon, event!._id);
      const progress = scene.carillon.app.get(EventProgressStore, { strict: false });
      const sender = scene.carillon.app.get(ChannelSender, { strict: false });
      const [advance, send] = [progress.advance.bind(progress), sender.send.bind(sender)];
      let goOn!: () => void;
      const still = new Promise<void>((resolve) => (goOn = resolve));
      let stood!: () => void;
      const stands = new Promise<void>((resolve) => (stood = resolve));
      const standStill = () => {
        stood();
        Object.assign(progress, { advance });
        Object.assign(sender, { send });
        return still;
      };
      if (moment === 'while it sends') sender.send = (message) => standStill().then(() => send(message));
      else progress.advance = (...parameters) => standStill().then(() => advance(...parameters));
      const slow = deliver();
      await stands;
      scene.clock.forward(HOUR);
      await deliver();
      goOn();
      await slow;
      const { counters, expansion } = (await scene.model(Event).findOne({ transactionId }).lean())!;
      expect({ counters, done: expansion.done }).toEqual({
        counters: { expanded: 1, sent: 1, failed: 0, skipped: 0 },
        done: true,
      });
    },
  );
});

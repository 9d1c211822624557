import { Types } from 'mongoose';
import { Event } from '../../../src/events/store/event.schema.js';
import { RunsService } from '../../../src/notifications/activity/runs.service.js';
import type { Run } from '../../../src/notifications/activity/run.schema.js';
import { later } from '../../../src/platform/clock.js';
import { IdMap, IdSet } from '../../../src/platform/ids.js';
import { WaitSignals } from '../../../src/delivery/runs/signals/wait-signals.service.js';
import { eventually } from '../../eventually.js';
import { deliverChunk } from '../deliver-chunk.js';
import { EngineScene, HOUR, inApp } from '../engine-scene.js';

/** Races in the store, where it is decided: waits of one round, and rounds. */
const WAITS = 1000;
const ROUNDS = 10;
/** Through the whole engine. */
const EXECUTED = 500;
/** Through the API, where each notification is read by a request of its own. */
const BY_REQUEST = 300;
/** Before the timeout, in milliseconds, the first statuses and events come; the last come after it. */
const AHEAD = 150;

const WAIT = {
  type: 'wait_until',
  controlValues: {
    until: [{ status: 'read', stepId: 'step-1' }, { event: 'paid' }],
    timeout: { amount: 1, unit: 'hours' },
  },
};
const branch = (outcome: string) => inApp(outcome, { skip: { '==': [{ var: 'steps.step-2.outcome' }, outcome] } });

describe('CS72: a status, an event and the timeout of a wait at the same time', () => {
  let scene: EngineScene;
  let name: string;

  beforeAll(async () => {
    scene = await EngineScene.start({ settings: { ROLE: 'api' } });
    name = await scene.workflow([inApp('first'), WAIT, ...['status', 'event', 'timeout'].map(branch)]);
  });

  afterAll(() => scene.close());

  /** Runs that wait, whose timeout is just ahead. */
  async function waiting(count: number) {
    const to = Array.from({ length: count }, () => scene.newId());
    const subscribers = to.map((subscriberId) => ({ subscriberId }));
    for (let index = 0; index < count; index += 500) {
      const some = { subscribers: subscribers.slice(index, index + 500) };
      expect((await scene.carillon.api.post('/v1/subscribers/bulk', some)).status).toBe(201);
    }
    const transactionIds: string[] = [];
    for (let index = 0; index < count; index += 100) {
      const transactionId = await scene.trigger(name, { to: to.slice(index, index + 100) });
      await deliverChunk(scene.carillon, (await scene.model(Event).findOne({ transactionId }).lean())!._id);
      transactionIds.push(transactionId);
    }
    const runs = await scene.runs.find({ transactionId: { $in: transactionIds } }).lean();
    expect(runs.map(({ status }) => status)).toEqual(Array.from({ length: count }, () => 'waiting'));
    const last = Math.max(...runs.map(({ wakeAt }) => wakeAt!.getTime()));
    scene.clock.to(new Date(last - AHEAD));
    return { runs, transactionIds };
  }

  /** Wakes until every run has ended; how many took each branch. Each took one. */
  async function branches(transactionIds: string[], racing: Promise<unknown>): Promise<Record<string, number>> {
    const ofTriggers = { transactionId: { $in: transactionIds } };
    const state = { isOver: false };
    void racing.finally(() => (state.isOver = true));
    const wakes = async () => {
      while (!state.isOver) await scene.wake();
    };
    await Promise.all([racing, wakes(), wakes()]);
    await eventually(async () => {
      await scene.wake();
      expect(await scene.runs.countDocuments({ ...ofTriggers, status: { $ne: 'completed' } })).toBe(0);
    });
    const runs = await scene.runs.find(ofTriggers).lean();
    const sent = await scene.messages.find({ ...ofTriggers, body: { $ne: 'first' } }).lean();
    const bodies = new Map(sent.map(({ runId, body }) => [runId.toHexString(), body]));
    // One message for each run, of the branch that its wait says.
    expect([sent.length, bodies.size]).toEqual([runs.length, runs.length]);
    const counts: Record<string, number> = { status: 0, event: 0, timeout: 0 };
    for (const { _id, steps } of runs) {
      const outcome = steps[1]!.reason!.replace('wait_until_', '');
      expect(bodies.get(_id.toHexString())).toBe(outcome);
      counts[outcome]! += 1;
    }
    return counts;
  }

  it(`is won by exactly one of them, ${WAITS * ROUNDS} times in the store`, async () => {
    const signals = scene.carillon.app.get(WaitSignals, { strict: false });
    const store = scene.carillon.app.get(RunsService, { strict: false });
    const { runs } = await waiting(1);
    const won = { status: 0, event: 0, timeout: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      const until = later(scene.clock.now(), HOUR);
      const copies = Array.from({ length: WAITS }, () =>
        Object.assign({}, runs[0]!, { _id: new Types.ObjectId(), wakeAt: until, wait: { ...runs[0]!.wait!, until } }),
      );
      await scene.runs.collection.insertMany(copies);
      scene.clock.to(later(until, -AHEAD));
      const ids = new IdSet(copies.map(({ _id }) => _id));
      const claimed = new IdMap<Run>();
      const claiming = async (claim: string) => {
        while (claimed.size < WAITS) {
          const now = scene.clock.now();
          const due = (await store.findDue(now, WAITS)).filter(({ _id }) => ids.has(_id));
          for (const run of await store.claim(due, claim, now, later(now, HOUR))) {
            // No other worker has had it.
            expect(claimed.has(run._id)).toBe(false);
            claimed.set(run._id, run);
          }
        }
      };
      let events = 0;
      const signalling = async () => {
        for (let index = 0; index < WAITS; index += 50) {
          const some = copies.slice(index, index + 50).map(({ _id }) => _id);
          const read = some.map((runId) => ({ runId, stepId: 'step-1', statuses: ['seen', 'read'] as const }));
          const first = index % 100 === 0 ? signals.statusesArrived(read) : undefined;
          events += await signals.eventArrived(some, { name: 'paid' });
          await Promise.all([first, signals.statusesArrived(read)]);
        }
      };
      await Promise.all([claiming('one'), claiming('two'), signalling()]);
      const ended = IdMap.of(await scene.runs.find({ _id: { $in: copies.map(({ _id }) => _id) } }).lean());
      let byEvent = 0;
      for (const run of claimed.values()) {
        // What the worker has got is what is stored: nothing has changed its wait since.
        expect(ended.get(run._id)!.wait?.ended).toEqual(run.wait?.ended);
        const end = run.wait?.ended;
        const winner = end === undefined ? 'timeout' : 'event' in end ? 'event' : 'status';
        won[winner] += 1;
        if (winner === 'event') byEvent += 1;
      }
      expect(events).toBe(byEvent);
      await scene.runs.deleteMany({ _id: { $in: copies.map(({ _id }) => _id) } });
    }
    expect(won.status + won.event + won.timeout).toBe(WAITS * ROUNDS);
    // It was a race: each has won.
    for (const count of Object.values(won)) expect(count).toBeGreaterThan(0);
  });

  it(`leads to exactly one branch, ${EXECUTED} times through the engine`, async () => {
    const signals = scene.carillon.app.get(WaitSignals, { strict: false });
    const { runs, transactionIds } = await waiting(EXECUTED);
    const racing = async () => {
      for (let index = 0; index < EXECUTED; index += 25) {
        const ids = runs.slice(index, index + 25).map(({ _id }) => _id);
        const read = () =>
          signals.statusesArrived(ids.map((runId) => ({ runId, stepId: 'step-1', statuses: ['seen', 'read'] })));
        const paid = () => signals.eventArrived(ids, { name: 'paid' });
        // What comes first to the store changes from chunk to chunk.
        const both = index % 2 === 0 ? [read, paid, paid] : [paid, read, paid];
        await Promise.all(both.map((signal) => signal()));
      }
    };
    const { status, event, timeout } = await branches(transactionIds, racing());
    expect(status! + event! + timeout!).toBe(EXECUTED);
  });

  it(`counts the waits that a request has ended, ${BY_REQUEST} times through the API`, async () => {
    const { runs, transactionIds } = await waiting(BY_REQUEST);
    const first = await scene.messages.find({ transactionId: { $in: transactionIds } }).lean();
    const people = await scene.subscribers.find({ _id: { $in: runs.map(({ subscriberId }) => subscriberId) } }).lean();
    const names = new Map(people.map(({ _id, subscriberId }) => [_id.toHexString(), subscriberId]));
    const { api } = scene.carillon;
    let ended = 0;
    const racing = first.map(async ({ _id, subscriberId }, index) => {
      const person = names.get(subscriberId.toHexString())!;
      const [readOne, event] = await Promise.all([
        api.patch(`/v2/subscribers/${person}/notifications/${_id.toHexString()}/read`, {}),
        index % 2 === 0 ? api.post('/v1/waits/events', { name: 'paid', subscriberId: person }) : undefined,
      ]);
      expect(readOne.status).toBe(200);
      ended += event?.body.data.ended ?? 0;
    });
    const counts = await branches(transactionIds, Promise.all(racing));
    expect(counts['event']).toBe(ended);
  });
});

/** @runs-on redis */
import { randomUUID } from 'node:crypto';
import { Digest } from '../../src/delivery/runs/digest/digest.schema.js';
import { digest, EngineScene, inApp, MINUTE } from '../delivery/engine-scene.js';
import { eventually } from '../eventually.js';

/** How often a full window is gathered, and of how many events; `npm run chaos` has 20 rounds of 500. */
const rounds = Number(process.env.CHAOS_ROUNDS ?? 1);
const EVENTS = Number(process.env.CHAOS_EVENTS ?? 200);
/** Events of one request. */
const BULK = 100;
/** Windows that end while events come. */
const EDGES = 3;
/** Here time jumps although nobody has died. */
const LONG = { RUN_LEASE_SECONDS: '86400', SWEEP_AFTER_SECONDS: '86400' };

describe(`${EVENTS} events for one digest group at once`, () => {
  let scene: EngineScene;
  let name: string;

  beforeAll(async () => {
    scene = await EngineScene.start({ settings: LONG });
    const told = '{{ steps.step-1.eventCount }}: {{ steps.step-1.events | map: "payload" | map: "n" | join: "," }}';
    name = await scene.workflow([digest(1, 'minutes'), inApp(told)]);
  });

  afterAll(() => scene.close());

  const all = Array.from({ length: EVENTS }, (_, n) => n);

  /** Triggers all events at once; returns their transaction ids. */
  async function triggerAll(to: string): Promise<string[]> {
    const events = all.map((n) => ({ name, to, payload: { n }, transactionId: randomUUID() }));
    const requests = Array.from({ length: EVENTS / BULK }, (_, index) =>
      events.slice(index * BULK, (index + 1) * BULK),
    );
    const answers = await Promise.all(
      requests.map((part) => scene.carillon.api.post('/v1/events/trigger/bulk', { events: part })),
    );
    expect(answers.map(({ status }) => status)).toEqual(requests.map(() => 201));
    return events.map(({ transactionId }) => transactionId);
  }

  /** Resolves when all events have reached their windows. */
  async function settled(ids: string[]): Promise<void> {
    await eventually(async () => {
      const runs = await scene.runs.find({ transactionId: { $in: ids } }, { status: 1 }).lean();
      expect(runs).toHaveLength(EVENTS);
      expect(runs.map(({ status }) => status)).not.toContain('running');
    });
  }

  /** Which events each message of a subscriber tells of, by number. */
  async function told(subscriberId: string): Promise<number[][]> {
    const subscriber = await scene.subscribers.findOne({ subscriberId }).lean();
    const messages = await scene.messages.find({ subscriberId: subscriber!._id }).lean();
    return messages.map(({ body }) => {
      const [count, list] = body.split(': ');
      const events = list!.split(',').map(Number);
      expect(events).toHaveLength(Number(count));
      return events.toSorted((a, b) => a - b);
    });
  }

  it(
    `DG7: make one message with all of them (${rounds} rounds)`,
    async () => {
      for (let round = 0; round < rounds; round++) {
        const to = scene.newId();
        // A slow machine may take longer than the window for so many.
        scene.clock.stop();
        await settled(await triggerAll(to));
        scene.clock.run();
        await scene.later(MINUTE);
        expect(await told(to)).toEqual([all]);
      }
    },
    300_000 + rounds * 90_000,
  );

  it(
    `DG7: are each in one window when windows end while they come (${rounds} rounds)`,
    async () => {
      let windows = 0;
      for (let round = 0; round < rounds; round++) {
        const to = scene.newId();
        await scene.model(Digest).deleteMany({});
        const triggered = triggerAll(to);
        for (let edge = 0; edge < EDGES; edge++) {
          const open = await eventually(async () => {
            const found = await scene
              .model(Digest)
              .findOne({ window: { $exists: true } })
              .lean();
            expect(found).not.toBeNull();
            return found!.window!;
          });
          scene.clock.to(open.until);
          await scene.wake();
          if ((await scene.runs.countDocuments({ status: 'running' })) === 0) break;
        }
        await settled(await triggered);
        await scene.later(MINUTE);
        const messages = await told(to);
        windows += messages.length;
        expect(messages.flat().toSorted((a, b) => a - b)).toEqual(all);
      }
      process.stdout.write(`${rounds} rounds of ${EVENTS} events in ${windows} windows\n`);
    },
    300_000 + rounds * 90_000,
  );
});

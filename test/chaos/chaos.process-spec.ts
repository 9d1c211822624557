/** @runs-on redis */
import { randomUUID } from 'node:crypto';
import { Random } from '../store/support/random.js';
import { eventually } from '../eventually.js';
import { Campaign } from './campaign.js';
import { emptyQueue } from './empty-queue.js';
import { describeFleet, Fleet } from './fleet.js';

/** How often a process is killed, and for how many subscribers; `npm run chaos -- --kills 100` for the long form. */
const kills = Number(process.env.CHAOS_KILLS ?? 4);
const people = Number(process.env.CHAOS_PEOPLE ?? 50);
/** Kills while messages wait for the rate of their integration: they wait for seconds only. */
const rated = 2;
const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000_000);

/** Work that a dead process has had is taken over soon. */
const SOON = { RUN_LEASE_SECONDS: '2', SWEEP_AFTER_SECONDS: '2', SWEEP_INTERVAL_SECONDS: '1' };
/** Milliseconds after which somebody is killed although nothing moves: the work of the dead is waiting for its time. */
const STANDSTILL = 3000;

describeFleet(`two API processes and two workers (CHAOS_SEED=${seed})`, () => {
  let fleet: Fleet;
  let campaign: Campaign;
  let random: Random;

  beforeAll(async () => {
    fleet = await Fleet.start(SOON);
  });

  beforeEach(async () => {
    random = new Random(seed);
    campaign = await Campaign.prepare(fleet, people);
  });

  afterAll(() => fleet.close());

  /** Resolves when so much more is stored, or nothing moves. */
  async function moved(amount: number): Promise<void> {
    const target = (await campaign.progress()) + amount;
    await eventually(async () => expect(await campaign.progress()).toBeGreaterThanOrEqual(target), STANDSTILL).catch(
      () => undefined,
    );
  }

  it(
    `P10, D7: end a workflow of five steps for ${people} subscribers, each message once, through ${kills} kills`,
    async () => {
      const started = performance.now();
      // About three messages and a run for each of two events.
      const step = Math.ceil((8 * people) / (kills + 1));
      const triggers: Promise<void>[] = [];
      for (let kill = 1; kill <= kills; kill++) {
        triggers.push(campaign.postUntil(Math.ceil((campaign.triggers * kill) / kills)));
        await moved(random.between(0, step));
        await fleet.kill(random.between(0, fleet.size - 1));
      }
      await Promise.all(triggers);
      await campaign.ended();
      expect(await campaign.problems()).toEqual([]);
      const seconds = Math.round((performance.now() - started) / 1000);
      process.stdout.write(`${kills} kills, ${people} subscribers, ${seconds} s, CHAOS_SEED=${seed}\n`);
    },
    300_000 + kills * 10_000,
  );

  it(
    `P10, IR4: end it, each message once, through ${rated} kills of workers while an integration sends at its rate`,
    async () => {
      const { database } = fleet;
      const rate = (update: object) => database.collection('integrations').updateOne({ identifier: 'outbox' }, update);
      // Slower than a busy machine, which would never have to wait otherwise.
      await rate({ $set: { rateLimit: { messages: Math.ceil(people / 10), per: 'second' } } });
      await campaign.postUntil(campaign.triggers);
      for (let kill = 0; kill < rated; kill++) {
        const waiting = { 'steps.reason': 'rate_waiting', status: 'waiting' };
        await eventually(async () =>
          expect(await database.collection('runs').countDocuments(waiting)).toBeGreaterThan(0),
        );
        await fleet.kill(fleet.size - 1 - (kill % 2));
      }
      await campaign.ended();
      expect(await campaign.problems()).toEqual([]);
      await rate({ $unset: { rateLimit: '' } });
      process.stdout.write(`${rated} kills at a rate, ${people} subscribers, CHAOS_SEED=${seed}\n`);
    },
    300_000 + kills * 10_000,
  );

  it('P10, Z3: end it for everyone, each message once, when the queue is emptied on the way', async () => {
    const triggers = campaign.postUntil(campaign.triggers);
    await moved(random.between(1, people));
    const first = await emptyQueue(fleet.redisUrl, fleet.queuePrefix);
    await triggers;
    await campaign.ended();
    expect(await campaign.problems()).toEqual([]);
    process.stdout.write(`${first} records of the queue removed, CHAOS_SEED=${seed}\n`);
  });

  it('D1, D3: 200 parallel triggers of one transaction id deliver one message', async () => {
    const apis = await Promise.all([fleet.api(0), fleet.api(1)]);
    const workflow = await apis[0].workflow();
    const trigger = { name: workflow.workflowId, to: 'ada', transactionId: randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => apis[index % 2]!.post('/v1/events/trigger', trigger)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(answers.filter(({ headers }) => !('transaction-replayed' in headers))).toHaveLength(1);
    await eventually(async () => {
      const event = await fleet.database.collection('events').findOne({ transactionId: trigger.transactionId });
      expect(event).toMatchObject({ expansion: { done: true }, counters: { expanded: 1, sent: 1 } });
    });
    const { transactionId } = trigger;
    const found = [
      ['events', { transactionId }],
      ['subscribers', { subscriberId: trigger.to }],
      ['runs', { transactionId }],
      ['messages', { transactionId }],
    ] as const;
    for (const [collection, filter] of found) {
      expect({ collection, count: await fleet.database.collection(collection).countDocuments(filter) }).toEqual({
        collection,
        count: 1,
      });
    }
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { FolderLock } from '#libs/folder-lock/folder-lock.js';
import { eventually } from '../eventually.js';
import { CarillonProcess, clientOf } from '../server/carillon-process.js';
import { freePort, hasRedisServer, RedisServer } from '../redis-server.js';
import { TriggerLoad } from '../security/trigger-load.js';
import { StoreProcess } from '../store/support/store-process.js';
import { Campaign } from './campaign.js';
import { describeFleet, Fleet } from './fleet.js';

/** How long a server is away, and for how many subscribers; `npm run chaos -- outages` for the long form. */
const seconds = Number(process.env.CHAOS_OUTAGE_SECONDS ?? 3);
const people = Number(process.env.CHAOS_PEOPLE ?? 60);
/** Also on a busy machine, with everything that has gathered meanwhile. */
const LONG_WAIT = 400_000;
const isLong = process.env.CHAOS_OUTAGE_SECONDS !== undefined;

/** What was interrupted is taken up soon; in the long form, when the defaults say. */
const SOON = { RUN_LEASE_SECONDS: '2', SWEEP_AFTER_SECONDS: '2', SWEEP_INTERVAL_SECONDS: '1' };

jest.setTimeout(LONG_WAIT + seconds * 3000);

describeFleet(`a server is away for ${seconds} s while triggers come`, () => {
  let folder: string;
  let store: StoreProcess;
  let redis: RedisServer | undefined;
  let fleet: Fleet;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'carillon-outages-'));
    const port = await freePort();
    [store, redis] = await Promise.all([startStore(port), hasRedisServer ? RedisServer.start() : undefined]);
    const options = { apis: 1, workers: 2, mongodbUri: store.uri, redisUrl: redis?.uri };
    fleet = await Fleet.start(isLong ? {} : SOON, options);
  });

  afterAll(async () => {
    await fleet?.close();
    await Promise.all([store?.kill(), redis?.stop()]);
    await rm(folder, { recursive: true, force: true });
  });

  const startStore = (port: number) => StoreProcess.start(join(folder, 'store'), ['--port', String(port)]);

  /** A campaign of which a third is sent before, a third while the server is away, and a third afterwards. */
  async function campaignThrough(name: string, begin: () => Promise<() => Promise<void>>): Promise<Campaign> {
    const campaign = await Campaign.prepare(fleet, people);
    const pids = fleet.pids;
    const third = campaign.triggers / 3;
    const triggers = [campaign.postUntil(third)];
    const before = await campaign.progress();
    await eventually(async () => expect(await campaign.progress()).toBeGreaterThan(before));
    const end = await begin();
    for (let second = 1; second <= seconds; second++) {
      triggers.push(campaign.postUntil(third + (third * second) / seconds));
      await setTimeout(1000);
    }
    await end();
    const ended = performance.now();
    triggers.push(campaign.postUntil(campaign.triggers));
    await Promise.all(triggers);
    await campaign.ended(LONG_WAIT);
    const problems = await campaign.problems();
    expect(problems).toEqual([]);
    // By itself: nobody has started a process again.
    expect(fleet.pids).toEqual(pids);
    const responses = [...campaign.responses].map(([status, count]) => `${count} times ${status}`).join(', ');
    const after = ((performance.now() - ended) / 1000).toFixed(1);
    process.stdout.write(
      `${name}, ${seconds} s: ${campaign.triggers} triggers for ${people} subscribers, ${responses}; ${problems.length} lost or doubled, all done ${after} s after it was back\n`,
    );
    return campaign;
  }

  const statuses = ({ responses }: Campaign) => [...responses.keys()].toSorted((one, other) => one - other);

  const onRedis = hasRedisServer ? it : it.skip;

  // First, before the workers have looked at the environment. What the cap does to the campaigns is nothing: they send fewer.
  onRedis('MC5: two worker processes together send a subscriber as many messages as the cap says', async () => {
    const api = await fleet.api(0);
    await Campaign.prepare(fleet, people);
    const { _id } = (await fleet.database.collection('environments').findOne({ name: 'Development' }))!;
    const setCaps = async (messageCaps: object) =>
      expect((await api.put(`/v1/environments/${String(_id)}`, { messageCaps })).status).toBe(200);
    await setCaps({ email: { messages: 5, per: 'day', above: 'skip' } });
    const steps = [{ name: 'Mail', type: 'email', controlValues: { subject: 'Hello', body: '<p>Hi</p>' } }];
    const workflow = await api.workflow({ steps });
    const trigger = { name: workflow.workflowId, to: { subscriberId: 'capped', email: 'capped@example.com' } };
    const responses = await Promise.all(Array.from({ length: 40 }, () => api.post('/v1/events/trigger', trigger)));
    const ids = responses.map((response) => String(response.body.data.transactionId));
    const reasons = async () =>
      (
        await fleet.database
          .collection('runs')
          .find({ transactionId: { $in: ids } })
          .toArray()
      ).map(({ steps: [step] }) => step.reason as string);
    await eventually(async () =>
      expect((await reasons()).toSorted()).toEqual([...Array(35).fill('capped'), ...Array(5).fill('delivered')]),
    );
    await setCaps({});
  });

  if (!hasRedisServer) process.stdout.write('Outages of Redis are not tried: there is no redis-server.\n');

  it('P10: the store is killed: triggers get 503 until it is back, and nothing accepted is lost or doubled', async () => {
    const port = Number(new URL(store.uri).port);
    const campaign = await campaignThrough('Store killed', async () => {
      await store.kill();
      return async () => {
        store = await startStore(port);
      };
    });
    expect(statuses(campaign)).toEqual([201, 503]);
  });

  it('P10: the store stands still: 503 within seconds, and what it does late is not doubled', async () => {
    const campaign = await campaignThrough('Store frozen', async () => {
      process.kill(store.pid, 'SIGSTOP');
      return async () => void process.kill(store.pid, 'SIGCONT');
    });
    expect(statuses(campaign).filter((status) => status !== 503)).toEqual([201]);
  });

  onRedis('P10, T13: Redis is killed, and comes back empty: every trigger is accepted meanwhile', async () => {
    const campaign = await campaignThrough('Redis killed', async () => {
      await redis!.stop();
      return async () => {
        redis = await redis!.replace();
      };
    });
    expect(statuses(campaign)).toEqual([201]);
  });

  onRedis('P10, T13: Redis stands still: every trigger is accepted meanwhile', async () => {
    const campaign = await campaignThrough('Redis frozen', async () => {
      redis!.freeze();
      return async () => redis!.thaw();
    });
    expect(statuses(campaign)).toEqual([201]);
  });
});

// Short ones are in test/security/faults.
(isLong ? describe : describe.skip)('the process of the embedded store', () => {
  it.each([
    ['stands still', seconds / 2],
    ['is killed', 0],
  ])('P10: %s: all that was accepted arrives once', async (_what, standstill) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'carillon-outages-'));
    const key = '5e'.repeat(16);
    const carillon = CarillonProcess.spawn({ DATA_DIR: dataDir, BOOTSTRAP_API_KEY: key });
    try {
      const load = await TriggerLoad.start(clientOf(await carillon.ready(), key));
      await load.goesOn(100);
      const { pid } = (await FolderLock.holderOf(join(dataDir, 'store', 'store.lock')))!;
      process.kill(pid, standstill > 0 ? 'SIGSTOP' : 'SIGKILL');
      await setTimeout(standstill * 1000);
      if (standstill > 0) process.kill(pid, 'SIGCONT');
      const began = performance.now();
      await load.goesOn(100);
      const again = ((performance.now() - began) / 1000).toFixed(1);
      const doubled = await load.arrives();
      expect(doubled).toEqual([]);
      expect(load.refused.filter(({ status }) => status !== 503)).toEqual([]);
      process.stdout.write(
        `Embedded store ${_what} ${standstill} s: ${load.accepted.length} accepted, ${load.refused.length} times 503, 0 lost, ${doubled.length} doubled; 100 more accepted ${again} s after it\n`,
      );
    } finally {
      await carillon.kill('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

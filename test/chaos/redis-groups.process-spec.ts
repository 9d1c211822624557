import { randomUUID } from 'node:crypto';
import { Logger } from '../../src/platform/logging/logger.js';
import { loadConfig } from '../../src/platform/config/config.js';
import { Clock } from '../../src/platform/clock.js';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { NoticeChannel } from '../../src/platform/queue/pub-sub.js';
import { RedisBuckets } from '../../src/platform/queue/redis-buckets.js';
import { readRedis } from '../../src/platform/queue/redis-facts.js';
import { RedisPubSub } from '../../src/platform/queue/redis-pub-sub.js';
import { eventually } from '../eventually.js';
import { RedisCluster, RedisSentinels } from '../redis-group.js';
import { hasRedisServer, type RedisServer } from '../redis-server.js';
import { Campaign } from './campaign.js';
import { Fleet } from './fleet.js';

/** For how many subscribers; `npm run chaos -- redis-groups` for the long form. */
const people = Number(process.env.CHAOS_PEOPLE ?? 30);

/** What was interrupted is taken up soon. */
const SOON = { RUN_LEASE_SECONDS: '2', SWEEP_AFTER_SECONDS: '2', SWEEP_INTERVAL_SECONDS: '1' };
const CHANNEL = new NoticeChannel<{ n: number }>('test');

const onRedis = hasRedisServer ? describe : describe.skip;
if (!hasRedisServer) process.stdout.write('Sentinels and clusters are not tried: there is no redis-server.\n');

/** Sends a third, does something to Redis, and sends the others; returns how often each status came. */
async function through(fleet: Fleet, event: () => Promise<void>): Promise<Map<number, number>> {
  const campaign = await Campaign.prepare(fleet, people);
  const pids = fleet.pids;
  const triggers = [campaign.postUntil(campaign.triggers / 3)];
  const before = await campaign.progress();
  await eventually(async () => expect(await campaign.progress()).toBeGreaterThan(before));
  const happened = event();
  triggers.push(campaign.postUntil((campaign.triggers * 2) / 3));
  await happened;
  triggers.push(campaign.postUntil(campaign.triggers));
  await Promise.all(triggers);
  await campaign.ended();
  expect(await campaign.problems()).toEqual([]);
  expect(fleet.pids).toEqual(pids);
  process.stdout.write(`${campaign.triggers} triggers for ${people} subscribers, 0 lost or doubled\n`);
  return campaign.responses;
}

/** What else Carillon does with Redis: notices to all processes, and buckets that they share. */
async function tryTheRest(uri: string): Promise<void> {
  const prefix = `rest-${randomUUID()}`;
  const logger = new Logger(loadConfig({ LOG_LEVEL: 'silent' }));
  const one = new RedisPubSub(uri, prefix, logger);
  const other = new RedisPubSub(uri, prefix, logger);
  const buckets = [1, 2].map(() => new RedisBuckets(uri, prefix, new Clock(), logger, new Metrics()));
  try {
    const notices: number[] = [];
    await one.subscribe(CHANNEL, { onNotices: (all) => notices.push(...all.map(({ n }) => n)), onInterruption() {} });
    // Again until all have arrived: what Redis does not take within a second is dropped (`RedisPubSub`).
    await eventually(async () => {
      for (const n of [1, 2, 3]) (n === 2 ? one : other).publish(CHANNEL, { n });
      expect(new Set(notices)).toEqual(new Set([1, 2, 3]));
    });
    const size = { capacity: 20, seconds: 1_000_000 };
    const takes = Array.from({ length: 60 }, (_, index) => buckets[index % 2]!.take(`of ${index % 3}`, 1, size));
    const accepted = (await Promise.all(takes)).filter((verdict) => verdict.accepted);
    expect(accepted).toHaveLength(60);
    const further = await Promise.all([0, 1, 2].map((of) => buckets[0]!.take(`of ${of}`, 1, size)));
    expect(further.map((verdict) => verdict.accepted)).toEqual([false, false, false]);
  } finally {
    buckets.forEach((bucket) => bucket.close());
    await Promise.all([one.close(), other.close()]);
  }
}

onRedis('Redis behind a sentinel', () => {
  let redis: RedisSentinels;
  let fleet: Fleet;

  beforeAll(async () => {
    redis = await RedisSentinels.start();
    fleet = await Fleet.start(SOON, { apis: 1, workers: 1, redisUrl: redis.uri });
  });

  afterAll(async () => {
    await fleet?.close();
    await redis?.stop();
  });

  it('P10, RL2: the master is killed under load, a replica follows it, and nothing is lost or doubled', async () => {
    await tryTheRest(redis.uri);
    const responses = await through(fleet, async () => {
      await redis.master.stop();
      await redis.failedOver();
    });
    expect([...responses.keys()]).toEqual([201]);
    await tryTheRest(redis.uri);
    expect(await readRedis(redis.uri)).toMatchObject([{ evictionPolicy: 'noeviction' }]);
  });
});

onRedis('a cluster of three Redis', () => {
  let redis: RedisCluster;
  let fleet: Fleet;
  let queueNode: RedisServer;

  beforeAll(async () => {
    redis = await RedisCluster.start();
    fleet = await Fleet.start(SOON, { apis: 1, workers: 1, redisUrl: redis.uri });
    queueNode = redis.ofKey(`{${fleet.queuePrefix}}`);
  });

  afterAll(async () => {
    await fleet?.close();
    await redis?.stop();
  });

  it('P10, RL2: the node with the queue stands still under load, and nothing is lost or doubled', async () => {
    await tryTheRest(redis.uri);
    const responses = await through(fleet, async () => {
      queueNode.freeze();
      await eventually(async () => expect(redis.seesFailed(queueNode)).toBe(true));
      queueNode.thaw();
    });
    expect([...responses.keys()]).toEqual([201]);
    await eventually(async () => expect(redis.seesFailed(queueNode)).toBe(false));
    await tryTheRest(redis.uri);
    expect(await readRedis(redis.uri)).toHaveLength(3);
  });
});

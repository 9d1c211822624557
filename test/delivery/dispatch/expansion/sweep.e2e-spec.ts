/** @runs-on redis */
import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { deliverChunk } from '../../deliver-chunk.js';
import { JobDispatcher } from '../../../../src/events/accept/job-dispatcher.service.js';
import { JobQueue, QUEUES } from '../../../../src/platform/queue/job-queue.js';
import { jobsOf, startTestApp, type TestApp } from '../../../test-app.js';
import { ExpansionScene } from './expansion-scene.js';

describe('events whose jobs got lost', () => {
  let accepting: TestApp;
  let scene: ExpansionScene;
  let name: string;
  const namespace = `t${randomBytes(5).toString('hex')}`;

  beforeAll(async () => {
    accepting = await startTestApp({ settings: { ROLE: 'api' }, namespace });
    scene = await ExpansionScene.on(accepting);
    name = await scene.workflow();
    await scene.people(1200);
  });

  afterAll(() => accepting.close());

  it('T13: are found when the queue takes them for known and has lost them', async () => {
    const lost = [await scene.trigger({ name, to: scene.newId() }), await scene.trigger({ name, to: scene.newId() })];
    lost.push(await accepting.api.post('/v1/events/trigger/broadcast', { name, payload: {} }));
    const ids = lost.map(({ body }) => body.data.transactionId);
    await accepting.app.get(JobDispatcher).beforeApplicationShutdown();
    await disorderQueue(namespace);
    await scene.events.updateMany({}, { sweepAt: new Date(0) });
    const working = await startTestApp({ settings: { ROLE: 'worker' }, namespace });
    try {
      for (const id of ids) await scene.expanded(id);
    } finally {
      await working.app.close();
    }
  });

  it('T13, Z3: are found by a worker that starts, and go on where they stood', async () => {
    // The queue of this application is away.
    accepting.app.get(JobQueue).add = () => Promise.reject(new Error('The queue is away'));
    const small = await scene.trigger({ name, to: scene.newId() });
    const large = await accepting.api.post('/v1/events/trigger/broadcast', { name, payload: {} });
    expect([small.status, large.status]).toEqual([201, 201]);
    const [smallId, largeId] = [small.body.data.transactionId, large.body.data.transactionId];
    const event = await scene.events.findOne({ transactionId: largeId }).lean();
    await deliverChunk(accepting, event!._id);
    expect((await scene.events.findOne({ transactionId: largeId }).lean())!.expansion).toMatchObject({
      chunk: 1,
      done: false,
    });
    await scene.events.updateMany({}, { sweepAt: new Date(0) });
    const working = await startTestApp({ settings: { ROLE: 'worker' }, namespace });
    try {
      const [one, everyone] = [await scene.expanded(smallId), await scene.expanded(largeId)];
      expect(one.counters.expanded).toBe(1);
      expect(everyone.counters.expanded).toBeGreaterThanOrEqual(1200);
      expect(await scene.messages.countDocuments({ transactionId: largeId })).toBe(everyone.counters.expanded);
      expect([one.sweeps, everyone.sweeps]).toEqual([1, 1]);
    } finally {
      await working.app.close();
    }
  });
});

/**
 * Takes away the order of the jobs that wait in the queues of a namespace, as the loss of a part of Redis does: the jobs are
 * known, and nobody is handed them.
 */
async function disorderQueue(namespace: string): Promise<void> {
  const { REDIS_URL } = process.env;
  if (!REDIS_URL) {
    for (const name of Object.values(QUEUES)) jobsOf(namespace).line(name).waiting.length = 0;
    return;
  }
  const redis = new Redis(REDIS_URL);
  await redis.del(Object.values(QUEUES).map((name) => `${namespace}:${name}:wait`));
  redis.disconnect();
}

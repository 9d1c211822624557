import type { ApiClient } from '../api-client.js';
import { eventually } from '../eventually.js';
import { emptyQueue } from './empty-queue.js';
import { describeFleet, Fleet } from './fleet.js';

async function accepted(api: ApiClient, path: string, payload: object): Promise<void> {
  expect((await api.post(`/v1/events/trigger${path}`, payload)).status).toBe(201);
}

describeFleet('many environments at once', () => {
  const ENVIRONMENTS = 6;
  const SINGLES = 40;
  const PEOPLE = 12;
  let fleet: Fleet;

  beforeAll(async () => {
    const soon = { RUN_LEASE_SECONDS: '2', SWEEP_AFTER_SECONDS: '2', SWEEP_INTERVAL_SECONDS: '1' };
    const settings = { ...soon, RECIPIENTS_PER_CHUNK: '5', MAX_ENVIRONMENTS: '20' };
    fleet = await Fleet.start(settings, { apis: 1, workers: 2 });
  });

  afterAll(() => fleet.close());

  it('D7, P10: nothing is lost and nothing comes twice when workers die and the queue is emptied', async () => {
    const { database } = fleet;
    const keys = await Promise.all(
      Array.from({ length: ENVIRONMENTS }, async (_, index) => {
        const { body } = await (await fleet.api(0)).post('/v1/environments', { name: `Environment ${index}` });
        return body.data.apiKeys[0].key as string;
      }),
    );
    /** One environment: people, then as many triggers as there are, all at once. */
    const use = async (apiKey: string): Promise<void> => {
      const api = await fleet.api(0, apiKey);
      const { workflowId: name } = await api.workflow();
      const subscribers = Array.from({ length: PEOPLE }, (_, index) => ({ subscriberId: `person-${index}` }));
      expect((await api.post('/v1/subscribers/bulk', { subscribers })).status).toBe(201);
      const singles = Array.from({ length: SINGLES }, (_, index) => ({ name, to: `person-${index % PEOPLE}` }));
      await Promise.all([
        ...singles.slice(0, SINGLES / 2).map((single) => accepted(api, '', single)),
        accepted(api, '/bulk', { events: singles.slice(SINGLES / 2) }),
        accepted(api, '/broadcast', { name, payload: {} }),
        accepted(api, '/broadcast', { name, payload: {} }),
      ]);
    };
    const all = Promise.all(keys.map((key) => use(key)));
    // The workers stand behind the API.
    for (const worker of [1, 2]) {
      await eventually(async () => expect(await database.collection('messages').countDocuments()).toBeGreaterThan(0));
      await fleet.kill(worker);
      await emptyQueue(fleet.redisUrl, fleet.queuePrefix);
    }
    await all;
    await eventually(async () => {
      expect(await database.collection('events').countDocuments({ sweepAt: { $exists: true } })).toBe(0);
    });
    const events = await database.collection('events').find().toArray();
    expect(events).toHaveLength(ENVIRONMENTS * (SINGLES + 2));
    for (const { transactionId, kind, counters } of events) {
      const expanded = kind === 'broadcast' ? PEOPLE : 1;
      expect({ transactionId, counters }).toEqual({
        transactionId,
        counters: { expanded, sent: expanded, failed: 0, skipped: 0 },
      });
      const reached = await database.collection('messages').find({ transactionId }).toArray();
      expect(reached).toHaveLength(expanded);
      expect(new Set(reached.map(({ subscriberId }) => subscriberId.toHexString())).size).toBe(expanded);
    }
  });
});

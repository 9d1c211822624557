import { randomUUID } from 'node:crypto';
import { aWorkflow } from '../builders/workflow.js';
import { eventually } from '../eventually.js';
import { Fleet } from './fleet.js';

describe('two API processes and two workers', () => {
  let fleet: Fleet;

  beforeAll(async () => {
    fleet = await Fleet.start();
  });

  afterAll(() => fleet.close());

  it('D1, D3: 200 parallel triggers of one transaction id deliver one message', async () => {
    const apis = await Promise.all([fleet.api(0), fleet.api(1)]);
    const { body } = await apis[0].post('/v2/workflows', aWorkflow());
    const trigger = { name: body.data.workflowId, to: 'ada', transactionId: randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => apis[index % 2]!.post('/v1/events/trigger', trigger)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(answers.filter(({ headers }) => !('transaction-replayed' in headers))).toHaveLength(1);
    await eventually(async () => {
      const event = await fleet.database.collection('events').findOne({ transactionId: trigger.transactionId });
      expect(event).toMatchObject({ expansion: { done: true }, counters: { expanded: 1, sent: 1 } });
    });
    for (const [collection, count] of [
      ['events', 1],
      ['subscribers', 1],
      ['runs', 1],
      ['messages', 1],
    ] as const) {
      expect({ collection, count: await fleet.database.collection(collection).countDocuments() }).toEqual({
        collection,
        count,
      });
    }
  });
});

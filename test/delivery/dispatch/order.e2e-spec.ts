/** @runs-on redis */
import { eventually } from '../../eventually.js';
import { startTestApp, type TestApp } from '../../test-app.js';

describe('A14: the inbox of a subscriber has the order in which triggers were accepted', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp();
  });
  afterAll(() => test.close());

  const step = { name: 'Step', type: 'in_app', controlValues: { body: '{{payload.number}}' } };
  const numbers = Array.from({ length: 50 }, (_one, index) => String(index));
  const bodies = async (subscriberId: string) =>
    (await test.api.inbox(subscriberId)).map(({ body }: { body: string }) => body);

  async function expectInOrder(subscriberId: string): Promise<void> {
    await eventually(async () => expect(await bodies(subscriberId)).toHaveLength(50));
    expect((await bodies(subscriberId)).toReversed()).toEqual(numbers);
  }

  it.each([
    ['of one workflow', 1],
    ['of several workflows', 3],
  ])('%s', async (_name, count) => {
    const { subscriberId } = await test.api.subscriber();
    const workflows = await Promise.all(Array.from({ length: count }, () => test.api.workflow({ steps: [step] })));
    for (const number of numbers) {
      const { workflowId } = workflows[Number(number) % count]!;
      await test.api.trigger(workflowId, { to: subscriberId, payload: { number } });
    }
    await expectInOrder(subscriberId);
  });

  it('on two workers', async () => {
    const namespace = `order${Date.now()}`;
    const workers = await Promise.all([startTestApp({ namespace }), startTestApp({ namespace })]);
    try {
      const { subscriberId } = await workers[0].api.subscriber();
      const { workflowId } = await workers[0].api.workflow({ steps: [step] });
      for (const number of numbers) {
        const { api } = workers[Number(number) % 2]!;
        await api.trigger(workflowId, { to: subscriberId, payload: { number } });
      }
      const shown = async () => (await workers[0].api.inbox(subscriberId)).map(({ body }: { body: string }) => body);
      await eventually(async () => expect(await shown()).toHaveLength(50));
      expect((await shown()).toReversed()).toEqual(numbers);
    } finally {
      await Promise.all(workers.map((one) => one.close()));
    }
  });
});

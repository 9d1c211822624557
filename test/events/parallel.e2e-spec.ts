/** @runs-on redis */
import { randomBytes, randomUUID } from 'node:crypto';
import { ExpansionScene } from '../delivery/dispatch/expansion/expansion-scene.js';
import { startTestApp, type TestApp } from '../test-app.js';

describe('two applications on one store and queue', () => {
  let applications: TestApp[];
  let scene: ExpansionScene;
  let name: string;

  beforeAll(async () => {
    const namespace = `t${randomBytes(5).toString('hex')}`;
    const settings = { BOOTSTRAP_API_KEY: randomBytes(16).toString('hex') };
    const first = await startTestApp({ namespace, settings });
    applications = [first, await startTestApp({ namespace, settings })];
    scene = await ExpansionScene.on(first);
    name = await scene.workflow();
  });

  afterAll(async () => {
    const [first, second] = applications;
    await second?.app.close();
    await first?.close();
  });

  it('D3, R4: 200 parallel triggers with one transactionId for one new subscriber deliver one message', async () => {
    const [to, transactionId] = [scene.newId(), randomUUID()];
    const trigger = { name, to, transactionId };
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => applications[index % 2]!.api.post('/v1/events/trigger', trigger)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(answers.filter(({ headers }) => !('transaction-replayed' in headers))).toHaveLength(1);
    expect((await scene.expanded(transactionId)).counters).toMatchObject({ expanded: 1, sent: 1 });
    expect(await scene.reached(transactionId)).toEqual([to]);
    expect(await scene.subscribers.countDocuments({ subscriberId: to })).toBe(1);
  });

  it('Z1, T17: a broadcast is taken up by both, and cancelled by either', async () => {
    const people = await scene.people(1200);
    const broadcast = { name, payload: {} };
    const { body } = await applications[0]!.api.post('/v1/events/trigger/broadcast', broadcast);
    const event = await scene.expanded(body.data.transactionId);
    const everyone = await scene.subscribers.countDocuments();
    expect(everyone).toBeGreaterThanOrEqual(people.length);
    expect(event.counters).toMatchObject({ expanded: everyone, sent: everyone });
    expect(await scene.messages.countDocuments({ transactionId: body.data.transactionId })).toBe(everyone);
    const second = await applications[0]!.api.post('/v1/events/trigger/broadcast', broadcast);
    const { transactionId } = second.body.data;
    expect((await applications[1]!.api.delete(`/v1/events/trigger/${transactionId}`)).body).toEqual({ data: true });
    const sent = await scene.runs.countDocuments({ transactionId });
    expect(sent).toBeLessThan(everyone);
    expect(await scene.messages.countDocuments({ transactionId })).toBe(sent);
  });
});

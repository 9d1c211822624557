import { DAY, EngineScene, inApp } from '../delivery/engine-scene.js';

describe('a pause', () => {
  let scene: EngineScene;
  const email = { type: 'email', controlValues: { subject: 's', body: 'b' } };
  const critical = { preferences: { user: { all: { enabled: true, readOnly: true }, channels: {} } } };

  beforeAll(async () => {
    scene = await EngineScene.start();
    await scene.integration('email');
    scene.clock.stop();
  });

  afterAll(() => scene.close());

  const reachable = () => scene.subscriber({ email: 'ada@example.com' });
  const inDays = (days: number) => new Date(scene.clock.now().getTime() + days * DAY).toISOString();
  const pause = (to: string, body: object) => scene.carillon.api.patch(`/v2/subscribers/${to}/preferences`, body);
  const story = async (name: string, to: string, context?: object) =>
    scene.story(await scene.trigger(name, { to, ...(context && { context }) }));

  it('CS50: skips everything but critical workflows until it ends, and says why', async () => {
    const to = await reachable();
    const name = await scene.workflow([inApp('x'), email]);
    const needed = await scene.workflow([email], critical);
    const { status, body } = await pause(to, { pausedUntil: inDays(1) });
    expect(status).toBe(200);
    expect(body.data.global.pausedUntil).toBe(inDays(1));

    const transactionId = await scene.trigger(name, { to });
    expect(await scene.story(transactionId)).toEqual(['skipped: preference', 'skipped: preference']);
    const [job] = (await scene.activity(transactionId)).body.data[0].jobs;
    expect(job).toMatchObject({
      decidedBy: 'pause',
      cause: { values: [{ name: 'pausedUntil', value: inDays(1) }] },
    });
    expect(await story(needed, to)).toEqual(['completed: delivered']);
    const simulated = await scene.carillon.api.post('/v1/events/simulate', { name, to });
    expect(simulated.body.data.recipients[0].steps[0]).toMatchObject({ reason: 'preference', decidedBy: 'pause' });

    const subscription = await scene.workflow([email], { kind: 'subscription' });
    expect(await story(subscription, to)).toEqual(['skipped: unsubscribed']);

    scene.clock.forward(DAY);
    expect(await story(name, to)).toEqual(['completed: delivered', 'completed: delivered']);
  });

  it('CS50: holds in the contexts in which it was chosen, and ends with null or a past time', async () => {
    const to = await reachable();
    const name = await scene.workflow([inApp('x')]);
    const context = { tenant: 'acme' };
    await pause(to, { pausedUntil: inDays(1), context });
    expect([await story(name, to, context), await story(name, to)]).toEqual([
      ['skipped: preference'],
      ['completed: delivered'],
    ]);
    for (const pausedUntil of [null, inDays(-1)]) {
      await pause(to, { pausedUntil: inDays(1), context });
      const { body } = await pause(to, { pausedUntil, context });
      expect(body.data.global).not.toHaveProperty('pausedUntil');
      expect(await story(name, to, context)).toEqual(['completed: delivered']);
    }
  });

  it.each<[string, (name: string) => object, string]>([
    ['three years ahead', () => ({ pausedUntil: inDays(1100) }), 'pausedUntil'],
    ['for a workflow', (workflowId) => ({ pausedUntil: inDays(1), workflowId }), 'pausedUntil'],
    ['a text', () => ({ pausedUntil: 'tomorrow' }), 'pausedUntil'],
  ])('CS50: 422 for a pause %s', async (_case, body, field) => {
    const to = await reachable();
    const name = await scene.workflow([inApp('x')]);
    const refused = await pause(to, body(name));
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors)).toEqual([field]);
  });
});

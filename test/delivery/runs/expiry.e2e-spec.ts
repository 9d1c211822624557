import { EngineScene, HOUR, MINUTE } from '../engine-scene.js';

const minutes = (amount: number) => ({ amount, unit: 'minutes' });
const delay = { type: 'delay', controlValues: { amount: 1, unit: 'hours' } };
const inApp = { type: 'in_app', controlValues: { body: 'Your code is 4711' } };
const email = { type: 'email', controlValues: { subject: 'Code', body: '4711' } };

describe('messages that come too late', () => {
  let scene: EngineScene;
  beforeAll(async () => {
    scene = await EngineScene.start();
  });
  afterAll(() => scene.close());

  it.each([
    ['of a trigger', {}, { expiresIn: minutes(30) }, {}],
    ['of a workflow', {}, {}, { expiresIn: minutes(30) }],
  ])('EX1, EX2: are not sent after the expiresIn %s', async (_name, _step, trigger, workflow) => {
    const to = { subscriberId: scene.newId(), email: 'ada@example.com' };
    const name = await scene.workflow([delay, inApp, email], workflow);
    const transactionId = await scene.trigger(name, { to, ...trigger });
    await scene.settled(transactionId);
    await scene.later(HOUR);
    expect(await scene.story(transactionId)).toEqual(['completed: delay_over', 'skipped: expired', 'skipped: expired']);
    expect(await scene.sent(transactionId)).toEqual([]);
  });

  it('EX3: count from the delay for the expiresIn of a step', async () => {
    const to = scene.newId();
    const timed = { ...inApp, controlValues: { ...inApp.controlValues, expiresIn: minutes(30) } };
    const name = await scene.workflow([delay, timed]);
    const [soon, late] = [await scene.trigger(name, { to }), await scene.trigger(name, { to })];
    await scene.settled(soon);
    await scene.settled(late);
    await scene.runs.updateOne({ transactionId: late }, { wakeAt: new Date(scene.clock.now().getTime() + 2 * HOUR) });
    await scene.later(HOUR + MINUTE);
    expect(await scene.story(soon)).toEqual(['completed: delay_over', 'completed: delivered']);
    await scene.later(HOUR);
    expect(await scene.story(late)).toEqual(['completed: delay_over', 'skipped: expired']);
  });

  it('EX2: the fields are stored, shown and checked', async () => {
    const { api } = scene.carillon;
    const name = await scene.workflow([inApp], { expiresIn: minutes(30) });
    const shown = () => api.get(`/v2/workflows/${name}`).then(({ body }) => body.data.expiresIn);
    expect(await shown()).toEqual(minutes(30));
    await api.patch(`/v2/workflows/${name}`, { name: 'Code' });
    expect(await shown()).toEqual(minutes(30));
    await api.patch(`/v2/workflows/${name}`, { expiresIn: null });
    expect(await shown()).toBeUndefined();
    const wrong = { amount: 0, unit: 'minutes' };
    expect((await api.patch(`/v2/workflows/${name}`, { expiresIn: wrong })).status).toBe(422);
    const misspelled = { ...minutes(1), units: 'days' };
    const warned = await api.post('/v1/events/trigger', { name, to: scene.newId(), expiresIn: misspelled });
    expect(warned.body.data.warnings).toEqual([expect.stringMatching(/^expiresIn\.units was ignored/)]);
    const trigger = { name, to: scene.newId(), expiresIn: { amount: 1, unit: 'fortnights' } };
    const refused = await api.post('/v1/events/trigger', trigger);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      422,
      expect.stringContaining('unit must be one of'),
    ]);
    const step = { name: 'Step', stepId: 'step', ...inApp, controlValues: { body: 'x', expiresIn: wrong } };
    expect((await api.post('/v2/workflows', { name: 'Wrong', workflowId: scene.newId(), steps: [step] })).status).toBe(
      422,
    );
  });

  it('EX7: a workflow whose delay is longer has a warning', async () => {
    const name = await scene.workflow([delay, inApp], { expiresIn: minutes(30) });
    const { body } = await scene.carillon.api.get(`/v2/workflows/${name}`);
    expect(JSON.stringify(body.data.steps[0].issues)).toContain('The messages after this delay are too late');
    expect(body.data.status).toBe('ACTIVE');
  });

  it('EX1: are expired in a simulation, too', async () => {
    const name = await scene.workflow([delay, inApp]);
    const trigger = { name, to: scene.newId(), expiresIn: minutes(30) };
    const { body } = await scene.carillon.api.post('/v1/events/simulate', trigger);
    expect(body.data.recipients[0].steps.map(({ reason }: { reason: string }) => reason)).toEqual([
      'delay_over',
      'expired',
    ]);
  });
});

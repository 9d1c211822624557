import { EngineScene, inApp } from '../delivery/engine-scene.js';

const email = { type: 'email', controlValues: { subject: 's', body: 'b' } };
const DELIVERED = 'completed: delivered';
const SKIPPED = 'skipped: preference';

describe('what is chosen through the API counts for the next trigger', () => {
  let scene: EngineScene;

  beforeAll(async () => {
    scene = await EngineScene.start();
    await scene.integration('email');
    // Nothing that is remembered runs out from here on: what counts at once does so because it is forgotten.
    scene.clock.stop();
  });

  afterAll(() => scene.close());

  const choose = async (person: string, change: object, rest = '') => {
    const { status } = await scene.carillon.api.patch(`/v2/subscribers/${person}/preferences${rest}`, change);
    expect(status).toBe(200);
  };
  const story = async (name: string, to: string, context?: object) =>
    scene.story(await scene.trigger(name, { to, ...(context && { context }) }));

  it('the first choice in an environment counts at once in this process', async () => {
    const to = await scene.subscriber({ email: 'ada@example.com' });
    const name = await scene.workflow([inApp('x')]);
    expect(await story(name, to)).toEqual([DELIVERED]);
    await choose(to, { channels: { in_app: false } });
    expect(await story(name, to)).toEqual([SKIPPED]);
  });

  it('F6, F10, F12: globally, for a workflow and in bulk, in the exact set of contexts', async () => {
    const to = await scene.subscriber({ email: 'ada@example.com' });
    const name = await scene.workflow([inApp('x'), email]);
    const [acme, acmeWeb] = [{ tenant: 'acme' }, { tenant: 'acme', app: 'web' }];
    const stories = () => Promise.all([undefined, acme, acmeWeb].map((context) => story(name, to, context)));
    expect(await stories()).toEqual([
      [DELIVERED, DELIVERED],
      [DELIVERED, DELIVERED],
      [DELIVERED, DELIVERED],
    ]);
    await choose(to, { workflowId: name, channels: { email: false }, context: acme });
    await choose(to, { preferences: [{ workflowId: name, channels: { in_app: false } }], context: acmeWeb }, '/bulk');
    expect(await stories()).toEqual([
      [DELIVERED, DELIVERED],
      [DELIVERED, SKIPPED],
      [SKIPPED, DELIVERED],
    ]);
    await choose(to, { channels: { email: true }, context: acme });
    await choose(to, { channels: { email: false } });
    expect(await stories()).toEqual([
      [DELIVERED, SKIPPED],
      [DELIVERED, DELIVERED],
      [SKIPPED, DELIVERED],
    ]);
  });

  it('F11: the story names the layer that decided', async () => {
    const to = await scene.subscriber();
    const name = await scene.workflow([inApp('x')]);
    await choose(to, { workflowId: name, channels: { in_app: false } });
    const transactionId = await scene.trigger(name, { to });
    await scene.settled(transactionId);
    const [job] = (await scene.activity(transactionId)).body.data[0].jobs;
    expect(job).toMatchObject({ reason: 'preference', decidedBy: 'subscriberWorkflow' });
  });

  it('Q2, Q6: a schedule over midnight, by the clock of the subscriber', async () => {
    const to = await scene.subscriber({ email: 'ada@example.com', timezone: 'Europe/Berlin' });
    const name = await scene.workflow([email]);
    const monday = { isEnabled: true, hours: [{ start: '10:00 PM', end: '06:00 AM' }] };
    await choose(to, { schedule: { isEnabled: true, weeklySchedule: { monday } } });
    // A Monday a while ahead, in Berlin at UTC+1.
    scene.clock.to(new Date('2027-02-01T20:30:00Z'));
    expect(await story(name, to)).toEqual(['skipped: schedule']);
    scene.clock.to(new Date('2027-02-01T21:00:00Z'));
    expect(await story(name, to)).toEqual([DELIVERED]);
    scene.clock.to(new Date('2027-02-02T04:00:00Z'));
    expect(await story(name, to)).toEqual([DELIVERED]);
    scene.clock.to(new Date('2027-02-02T22:00:00Z'));
    expect(await story(name, to)).toEqual(['skipped: schedule']);
  });

  it('a workflow with many others beside it is read alone, and several together', async () => {
    const [ada, grace] = [await scene.subscriber(), await scene.subscriber()];
    const names = await Promise.all([1, 2, 3].map(() => scene.workflow([inApp('x')])));
    await choose(
      ada,
      { preferences: names.map((workflowId) => ({ workflowId, channels: { in_app: false } })) },
      '/bulk',
    );
    const runs = await scene.settled(await scene.trigger(names[1]!, { to: [ada, grace] }), 2);
    expect(runs.map(({ steps }) => String(steps[0]!.reason)).sort()).toEqual(['delivered', 'preference']);
  });
});

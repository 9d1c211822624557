/** @runs-on redis */
import { DAY, EngineScene, HOUR, inApp, throttle } from '../engine-scene.js';

describe('throttle', () => {
  let scene: EngineScene;

  beforeAll(async () => {
    scene = await EngineScene.start();
  });

  afterAll(() => scene.close());

  const PASSED = ['completed: throttle_passed', 'completed: delivered'];
  const STOPPED = ['skipped: throttled', 'skipped: throttled'];

  it('H3: as many as the threshold pass in a window, and again in the next', async () => {
    const to = scene.newId();
    const name = await scene.workflow([throttle(3, 1, 'hours'), inApp('x')]);
    const tell = async () => scene.story(await scene.trigger(name, { to }));
    expect([await tell(), await tell(), await tell(), await tell()]).toEqual([PASSED, PASSED, PASSED, STOPPED]);
    await scene.later(HOUR);
    expect(await tell()).toEqual(PASSED);
  });

  it('H1: the threshold is 1 by default, and other values of the key are counted apart', async () => {
    const to = scene.newId();
    const step = { type: 'throttle', controlValues: { amount: 1, unit: 'days', throttleKey: 'payload.order.id' } };
    const name = await scene.workflow([step, inApp('x')]);
    const tell = async (id: string, who = to) =>
      scene.story(await scene.trigger(name, { to: who, payload: { order: { id } } }));
    expect(await tell('a')).toEqual(PASSED);
    expect(await tell('a')).toEqual(STOPPED);
    expect(await tell('b')).toEqual(PASSED);
    expect(await tell('a', scene.newId())).toEqual(PASSED);
  });

  it('H2: a dynamic window ends when the payload says', async () => {
    const to = scene.newId();
    const step = { type: 'throttle', controlValues: { type: 'dynamic', dynamicKey: 'payload.until' } };
    const name = await scene.workflow([step, inApp('x')]);
    const until = new Date(scene.clock.now().getTime() + 2 * DAY).toISOString();
    const tell = async () => scene.story(await scene.trigger(name, { to, payload: { until } }));
    expect([await tell(), await tell()]).toEqual([PASSED, STOPPED]);
  });

  it('H2, P6: a window of less than a minute fails and ends the run', async () => {
    expect(await scene.tell([throttle(1, 0.5, 'minutes'), inApp('x')])).toEqual([
      'failed: throttle_invalid',
      'canceled: earlier_step_failed',
    ]);
  });

  it('H4, AV5: steps before it have run, nobody else is affected, and the run says so', async () => {
    const to = scene.newId();
    const name = await scene.workflow([inApp('before'), throttle(1, 1, 'hours'), inApp('after')]);
    await scene.settled(await scene.trigger(name, { to }));
    const transactionId = await scene.trigger(name, { to: [to, scene.newId()] });
    const runs = await scene.settled(transactionId, 2);
    const stories = runs.map(({ steps }) => steps.map(({ status }) => status));
    expect(stories).toContainEqual(['completed', 'skipped', 'skipped']);
    expect(stories).toContainEqual(['completed', 'completed', 'completed']);
    const stopped = runs.flatMap(({ steps }) => steps).find(({ cause }) => cause);
    expect(stopped?.cause?.values).toEqual([
      { name: 'threshold', value: 1 },
      { name: 'count', value: 1 },
      { name: 'windowEnd', value: expect.stringMatching(/^\d{4}-.*Z$/) },
    ]);
  });

  it('H5: applies to critical workflows too', async () => {
    const to = scene.newId();
    const user = { all: { enabled: true, readOnly: true }, channels: {} };
    const name = await scene.workflow([throttle(1, 1, 'hours'), inApp('x')], { preferences: { user } });
    const tell = async () => scene.story(await scene.trigger(name, { to }));
    expect([await tell(), await tell()]).toEqual([PASSED, STOPPED]);
  });

  it('H6: of 100 events at once exactly 5 pass', async () => {
    const to = scene.newId();
    const name = await scene.workflow([throttle(5, 1, 'hours'), inApp('x')]);
    const ids = await Promise.all(Array.from({ length: 100 }, () => scene.trigger(name, { to })));
    const stories = [];
    for (const id of ids) stories.push((await scene.story(id))[0]);
    expect(stories.filter((story) => story === 'completed: throttle_passed')).toHaveLength(5);
    expect(stories.filter((story) => story === 'skipped: throttled')).toHaveLength(95);
  });

  it('a step whose condition is false is not counted', async () => {
    const to = scene.newId();
    const skip = { '==': [{ var: 'payload.count' }, true] };
    const name = await scene.workflow([throttle(1, 1, 'hours', { skip }), inApp('x')]);
    const tell = async (count: boolean) => scene.story(await scene.trigger(name, { to, payload: { count } }));
    expect(await tell(false)).toEqual(['skipped: condition_false', 'completed: delivered']);
    expect(await tell(true)).toEqual(PASSED);
  });
});

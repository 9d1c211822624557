/** @runs-on redis */
import { delay, EngineScene, inApp, MINUTE } from '../delivery/engine-scene.js';
import { ExpansionScene } from '../delivery/dispatch/expansion/expansion-scene.js';
import { asSoonAs, eventually } from '../eventually.js';

/** Subscribers of the broadcast; `npm run chaos` has 20,000. */
const people = Number(process.env.CHAOS_BROADCAST ?? 2000);

describe(`cancelling a broadcast to ${people} on the way`, () => {
  let scene: EngineScene;

  beforeAll(async () => {
    scene = await EngineScene.start();
    await (await ExpansionScene.on(scene.carillon)).people(people);
  });

  afterAll(() => scene.close());

  /** Cancels when some recipients, but not all, have what `what` counts; returns the transaction id. */
  async function cancelOnTheWay(steps: object[], what: 'runs' | 'messages'): Promise<string> {
    const name = await scene.workflow(steps);
    const { body } = await scene.carillon.api.post('/v1/events/trigger/broadcast', { name, payload: {} });
    const { transactionId } = body.data;
    const count = () =>
      what === 'runs' ? scene.runs.countDocuments({ transactionId }) : scene.messages.countDocuments({ transactionId });
    await asSoonAs(async () => (await count()) > 0);
    const answer = await scene.carillon.api.delete(`/v1/events/trigger/${transactionId}`);
    expect(answer.body).toEqual({ data: true });
    return transactionId;
  }

  it('T17: none is sent after the answer, neither now nor when the delay is over', async () => {
    const transactionId = await cancelOnTheWay([delay(1, 'minutes'), inApp('too late')], 'runs');
    const runs = await scene.runs.countDocuments({ transactionId });
    expect(runs).toBeLessThan(people);
    expect(await scene.runs.countDocuments({ transactionId, status: 'canceled' })).toBe(runs);
    await scene.later(MINUTE);
    expect(await scene.runs.countDocuments({ transactionId })).toBe(runs);
    expect(await scene.messages.countDocuments({ transactionId })).toBe(0);
  });

  it('T16, T17: what was sent before the answer stays, and the rest is not sent', async () => {
    const transactionId = await cancelOnTheWay([inApp('in time'), delay(1, 'minutes'), inApp('too late')], 'messages');
    const sent = await scene.messages.countDocuments({ transactionId });
    expect(sent).toBeLessThan(people);
    await scene.later(MINUTE);
    expect(await scene.messages.countDocuments({ transactionId })).toBe(sent);
    expect(await scene.runs.countDocuments({ transactionId, status: 'canceled' })).toBe(sent);
  });

  it('T16: cancelling while the delay ends for everyone sends nothing after the answer', async () => {
    const name = await scene.workflow([delay(1, 'minutes'), inApp('perhaps')]);
    const { body } = await scene.carillon.api.post('/v1/events/trigger/broadcast', { name, payload: {} });
    const { transactionId } = body.data;
    await eventually(async () =>
      expect(await scene.runs.countDocuments({ transactionId, status: 'waiting' })).toBe(people),
    );
    const woken = scene.later(MINUTE);
    await asSoonAs(async () => (await scene.messages.countDocuments({ transactionId })) > 0);
    await scene.carillon.api.delete(`/v1/events/trigger/${transactionId}`);
    const sent = await scene.messages.countDocuments({ transactionId });
    await woken;
    await scene.wake();
    expect(await scene.messages.countDocuments({ transactionId })).toBe(sent);
    expect(await scene.runs.countDocuments({ transactionId, status: 'completed' })).toBe(sent);
    expect(await scene.runs.countDocuments({ transactionId, status: 'canceled' })).toBe(people - sent);
  });
});

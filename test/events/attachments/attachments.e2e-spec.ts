import { attachmentFiles } from '../../erasure/traces/attachment-files.js';
import { eventually } from '../../eventually.js';
import { delay, digest, EngineScene, HOUR, inApp, MINUTE } from '../../delivery/engine-scene.js';

describe('attachments of a trigger', () => {
  let scene: EngineScene;

  beforeAll(async () => {
    scene = await EngineScene.start();
  });

  afterAll(() => scene.close());

  const attachments = [{ file: Buffer.from('attached').toString('base64'), name: 'a.txt' }];

  const stored = async (transactionId: string): Promise<number> => {
    const event = await scene.carillon.connection.collection('events').findOne({ transactionId });
    const files = await attachmentFiles(scene.carillon);
    return [...files].filter(([path, content]) => path.includes(String(event!._id)) && content === 'attached').length;
  };
  const gone = (transactionId: string) => eventually(async () => expect(await stored(transactionId)).toBe(0));
  const trigger = (name: string, fields: { to?: unknown; payload?: object } = {}) =>
    scene.trigger(name, { ...fields, payload: { ...fields.payload, attachments } });
  const cancel = async (transactionId: string) =>
    expect((await scene.carillon.api.delete(`/v1/events/trigger/${transactionId}`)).body).toEqual({ data: true });

  it('E4: go when nothing is left to send', async () => {
    const transactionId = await trigger(await scene.workflow([inApp('x')]));
    await scene.settled(transactionId);
    await gone(transactionId);
  });

  it('E4: stay until the last step of the last recipient has ended', async () => {
    const to = [await scene.subscriber({ data: { long: false } }), await scene.subscriber({ data: { long: true } })];
    const skip = { '==': [{ var: 'subscriber.data.long' }, true] };
    const name = await scene.workflow([delay(1, 'hours'), delay(1, 'hours', { skip }), inApp('x')]);
    const transactionId = await trigger(name, { to });
    await scene.settled(transactionId, 2);
    expect(await stored(transactionId)).toBe(1);
    await scene.later(HOUR);
    expect((await scene.settled(transactionId, 2)).map(({ status }) => status).sort()).toEqual([
      'completed',
      'waiting',
    ]);
    expect(await stored(transactionId)).toBe(1);
    await scene.later(HOUR);
    expect(await stored(transactionId)).toBe(0);
  });

  it('E5: go with a run that fails', async () => {
    const broken = { type: 'delay', controlValues: { type: 'dynamic', dynamicKey: 'payload.nothing' } };
    const transactionId = await trigger(await scene.workflow([broken, inApp('x')]));
    expect((await scene.settled(transactionId))[0]!.status).toBe('failed');
    await gone(transactionId);
  });

  it('E5: go with a run that is canceled', async () => {
    const transactionId = await trigger(await scene.workflow([delay(1, 'hours'), inApp('x')]));
    await scene.settled(transactionId);
    expect(await stored(transactionId)).toBe(1);
    await cancel(transactionId);
    expect(await stored(transactionId)).toBe(0);
  });

  it('E4, DG8: those of a merged event stay, because it may have to take the place of the first one', async () => {
    const to = await scene.subscriber();
    const name = await scene.workflow([digest(10, 'minutes'), inApp('x')]);
    const first = await trigger(name, { to });
    await scene.settled(first);
    const second = await trigger(name, { to });
    expect((await scene.settled(second))[0]!.status).toBe('merged');
    await cancel(first);
    expect([await stored(first), await stored(second)]).toEqual([0, 1]);
    await scene.later(10 * MINUTE);
    expect((await scene.settled(second))[0]!.status).toBe('completed');
    expect(await stored(second)).toBe(0);
  });
});

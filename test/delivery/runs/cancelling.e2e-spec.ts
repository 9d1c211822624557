/** @runs-on redis */
import { deliverChunk } from '../deliver-chunk.js';
import { Event } from '../../../src/events/store/event.schema.js';
import { MessagesService } from '../../../src/notifications/messages/messages.service.js';
import { eventually } from '../../eventually.js';
import { delay, digest, EngineScene, HOUR, inApp } from '../engine-scene.js';
import { type Death, dyingAtWrite } from '../failing-store.js';

describe('cancelling', () => {
  let scene: EngineScene;

  beforeAll(async () => {
    // Nobody but the tests delivers.
    scene = await EngineScene.start({ settings: { ROLE: 'api' } });
  });

  afterAll(() => scene.close());

  const find = (transactionId: string) => scene.model(Event).findOne({ transactionId }).lean();

  async function deliver(transactionId: string): Promise<void> {
    const event = await find(transactionId);
    await deliverChunk(scene.carillon, event!._id);
  }

  async function delivered(name: string, fields: object = {}): Promise<string> {
    const transactionId = await scene.trigger(name, fields);
    await deliver(transactionId);
    return transactionId;
  }

  const cancel = async (transactionId: string): Promise<boolean> =>
    (await scene.carillon.api.delete(`/v1/events/trigger/${transactionId}`)).body.data;

  const progress = async (transactionId: string): Promise<object> =>
    (await scene.carillon.api.get(`/v1/events/trigger/${transactionId}`)).body.data;

  it('T17: people named directly get nothing after the answer, because it waits for what is being sent', async () => {
    const transactionId = await scene.trigger(await scene.workflow([inApp('a')]), {
      to: [scene.newId(), scene.newId()],
    });
    const messages = scene.carillon.app.get(MessagesService);
    const insertNew = messages.insertNew.bind(messages);
    let send = (): void => undefined;
    const allowed = new Promise<void>((resolve) => (send = resolve));
    const sending = new Promise<void>((resolve) => {
      messages.insertNew = async (sent) => {
        resolve();
        await allowed;
        await insertNew(sent);
      };
    });
    const delivery = deliver(transactionId);
    await sending;
    let answered = false;
    const answer = cancel(transactionId).finally(() => (answered = true));
    await eventually(async () => expect((await find(transactionId))?.cancelledAt).toBeInstanceOf(Date));
    expect(answered).toBe(false);
    send();
    messages.insertNew = insertNew;
    expect(await answer).toBe(true);
    const sent = await scene.messages.countDocuments({ transactionId });
    await delivery;
    expect(await scene.messages.countDocuments({ transactionId })).toBe(sent);
    expect(await progress(transactionId)).toMatchObject({ state: 'cancelled', expanded: 2, sent: 2, skipped: 0 });
  });

  it('Z6: runs that are canceled while they wait count as skipped', async () => {
    const name = await scene.workflow([delay(1, 'hours'), inApp('a')]);
    const transactionId = await delivered(name, { to: [scene.newId(), scene.newId(), scene.newId()] });
    expect(await progress(transactionId)).toMatchObject({ expanded: 3, sent: 0, failed: 0, skipped: 0 });
    expect(await cancel(transactionId)).toBe(true);
    expect(await progress(transactionId)).toMatchObject({ expanded: 3, sent: 0, failed: 0, skipped: 3 });
  });

  it('Z6, DG8: a merged event that takes the place of a canceled one is counted once', async () => {
    const to = scene.newId();
    const name = await scene.workflow([digest(1, 'hours'), inApp('a')]);
    const [opener, merged] = [await delivered(name, { to }), await delivered(name, { to })];
    expect(await progress(merged)).toMatchObject({ expanded: 1, sent: 0, skipped: 0, merged: 1 });
    expect(await cancel(opener)).toBe(true);
    await scene.later(HOUR);
    expect(await progress(opener)).toMatchObject({ expanded: 1, sent: 0, skipped: 1 });
    expect(await progress(merged)).toMatchObject({ expanded: 1, sent: 1, skipped: 0 });
  });

  it.each<Death>(['lost', 'unanswered'])(
    'T16: a cancellation that dies at any write (%s) is ended when it is asked for again',
    async (death) => {
      const name = await scene.workflow([delay(1, 'hours'), inApp('a')]);
      for (let position = 0, died = true; died; position++) {
        const transactionId = await delivered(name, { to: [scene.newId(), scene.newId()] });
        died = await dyingAtWrite(position, death, async () => {
          const { status } = await scene.carillon.api.delete(`/v1/events/trigger/${transactionId}`);
          if (status !== 200) throw new Error('The process is dead');
        });
        await cancel(transactionId);
        await scene.later(2 * HOUR);
        expect((await scene.settled(transactionId, 2)).map(({ status }) => status)).toEqual(['canceled', 'canceled']);
        expect(await scene.messages.countDocuments({ transactionId })).toBe(0);
        expect(await cancel(transactionId)).toBe(false);
      }
    },
  );
});

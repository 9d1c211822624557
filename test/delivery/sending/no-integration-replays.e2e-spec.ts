/** @runs-on redis */
import { EngineScene, inApp } from '../engine-scene.js';
import { eventually } from '../../eventually.js';
import { MessageServer } from './message-server.js';

const EMAIL = { type: 'email', controlValues: { subject: 'Hello', body: '<p>Hi</p>' } };
const SMS = { type: 'sms', controlValues: { body: 'Hi' } };

describe('messages that had no integration, sent again with one', () => {
  let scene: EngineScene;
  let mail: MessageServer;
  let sms: MessageServer;

  beforeAll(async () => {
    scene = await EngineScene.start({ settings: { DELIVER_TO: 'providers', HTTP_PRIVATE_TARGETS: '127.0.0.1' } });
    scene.clock.stop();
    mail = await MessageServer.start();
    sms = await MessageServer.start();
    await scene.carillon.api.post('/v1/integrations', sms.integration('sms', 'Texts'));
  });

  afterAll(async () => {
    await scene.close();
    await mail.close();
    await sms.close();
  });

  /** An email integration for the time of a test. Without it, messages have none. */
  async function withIntegration(act: () => Promise<unknown>): Promise<void> {
    mail.posted.length = 0;
    mail.status = () => 200;
    const added = await scene.carillon.api.post('/v1/integrations', mail.integration('email', 'Mail'));
    // What a process has read of integrations is not older than this.
    scene.clock.forward(10_000);
    try {
      await act();
    } finally {
      await scene.carillon.api.delete(`/v1/integrations/${added.body.data._id}`);
      scene.clock.forward(10_000);
    }
  }

  const replay = async (transactionId: string) =>
    (await scene.carillon.api.post('/v1/dead-letters/replay', { transactionId })).body.data;

  const people = (count: number) =>
    Array.from({ length: count }, () => {
      const subscriberId = scene.newId();
      return { subscriberId, email: `${subscriberId}@example.com`, phone: '+15005550009' };
    });

  it('G18: steps that were sent are not sent again, and several requests send a message once', async () => {
    const to = people(5);
    const workflowId = await scene.workflow([inApp('a'), SMS, EMAIL, EMAIL]);
    const transactionId = await scene.trigger(workflowId, { to });
    await scene.settled(transactionId, 5);
    expect(sms.posted).toHaveLength(5);
    await withIntegration(async () => {
      const results = await Promise.all(Array.from({ length: 4 }, () => replay(transactionId)));
      expect(results.reduce((sum, { replayed }) => sum + replayed, 0)).toBe(10);
      await scene.wake();
      await eventually(async () => {
        expect(mail.posted).toHaveLength(10);
        await scene.settled(transactionId, 5);
      });
      expect(new Set(mail.posted.map(({ id }) => id)).size).toBe(10);
      expect(sms.posted).toHaveLength(5);
      for (const { subscriberId } of to) expect(await scene.carillon.api.inbox(subscriberId)).toHaveLength(1);
      expect(await replay(transactionId)).toEqual({ replayed: 0, refused: 0 });
      const progress = await scene.carillon.api.get(`/v1/events/trigger/${transactionId}`);
      expect(progress.body.data).toMatchObject({ sent: 5, failed: 0 });
    });
  });

  it('G18: without an integration still, the message is on the list again and nothing is sent', async () => {
    const transactionId = await scene.trigger(await scene.workflow([EMAIL]), { to: people(1) });
    await scene.settled(transactionId);
    expect(await replay(transactionId)).toEqual({ replayed: 1, refused: 0 });
    await scene.wake();
    await eventually(async () => {
      const { body } = await scene.carillon.api.get(`/v1/dead-letters?transactionId=${transactionId}`);
      expect(body.data).toMatchObject([{ replays: 1, errorId: 'no_active_integration' }]);
    });
  });

  it('S14: what the provider said before is on the run after it was sent again', async () => {
    let transactionId = '';
    await withIntegration(async () => {
      mail.status = () => 400;
      transactionId = await scene.trigger(await scene.workflow([EMAIL]), { to: people(1) });
      await scene.settled(transactionId);
      mail.status = () => 200;
      expect(await replay(transactionId)).toEqual({ replayed: 1, refused: 0 });
      await scene.wake();
      await eventually(async () => expect(await scene.story(transactionId)).toEqual(['completed: delivered']));
    });
    const [{ jobs }] = (await scene.activity(transactionId)).body.data;
    expect(jobs[0].attempts).toMatchObject([
      { outcome: 'permanent', statusCode: 400, error: expect.stringMatching(/^status 400/) },
      { outcome: 'sent' },
    ]);
    const said = jobs[0].executionDetails.map(({ raw }: { raw?: string }) => raw ?? '');
    expect(said.filter((raw: string) => raw.includes('status 400'))).toHaveLength(1);
  });
});

import { Logger } from '../../../src/platform/logging/logger.js';
import { EngineScene } from '../engine-scene.js';
import { MessageServer } from './message-server.js';

const PUSH = { type: 'push', controlValues: { subject: 'Title', body: 'Text' } };

describe('push notifications to many devices', () => {
  let scene: EngineScene;
  let service: MessageServer;

  beforeAll(async () => {
    service = await MessageServer.start();
    scene = await EngineScene.start({ settings: { DELIVER_TO: 'providers', HTTP_PRIVATE_TARGETS: '127.0.0.1' } });
    scene.clock.stop();
    const { status } = await scene.carillon.api.post('/v1/integrations', service.integration('push', 'Push'));
    expect(status).toBe(201);
  });

  afterAll(() => Promise.all([scene.close(), service.close()]));

  const tokensOf = async (subscriberId: string): Promise<string[]> => {
    const { body } = await scene.carillon.api.get(`/v2/subscribers/${subscriberId}`);
    return body.data.channels[0].credentials.deviceTokens;
  };

  it('U1, U3, S2: each is asked as often as it needs; one that is gone is removed, and nothing else', async () => {
    const to = await scene.subscriber();
    const deviceTokens = ['good', 'gone', 'refused', 'busy'];
    const { status } = await scene.carillon.api.put(`/v1/subscribers/${to}/credentials`, {
      providerId: 'push-webhook',
      credentials: { deviceTokens },
    });
    expect(status).toBe(200);
    const log = jest.spyOn(scene.carillon.app.get(Logger), 'info');
    let busy = 503;
    service.status = ({ token }) => ({ gone: 410, refused: 400, busy })[token ?? ''] ?? 200;
    const transactionId = await scene.trigger(await scene.workflow([PUSH]), { to });
    expect(await scene.story(transactionId)).toEqual(['delayed: send_retrying']);
    busy = 200;
    await scene.later(6000);
    expect(await scene.story(transactionId)).toEqual(['completed: delivered']);
    expect(service.posted.map(({ token = '' }) => token).toSorted()).toEqual([
      'busy',
      'busy',
      'gone',
      'good',
      'refused',
    ]);
    const [first, second] = service.posted.filter(({ token }) => token === 'busy');
    expect(first?.id).toBe(second?.id);
    expect(new Set(service.posted.map(({ id }) => id)).size).toBe(4);
    expect(await tokensOf(to)).toEqual(['good', 'refused', 'busy']);
    const message = await scene.messages.findOne({ transactionId }).lean();
    expect(message).toMatchObject({ status: 'sent', errorId: 'unexpected_push_error' });
    expect(message?.deadAt).toBeUndefined();
    const [run] = await scene.runs.find({ transactionId }).lean();
    expect(run?.steps[0]?.details.map((detail) => detail.status).toSorted()).toEqual([
      'Pending',
      'Success',
      'Success',
      'Warning',
      'Warning',
    ]);
    const removed = log.mock.calls.flatMap(([fields, said]) =>
      String(said).startsWith('Device removed') ? [fields] : [],
    );
    expect(removed).toMatchObject([{ environmentId: scene.environment.id, transactionId, runId: run?._id }]);
  });

  it('G15: a test of the integration sends to the named device, and answers what the service said', async () => {
    const { api } = scene.carillon;
    const { body } = await api.get('/v1/integrations');
    const [integration] = body.filter(({ channel }: { channel: string }) => channel === 'push');
    const ask = async (to: string) => (await api.post(`/v1/integrations/${integration._id}/test`, { to })).body.data;
    service.status = ({ token }) => (token === 'refused' ? 400 : 200);
    expect(await ask('good')).toMatchObject({
      success: true,
      stage: 'send',
      messageId: expect.stringMatching(/^own-/),
    });
    expect(service.accepted.at(-1)).toMatchObject({ token: 'good' });
    expect(await ask('refused')).toMatchObject({
      success: false,
      statusCode: 400,
      error: expect.stringContaining('status 400'),
    });
  });

  it.each([
    ['data alone', { data: { id: '{{payload.id}}' } }, {}, 'completed: delivered', { data: { id: '7' }, silent: true }],
    ['a control', { subject: 'Hi', silent: true }, {}, 'completed: delivered', { title: 'Hi', silent: true }],
    ['an override', { subject: 'Hi' }, { push: { silent: true } }, 'completed: delivered', { silent: true }],
    ['nothing of it', { subject: 'Hi', data: { id: '7' } }, {}, 'completed: delivered', { silent: undefined }],
  ])('U5: are silent by %s', async (_by, controlValues, overrides, story, expected) => {
    const to = await scene.subscriber();
    const credentials = { deviceTokens: ['good'] };
    await scene.carillon.api.put(`/v1/subscribers/${to}/credentials`, { providerId: 'push-webhook', credentials });
    service.status = () => 200;
    const workflow = await scene.workflow([{ type: 'push', controlValues }]);
    const transactionId = await scene.trigger(workflow, { to, overrides, payload: { id: 7 } });
    expect(await scene.story(transactionId)).toEqual([story]);
    const posted = service.posted.at(-1) as object as Record<string, unknown>;
    for (const [name, value] of Object.entries(expected)) expect(posted[name]).toEqual(value);
  });
});

import { Types } from 'mongoose';
import { Integration } from '../../src/integrations/integration.schema.js';
import { OutboxMessage } from '../../src/outbox/outbox-message.schema.js';
import { OutboxService } from '../../src/outbox/outbox.service.js';
import type { ApiClient } from '../api-client.js';
import { EngineScene } from '../delivery/engine-scene.js';
import { pageCookie } from '../page-token.js';

const EMAIL = { type: 'email', controlValues: { subject: 'Hello', editorType: 'html', body: '<p>Hi there</p>' } };
const SMS = { type: 'sms', controlValues: { body: 'Code 7\nKeep it' } };
const PUSH = { type: 'push', controlValues: { subject: 'Title', body: 'Text', data: { a: 1 } } };
const CHAT = { type: 'chat', controlValues: { body: 'In the chat' } };
const ALL = [EMAIL, SMS, PUSH, CHAT];

const DAY_MS = 86_400_000;

/** A person that all channels reach. */
const aReachablePerson = (subscriberId: string) => ({
  subscriberId,
  email: `${subscriberId}@example.com`,
  phone: '+491',
  channels: [
    { providerId: 'outbox-push', credentials: { deviceTokens: ['phone', 'tablet'] } },
    { providerId: 'outbox-chat', credentials: { webhookUrl: 'https://chat.example.com/1' } },
  ],
});

describe('the outbox', () => {
  let scene: EngineScene;
  let api: ApiClient;
  let name: string;

  beforeAll(async () => {
    scene = await EngineScene.start({ settings: { OUTBOX: 'on', DELIVER_TO: 'providers' } });
    ({ api } = scene.carillon);
    name = await scene.workflow(ALL);
  });

  afterAll(() => scene.close());

  const list = async (query = '') => (await api.get(`/v1/outbox${query}`)).body;
  const send = async (subscriberId = scene.newId()) => {
    const transactionId = await scene.trigger(name, { to: aReachablePerson(subscriberId) });
    const story = await scene.story(transactionId);
    return { transactionId, story, subscriberId };
  };

  it('OB1: a newcomer sends through every channel without an account anywhere', async () => {
    const { story, transactionId } = await send();
    expect(story).toEqual(ALL.map(() => 'completed: delivered'));
    const { data, totalCount } = await list(`?transactionId=${transactionId}`);
    expect(totalCount).toBe(5);
    expect(
      data.map(({ channel, recipients, subject, preview }: Record<string, unknown>) => ({
        channel,
        recipients,
        subject,
        preview,
      })),
    ).toEqual(
      expect.arrayContaining([
        {
          channel: 'email',
          recipients: [expect.stringContaining('@example.com')],
          subject: 'Hello',
          preview: 'Hi there',
        },
        { channel: 'sms', recipients: ['+491'], subject: 'Code 7', preview: 'Keep it' },
        { channel: 'push', recipients: ['phone'], subject: 'Title', preview: 'Text' },
        { channel: 'push', recipients: ['tablet'], subject: 'Title', preview: 'Text' },
        { channel: 'chat', recipients: ['https://chat.example.com/1'], subject: 'In the chat', preview: '' },
      ]),
    );
    expect(data[0]).not.toHaveProperty('content');
    const { body } = await api.get(`/v1/outbox/${data.find((one: OutboxMessage) => one.channel === 'email')._id}`);
    expect(body.data).toMatchObject({
      providerId: 'novu-email',
      transactionId,
      content: { channel: 'email', subject: 'Hello', html: '<p>Hi there</p>', text: 'Hi there' },
    });
    const messages = await scene.messages.find({ transactionId, channel: { $ne: 'in_app' } }).lean();
    expect(messages.map(({ _id }) => _id.toHexString())).toContain(body.data.messageId);
  });

  it('is listed newest first, by channel and recipient, and page by page', async () => {
    const { subscriberId } = await send();
    scene.clock.forward(1000);
    const { transactionId } = await send(subscriberId);
    const recipient = encodeURIComponent(`${subscriberId}@example.com`);
    const { data, totalCount, next } = await list(`?channel=email&recipient=${recipient}&limit=1`);
    expect(totalCount).toBe(2);
    expect(data).toMatchObject([{ transactionId, channel: 'email' }]);
    const second = await list(`?channel=email&recipient=${recipient}&limit=1&after=${encodeURIComponent(next)}`);
    expect(second).toMatchObject({ data: [{ channel: 'email' }], next: null });
    expect(second.data[0]._id).not.toBe(data[0]._id);
    expect((await list(`?channel=sms&recipient=${recipient}`)).data).toEqual([]);
  });

  it.each([
    ['channel', 'channel=fax'],
    ['channel', 'channel=in_app'],
    ['recipient', `recipient=${'x'.repeat(4097)}`],
    ['recipient', 'recipient=a&recipient=b'],
    ['transactionId', `transactionId=${'x'.repeat(513)}`],
    ['limit', 'limit=101'],
    ['limit', 'limit=many'],
    ['orderDirection', 'orderDirection=up'],
    ['after', 'after=nonsense'],
  ])('refuses a %s that breaks its rule: %s', async (field, query) => {
    const { status, body } = await api.get(`/v1/outbox?${query}`);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([field]);
  });

  it('is not there for another environment', async () => {
    const { transactionId } = await send();
    const { otherApi, anonymous } = scene.carillon;
    const [first] = (await list(`?transactionId=${transactionId}`)).data;
    expect((await otherApi.get(`/v1/outbox?transactionId=${transactionId}`)).body.data).toEqual([]);
    expect((await otherApi.get(`/v1/outbox/${first._id}`)).status).toBe(404);
    expect((await otherApi.delete('/v1/outbox')).status).toBe(204);
    expect((await api.get(`/v1/outbox/${first._id}`)).status).toBe(200);
    expect((await api.get(`/v1/outbox/${new Types.ObjectId().toHexString()}`)).status).toBe(404);
    expect((await api.get('/v1/outbox/nonsense')).status).toBe(404);
    for (const path of ['/v1/outbox', `/v1/outbox/${first._id}`]) expect((await anonymous.get(path)).status).toBe(401);
  });

  it('OB2: a message that is handed over twice is kept once, also at the same time', async () => {
    const outbox = scene.carillon.app.get(OutboxService);
    const handed = {
      key: 'twice',
      providerId: 'novu-sms',
      integrationId: new Types.ObjectId(),
      transactionId: 'twice',
      messageId: 'm',
      content: { channel: 'sms' as const, to: '+491', body: 'x' },
    };
    await Promise.all(Array.from({ length: 8 }, () => outbox.keep(scene.environment, handed)));
    await outbox.keep(scene.environment, { ...handed, content: { ...handed.content, body: 'later' } });
    const kept = await scene.sent('twice');
    expect(kept.map(({ content }) => content)).toEqual([handed.content]);
    expect(kept[0]!.expiresAt.getTime() - kept[0]!.createdAt.getTime()).toBe(7 * DAY_MS);
  });

  it('R17: forgets what it has of a subscriber that is deleted', async () => {
    const [first, second] = [await send(), await send()];
    expect((await api.delete(`/v2/subscribers/${first.subscriberId}`)).status).toBe(200);
    expect(await scene.sent(first.transactionId)).toEqual([]);
    expect(await scene.sent(second.transactionId)).toHaveLength(5);
  });

  it('OB3: begins in Development, and is in no environment of another type', async () => {
    const integrations = scene.model(Integration);
    const of = async (environmentId: unknown) =>
      (
        await integrations
          .find({ environmentId: new Types.ObjectId(String(environmentId)) })
          .sort({ channel: 1 })
          .lean()
      )
        .filter(({ channel }) => channel !== 'in_app')
        .map(({ channel, providerId, active, primary }) => [channel, providerId, active, primary]);
    const expected = [
      ['chat', 'outbox-chat', true, false],
      ['email', 'novu-email', true, true],
      ['push', 'outbox-push', true, false],
      ['sms', 'novu-sms', true, true],
    ];
    expect(await of(scene.environment.id)).toEqual(expected);
    const { body } = await api.post('/v1/environments', { name: 'Staging' });
    expect(await of(body.data._id)).toEqual([]);
    const { body: all } = await api.get('/v1/environments');
    const production = all.data.find((one: { name: string }) => one.name === 'Production');
    expect(await of(production._id)).toEqual([]);
    const before = await integrations.countDocuments();
    expect((await api.post('/v1/environments', { name: 'Staging' })).status).toBe(409);
    expect(await integrations.countDocuments()).toBe(before);
  });

  it('OB4: is read and emptied without a key in a browser that was let in, which the audit trail says', async () => {
    const { anonymous, app } = scene.carillon;
    const headers = {
      ...(await pageCookie(app)),
      'carillon-environment': scene.environment.id.toHexString(),
      'carillon-request': '1',
    };
    const ask = (url: string, method: 'GET' | 'DELETE' = 'GET') => anonymous.request({ method, url, headers });
    const { status, body } = await ask('/v1/outbox');
    expect(status).toBe(200);
    expect(body.data.length).toBeGreaterThan(0);
    expect((await ask(`/v1/outbox/${body.data[0]._id}`)).body.data).toHaveProperty('content');
    const guest = (await ask('/v1/session/guest')).body.data;
    expect(guest.outbox).toBe('open');
    expect(guest.environments.slice(0, 2)).toMatchObject([{ name: 'Development' }, { name: 'Production' }]);
    expect((await ask('/v1/outbox?channel=tool', 'DELETE')).status).toBe(204);
    const [entry] = (await api.get('/v1/audit?limit=1')).body.data;
    expect(entry).toMatchObject({
      operation: 'Outbox_clear',
      actor: { type: 'anonymous', name: 'A browser on this machine' },
    });
  });

  it('forgets everything when it is emptied', async () => {
    await send();
    expect(await api.delete('/v1/outbox')).toMatchObject({ status: 204 });
    expect(await list()).toMatchObject({ data: [], totalCount: 0 });
  });
});

describe('the outbox, switched off', () => {
  it('OB3: is not there: no integrations, no address; sending through one fails and says so', async () => {
    const scene = await EngineScene.start({ settings: { OUTBOX: 'off', DELIVER_TO: 'providers' } });
    try {
      expect(await scene.model(Integration).countDocuments({ channel: { $ne: 'in_app' } })).toBe(0);
      const { anonymous } = scene.carillon;
      expect((await anonymous.get('/outbox')).status).toBe(404);
      expect((await anonymous.get('/v1/session/guest')).body.data).toMatchObject({ outbox: 'off' });
      await scene.integration('sms', { providerId: 'novu-sms' });
      const to = { subscriberId: scene.newId(), phone: '+491' };
      const transactionId = await scene.trigger(await scene.workflow([SMS]), { to });
      expect(await scene.story(transactionId)).toEqual(['delayed: send_retrying']);
      const [run] = await scene.runs.find({ transactionId }).lean();
      expect(run!.steps[0]!.details.at(-1)!.raw).toContain('OUTBOX=on');
      expect(await scene.sent(transactionId)).toEqual([]);
    } finally {
      await scene.close();
    }
  });
});

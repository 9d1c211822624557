import { Types } from 'mongoose';
import { RetentionFollower } from '../../src/server/stored/retention-follower.js';
import { MessageContent } from '../../src/notifications/activity/content/message-content.schema.js';
import { MessageContents } from '../../src/notifications/activity/content/message-contents.service.js';
import { Environment } from '../../src/auth/environment.schema.js';
import type { ApiResponse } from '../api-client.js';
import { apiOf, signIn } from '../builders/account.js';
import { DAY, EngineScene, HOUR, MINUTE } from '../delivery/engine-scene.js';

const EMAIL = {
  type: 'email',
  controlValues: { subject: 'Hello', editorType: 'html', body: '<p>Hi there, {{env.DOOR_CODE}}</p>' },
};
const SMS = { type: 'sms', controlValues: { body: 'Code {{payload.code}}' } };
const PUSH = { type: 'push', controlValues: { subject: 'Title', body: 'Text' } };
const CHAT = { type: 'chat', controlValues: { body: 'In the chat' } };
const MASK = '••••••••';

describe('the content of messages', () => {
  let scene: EngineScene;
  let name: string;

  beforeAll(async () => {
    scene = await EngineScene.start({ settings: { OUTBOX: 'on', DELIVER_TO: 'providers' } });
    const values = [{ _environmentId: scene.environment.id.toHexString(), value: 'a-secret-word' }];
    const variable = { key: 'DOOR_CODE', isSecret: true, values };
    expect((await scene.carillon.api.post('/v1/environment-variables', variable)).status).toBe(200);
    scene.clock.forward(MINUTE);
    name = await scene.workflow([EMAIL, SMS, PUSH, CHAT]);
  });

  beforeEach(() => keepFor(7));

  afterAll(() => scene.close());

  const keepFor = async (contentRetentionDays: number): Promise<void> => {
    const path = `/v1/environments/${scene.environment.id.toHexString()}`;
    expect((await scene.carillon.api.put(path, { contentRetentionDays })).status).toBe(200);
  };
  const send = async (subscriberId = scene.newId()) => {
    const to = {
      subscriberId,
      email: `${subscriberId}@example.com`,
      phone: '+491',
      channels: [
        { providerId: 'outbox-push', credentials: { deviceTokens: ['phone-token', 'tablet-token'] } },
        { providerId: 'outbox-chat', credentials: { webhookUrl: 'https://chat.example.com/hidden' } },
      ],
    };
    const transactionId = await scene.trigger(name, { to, payload: { code: 'XJ-4711' } });
    const [run] = await scene.settled(transactionId);
    return { transactionId, subscriberId, path: `/v1/notifications/${run!._id.toHexString()}/content` };
  };
  const read = (path: string): Promise<ApiResponse> => scene.carillon.api.get(path);
  const contents = () => scene.model(MessageContent);
  const countOf = async (path: string): Promise<number> => (await read(path)).body.data.messages.length;
  const follow = () => scene.carillon.app.get(RetentionFollower).followChanges(new AbortController().signal);

  it('V7: has the members of the payload that the activity hides', async () => {
    const payloadSchema = { type: 'object', properties: { token: { type: 'string', writeOnly: true }, id: {} } };
    const payload = { token: 'reset-token-1', id: 7 };
    const workflow = await scene.workflow([SMS], { payloadSchema });
    const to = { subscriberId: scene.newId(), phone: '+4915112345678' };
    const transactionId = await scene.trigger(workflow, { to, payload });
    const [run] = await scene.settled(transactionId);
    const { body } = await scene.activity(transactionId);
    expect(body.data[0].payload).toEqual({ token: MASK, id: 7 });
    const whole = await read(`/v1/notifications/${run!._id.toHexString()}/content`);
    expect(whole.body.data.payload).toEqual(payload);
    const messages = await scene.carillon.api.get(`/v1/messages?transactionId=${transactionId}`);
    expect(messages.body.data).toMatchObject([{ payload: { token: MASK, id: 7 } }]);
  });

  it('V8: has the members of the payload that the environment masks', async () => {
    const path = `/v1/environments/${scene.environment.id.toHexString()}`;
    const maskKeys = (maskedPayloadKeys: unknown) => scene.carillon.api.put(path, { maskedPayloadKeys });
    expect(await maskKeys([''])).toMatchObject({ status: 422, body: { errors: { maskedPayloadKeys: {} } } });
    expect((await maskKeys(['resetUrl'])).body.data.maskedPayloadKeys).toEqual(['resetUrl']);
    const payload = { user: { resetURL: 'https://example.com/reset/4711' }, id: 7 };
    const to = { subscriberId: scene.newId(), phone: '+4915112345678' };
    const transactionId = await scene.trigger(name, { to, payload });
    const [run] = await scene.settled(transactionId);
    const { body } = await scene.activity(transactionId);
    expect(body.data[0].payload).toEqual({ user: { resetURL: MASK }, id: 7 });
    const whole = await read(`/v1/notifications/${run!._id.toHexString()}/content`);
    expect(whole.body.data.payload).toEqual(payload);
    expect((await maskKeys([])).body.data.maskedPayloadKeys).toBeUndefined();
    expect((await scene.activity(transactionId)).body.data[0].payload).toEqual(payload);
  });

  it('N4: is not kept unless the environment wants it', async () => {
    await keepFor(0);
    const before = await contents().countDocuments();
    const { path } = await send();
    expect(await contents().countDocuments()).toBe(before);
    expect(await read(path)).toMatchObject({ status: 200, body: { data: { retentionDays: 0, messages: [] } } });
    const { body } = await scene.carillon.api.get('/v1/environments/me');
    expect(body.data).not.toHaveProperty('contentRetentionDays');
  });

  it('N4: is kept encrypted with its message, without secrets and what opens a device or a chat', async () => {
    const { path, subscriberId, transactionId } = await send();
    const { body } = await read(path);
    expect(body.data.retentionDays).toBe(7);
    expect(body.data.messages.map(({ content }: { content: object }) => content)).toEqual([
      {
        channel: 'email',
        to: [`${subscriberId}@example.com`],
        subject: 'Hello',
        html: `<p>Hi there, ${MASK}</p>`,
        text: `Hi there, ${MASK}`,
      },
      { channel: 'sms', to: '+491', body: 'Code XJ-4711' },
      expect.objectContaining({ channel: 'push', token: MASK, title: 'Title', body: 'Text' }),
      { channel: 'chat', target: { kind: 'webhook', url: MASK }, body: 'In the chat' },
    ]);
    const { jobs } = (await read(path.replace('/content', ''))).body.data;
    const own = body.data.messages.map(({ _jobId }: { _jobId: string }) => _jobId);
    expect(own).toEqual(jobs.map(({ _id }: { _id: string }) => _id));
    const messages = await scene.messages.find({ transactionId }).lean();
    const stored = await contents()
      .find({ _id: { $in: messages.map(({ _id }) => _id) } })
      .lean();
    expect(stored).toHaveLength(4);
    for (const { createdAt, expiresAt } of stored) expect(expiresAt.getTime() - createdAt.getTime()).toBe(7 * DAY);
    expect(JSON.stringify([stored, messages])).not.toMatch(/Hi there|XJ-4711|In the chat/);
  });

  it('N4: is shown to roles with content:read, each look leaves an entry, and not in another environment', async () => {
    const { path } = await send();
    for (const [role, status] of [
      ['support', 200],
      ['viewer', 403],
      ['author', 403],
    ] as const) {
      const { token } = await signIn(scene.carillon, { role });
      const person = apiOf(scene.carillon, token, { 'carillon-environment': 'Development' });
      expect({ role, ...(await person.get(path)) }).toMatchObject({ role, status });
    }
    expect((await scene.carillon.otherApi.get(path)).status).toBe(404);
    expect((await read(path.replace(/[0-9a-f]{24}/, 'f'.repeat(24)))).status).toBe(404);
    const { body } = await scene.carillon.api.get('/v1/audit?kind=secret');
    const looks = body.data.filter(({ operation }: { operation: string }) => operation === 'Content_get');
    expect(looks[0]).toMatchObject({ resource: 'content', actor: { type: 'person' } });
    expect(JSON.stringify(looks)).not.toContain(path.split('/')[3]);
  });

  it('N5: fewer days hold at once for what is shown, and soon for what is stored, also by processes that were late', async () => {
    const { path } = await send();
    scene.clock.forward(2 * DAY);
    expect(await countOf(path)).toBe(4);
    await keepFor(1);
    expect(await countOf(path)).toBe(0);
    const [late] = await contents().find().sort({ createdAt: -1 }).limit(1).lean();
    await follow();
    await contents().collection.insertOne(Object.assign({}, late, { _id: new Types.ObjectId() }));
    await follow();
    const stored = await contents().find().lean();
    expect(stored.length).toBeGreaterThan(4);
    expect(stored.filter(({ createdAt, expiresAt }) => expiresAt.getTime() - createdAt.getTime() > DAY)).toEqual([]);
    // More days bring nothing back.
    await keepFor(7);
    await follow();
    expect(await countOf(path)).toBe(0);
    const marked = () => scene.model(Environment).countDocuments({ contentRetentionChangedAt: { $exists: true } });
    expect(await marked()).toBe(1);
    scene.clock.forward(3 * MINUTE);
    await follow();
    expect(await marked()).toBe(0);
  });

  it('N5: switched off, nothing is shown, and what was stored expires', async () => {
    const { path } = await send();
    await keepFor(0);
    expect(await countOf(path)).toBe(0);
    await follow();
    expect(await contents().countDocuments({ expiresAt: { $gt: scene.clock.now() } })).toBe(0);
  });

  it('N6: is deleted with its message, with those of its trigger, and with its subscriber', async () => {
    const { api } = scene.carillon;
    const [one, several, everything] = [await send(), await send(), await send()];
    const [first] = (await read(one.path)).body.data.messages;
    expect((await api.delete(`/v1/messages/${first._messageId}`)).status).toBe(200);
    expect(await contents().countDocuments({ _id: new Types.ObjectId(String(first._messageId)) })).toBe(0);
    expect(await countOf(one.path)).toBe(3);
    expect((await api.delete(`/v1/messages/transaction/${several.transactionId}`)).status).toBe(204);
    expect(await countOf(several.path)).toBe(0);
    const subscriber = await scene.subscribers.findOne({ subscriberId: everything.subscriberId }).lean();
    expect(await contents().countDocuments({ subscriberId: subscriber!._id })).toBe(4);
    expect((await api.delete(`/v2/subscribers/${everything.subscriberId}`)).status).toBe(200);
    expect(await contents().countDocuments({ subscriberId: subscriber!._id })).toBe(0);
  });

  it('N4: is stored once, replaced when the message is sent again, and left out when it is huge', async () => {
    const service = scene.carillon.app.get(MessageContents);
    const now = scene.clock.now();
    const message = {
      _id: new Types.ObjectId(),
      environmentId: scene.environment.id,
      organizationId: scene.environment.organizationId,
      subscriberId: new Types.ObjectId(),
      createdAt: now,
      expiresAt: new Date(now.getTime() + HOUR),
    };
    const sms = (body: string) => ({ channel: 'sms' as const, to: '+491', body });
    const huge = { ...message, _id: new Types.ObjectId() };
    const find = () => service.find(scene.environment, [message._id, huge._id]);
    await service.insert([
      { message, content: sms('first') },
      { message: huge, content: sms('x'.repeat(1_000_001)) },
    ]);
    await service.insert([{ message, content: sms('repeated') }]);
    // No longer than the message itself.
    expect(await find()).toMatchObject([
      { content: sms('first'), expiresAt: message.expiresAt },
      { problem: 'too_large' },
    ]);
    await service.insert([{ message: { ...message, replays: 1 }, content: sms('again') }]);
    expect(await find()).toMatchObject([{ content: sms('again') }, { problem: 'too_large' }]);
  });

  it.each([-1, 366, 1.5, '7', null])('is not kept for %p days', async (contentRetentionDays) => {
    const path = `/v1/environments/${scene.environment.id.toHexString()}`;
    const { status, body } = await scene.carillon.api.put(path, { contentRetentionDays });
    expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: ['contentRetentionDays'] });
  });
});

import { Types } from 'mongoose';
import { MessagesService } from '../../src/notifications/messages/messages.service.js';
import { CredentialsService } from '../../src/subscribers/credentials/credentials.service.js';
import { SubscribersService } from '../../src/subscribers/subscribers.service.js';
import { anInAppStep } from '../builders/workflow.js';
import { countCommands } from '../delivery/store-probe.js';
import { HOUR } from '../delivery/engine-scene.js';
import { eventually } from '../eventually.js';
import { aMessage, type Inboxes, inboxesOf, type TestInbox } from '../notifications/inbox/inbox-scene.js';
import { type TestWebhook, WebhookScene } from './webhook-scene.js';

describe('what webhooks are told of', () => {
  let scene: WebhookScene;
  let inboxes: Inboxes;

  beforeAll(async () => {
    scene = await WebhookScene.start();
    inboxes = inboxesOf(scene.carillon);
  });

  afterEach(async () => {
    const { body } = await scene.api.get('/v1/webhooks?limit=100');
    for (const { _id } of body.data) await scene.api.delete(`/v1/webhooks/${_id}`);
  });

  afterAll(() => scene.close());

  const workflow = async (fields: object = {}) =>
    await scene.api.workflow({ steps: [anInAppStep({ stepId: 'inbox' })], ...fields });
  const types = (events: { type: string }[]) => events.map(({ type }) => type);

  it('B1: a message is sent', async () => {
    const { workflowId } = await workflow({ tags: ['orders'] });
    const webhook = await scene.webhook({ eventTypes: ['message.sent'] });
    const trigger = { name: workflowId, to: 'ada', context: { tenant: 'acme' } };
    const { transactionId } = (await scene.api.post('/v1/events/trigger', trigger)).body.data;
    const [event] = await scene.sent(webhook);
    expect(event).toEqual({
      type: 'message.sent',
      timestamp: event!.data['createdAt'],
      data: {
        messageId: expect.stringMatching(/^[0-9a-f]{24}$/),
        subscriberId: 'ada',
        transactionId,
        workflowId,
        stepId: 'inbox',
        channel: 'in_app',
        contextKeys: ['tenant:acme'],
        tags: ['orders'],
        severity: 'none',
        seen: false,
        read: false,
        archived: false,
        createdAt: expect.any(String),
      },
    });
  });

  it('B1: a message fails; a step that is repeated tells it once, as it is stored', async () => {
    const { subscriber, subscriberId } = await inboxes.anInbox();
    const failed = { channel: 'email', status: 'error', errorId: 'provider_error', errorText: 'Refused' } as const;
    const message = aMessage(subscriber, { ...failed, providerId: 'sendgrid', integrationId: new Types.ObjectId() });
    const service = scene.carillon.app.get(MessagesService);
    // Stored by a worker that died before it told of it; the step that is repeated takes it for sent.
    await inboxes.messages.insertMany([message]);
    const webhook = await scene.webhook({ eventTypes: ['message.sent', 'message.failed'] });
    const again = aMessage(subscriber, { _id: message._id, channel: 'email', status: 'sent' });
    for (let time = 0; time < 2; time++) await service.insertNew([again]);
    const [event] = await scene.sent(webhook);
    expect(event!.type).toBe('message.failed');
    expect(event!.data).toMatchObject({
      messageId: message._id.toHexString(),
      subscriberId,
      channel: 'email',
      providerId: 'sendgrid',
      integrationId: message.integrationId!.toHexString(),
      error: { id: 'provider_error', text: 'Refused' },
    });
    expect(event!.data).not.toHaveProperty('body');
    expect(await scene.list(webhook)).toHaveLength(1);
  });

  it('B1: providers report, and what they report twice is told once', async () => {
    const integration = (
      await scene.api.post('/v1/integrations', {
        providerId: 'nodemailer',
        channel: 'email',
        check: false,
        configurations: { inboundWebhookEnabled: true },
      })
    ).body.data;
    const { ids } = await inboxes.anInbox({
      channel: 'email',
      providerMessageId: 'p-1',
      integrationId: new Types.ObjectId(String(integration._id)),
    });
    const named = ['delivered', 'opened', 'clicked', 'complained', 'failed'].map((name) => `message.${name}`);
    const webhook = await scene.webhook({ eventTypes: named });
    const url = `/v2/inbound-webhooks/delivery-providers/${scene.environmentId.toHexString()}/${integration._id}`;
    const at = '2026-02-03T04:05:06.789Z';
    const reports = [
      { eventId: 'e1', messageId: 'p-1', type: 'delivered', timestamp: at },
      { eventId: 'e2', messageId: 'p-1', type: 'opened', timestamp: at },
      { eventId: 'e2b', messageId: 'p-1', type: 'opened', timestamp: at },
      { eventId: 'e2c', messageId: 'p-1', type: 'clicked', timestamp: at },
      { eventId: 'e2d', messageId: 'p-1', type: 'complaint', timestamp: at },
      { eventId: 'e3', messageId: 'p-1', type: 'bounced', timestamp: at, response: 'Mailbox full' },
    ];
    for (let time = 0; time < 2; time++) expect((await scene.api.post(url, reports)).status).toBe(200);
    const events = await scene.sent(webhook, named.length);
    expect(types(events).toSorted()).toEqual(named.toSorted());
    const reportOf = (type: string) => events.find((event) => event.type === type);
    expect(reportOf('message.delivered')).toMatchObject({
      timestamp: at,
      data: { messageId: ids[0], report: { status: 'delivered', at } },
    });
    expect(reportOf('message.failed')!.data['report']).toEqual({ status: 'bounced', at, response: 'Mailbox full' });
    expect(await scene.list(webhook)).toHaveLength(named.length);
  });

  it('B1: a message that was given up is sent once more', async () => {
    const { subscriber } = await inboxes.anInbox();
    const webhook = await scene.webhook({ eventTypes: ['message.sent', 'message.failed'] });
    const at = scene.clock.now();
    const ids = { integrationId: new Types.ObjectId(), providerId: 'sendgrid' };
    const failed = aMessage(subscriber, { channel: 'email', status: 'error', ...ids });
    const attempts = [{ ...ids, at, outcome: 'sent' as const }];
    const sent = aMessage(subscriber, Object.assign({}, failed, { status: 'sent', replays: 1, attempts }));
    const service = scene.carillon.app.get(MessagesService);
    for (const message of [failed, sent]) await service.insertNew([message]);
    const events = await scene.sent(webhook, 2);
    expect(types(events).toSorted()).toEqual(['message.failed', 'message.sent']);
    expect(events.find(({ type }) => type === 'message.sent')!.timestamp).toBe(at.toISOString());
  });

  it('B1: a device is gone', async () => {
    const fields = { providerId: 'fcm', channel: 'push', check: false, active: true };
    const integration = (await scene.api.post('/v1/integrations', fields)).body.data;
    const { subscriberId } = await inboxes.anInbox();
    const credentials = { providerId: 'fcm', credentials: { deviceTokens: ['t1', 't2'] } };
    expect((await scene.api.put(`/v1/subscribers/${subscriberId}/credentials`, credentials)).status).toBe(200);
    const known = await scene.carillon.app
      .get(SubscribersService)
      .findOrFail({ id: scene.environmentId }, subscriberId);
    const webhook = await scene.webhook();
    const _id = new Types.ObjectId(String(integration._id));
    await scene.carillon.app.get(CredentialsService).forgetDevice(known, { _id, providerId: 'fcm' }, 't1');
    const [event] = await scene.sent(webhook);
    expect(event).toMatchObject({
      type: 'push_token.removed',
      data: { subscriberId, integrationId: integration._id, providerId: 'fcm' },
    });
    expect(JSON.stringify(event)).not.toContain('t1');
  });

  it('R17: what is known of a person goes with the person', async () => {
    const webhook = await scene.webhook({ eventTypes: ['message.read', 'preference.updated'] });
    const { subscriberId, ids, url } = await inboxes.anInbox({});
    const other = await inboxes.anInbox({});
    await scene.api.patch(`${url}/${ids[0]}/read`);
    await scene.api.patch(`/v2/subscribers/${subscriberId}/preferences`, { channels: { email: false } });
    await scene.api.patch(`${other.url}/${other.ids[0]}/read`);
    await scene.sent(webhook, 3);
    expect(await scene.list(webhook)).toHaveLength(3);
    expect((await scene.api.delete(`/v2/subscribers/${subscriberId}`)).status).toBe(200);
    await eventually(async () => expect(await scene.list(webhook)).toHaveLength(1));
  });

  /** Does something to a notification, and returns what a webhook is told then. */
  async function telling(
    fields: object,
    act: (inbox: TestInbox, url: string, webhook: TestWebhook) => Promise<unknown>,
    count = 1,
  ) {
    const inbox = await inboxes.anInbox(fields);
    const webhook = await scene.webhook();
    await act(inbox, `${inbox.url}/${inbox.ids[0]}`, webhook);
    const events = await scene.sent(webhook, count);
    expect(await scene.list(webhook)).toHaveLength(count);
    for (const { data } of events) expect(data).toMatchObject({ messageId: inbox.ids[0], ...name(inbox) });
    return events;
  }

  const name = ({ subscriberId }: TestInbox) => ({ subscriberId });
  const patch = (path: string, payload?: object) => (_inbox: TestInbox, url: string) =>
    scene.api.patch(`${url}/${path}`, payload);
  const post = (path: string, payload: object) => (inbox: TestInbox) => scene.api.post(`${inbox.url}/${path}`, payload);
  const button = { primary: { label: 'Yes', completed: false } };
  const seen = { seen: true, firstSeenAt: new Date(), lastSeenAt: new Date() };
  const read = { ...seen, read: true, readAt: new Date() };
  const archived = { ...read, archived: true, archivedAt: new Date() };

  it.each<[string, string, object, (inbox: TestInbox, url: string) => Promise<unknown>, object]>([
    ['read', 'message.read', {}, patch('read'), { read: true, seen: true }],
    ['unread', 'message.unread', read, patch('unread'), { read: false, seen: true }],
    ['archived', 'message.archived', {}, patch('archive'), { archived: true, read: true }],
    ['unarchived', 'message.unarchived', archived, patch('unarchive'), { archived: false }],
    ['acted upon', 'message.read', { actions: button }, patch('actions/primary/complete'), { read: true }],
    ['seen, with others', 'message.seen', {}, post('seen', {}), { seen: true, read: false }],
    ['read, with others', 'message.read', {}, post('read', {}), { read: true }],
    ['archived, with others', 'message.archived', {}, post('archive', {}), { archived: true }],
    ['archived as one that was read', 'message.archived', read, post('read-archive', {}), { archived: true }],
  ])('B1: a notification is %s', async (_what, type, fields, act, state) => {
    const [event] = await telling(fields, act);
    expect(event).toMatchObject({ type, data: state });
  });

  it('B1: a notification is snoozed, and wakes up by hand or by time', async () => {
    const inAnHour = () => ({ snoozeUntil: new Date(scene.clock.now().getTime() + HOUR).toISOString() });
    const events = await telling(
      {},
      async ({ ids, url }, _path, webhook) => {
        const path = `${url}/${ids[0]}`;
        await scene.api.patch(`${path}/snooze`, inAnHour());
        await scene.api.patch(`${path}/unsnooze`);
        await scene.api.patch(`${path}/snooze`, inAnHour());
        // An hour is longer than a worker has a delivery to itself: none may be under way.
        await eventually(async () => {
          const deliveries: { status: string }[] = await scene.list(webhook);
          expect(deliveries.map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered']);
        });
        scene.clock.forward(HOUR);
      },
      4,
    );
    expect(types(events).toSorted()).toEqual([
      'message.snoozed',
      'message.snoozed',
      'message.unsnoozed',
      'message.unsnoozed',
    ]);
    const snoozed = events.find(({ type }) => type === 'message.snoozed');
    expect(snoozed!.data).toMatchObject({ snoozedUntil: expect.any(String) });
  });

  it('B1: what changes nothing is not told', async () => {
    const events = await telling(read, async ({ ids, url }) => {
      await scene.api.patch(`${url}/${ids[0]}/read`);
      await scene.api.post(`${url}/read`, {});
      await scene.api.patch(`${url}/${ids[0]}/archive`);
    });
    expect(types(events)).toEqual(['message.archived']);
  });

  it('B1: of one change of very many notifications the first thousand are told', async () => {
    const { url } = await inboxes.anInbox(...Array.from({ length: 1001 }, () => ({})));
    const webhook = await scene.webhook({ eventTypes: ['message.archived'] });
    expect((await scene.api.post(`${url}/archive`, {})).status).toBe(204);
    expect(await scene.deliveries.countDocuments({ endpointId: new Types.ObjectId(webhook.id) })).toBe(1000);
  });

  it('B1: preferences change', async () => {
    const { workflowId } = await workflow();
    const { subscriberId } = await inboxes.anInbox();
    const webhook = await scene.webhook();
    const url = `/v2/subscribers/${subscriberId}/preferences`;
    await scene.api.patch(url, { channels: { email: false } });
    const [first] = await scene.sent(webhook);
    expect(first).toMatchObject({
      type: 'preference.updated',
      data: { subscriberId, contextKeys: [], level: 'global', enabled: true, channels: { email: false } },
    });
    await scene.api.patch(url, { workflowId, channels: { in_app: false } });
    const [, second] = await scene.sent(webhook, 2);
    expect(second!.data).toEqual({
      subscriberId,
      contextKeys: [],
      level: 'workflow',
      workflowId,
      enabled: true,
      channels: { in_app: false },
    });
    await scene.api.patch(url, { channels: {} });
    expect(await scene.list(webhook)).toHaveLength(2);
  });

  it('B1: workflows are created, updated, published and deleted', async () => {
    const webhook = await scene.webhook();
    const { workflowId, _id } = await workflow({ name: 'Order' });
    await scene.api.patch(`/v2/workflows/${workflowId}`, { name: 'Order 2' });
    await scene.api.delete(`/v2/workflows/${workflowId}`);
    const events = await scene.sent(webhook, 3);
    const dataOf = (type: string) => events.find((event) => event.type === type)?.data;
    expect(dataOf('workflow.created')).toEqual({
      _id,
      workflowId,
      name: 'Order',
      active: true,
      tags: [],
      version: 1,
    });
    expect(dataOf('workflow.updated')).toMatchObject({ _id, name: 'Order 2', version: 2 });
    expect(dataOf('workflow.deleted')).toMatchObject({ _id, name: 'Order 2' });
  });

  it('B1: a workflow that comes from another environment is published, whether it is new there or not', async () => {
    const { body } = await scene.carillon.otherApi.post('/v1/webhooks', { url: scene.receiver.url('/production') });
    const { workflowId } = await workflow();
    const target = (await scene.carillon.otherApi.get('/v1/environments/me')).body.data._id;
    await scene.carillon.otherApi.put(`/v1/environments/${target}`, { protected: false });
    const publish = () => scene.api.put(`/v2/workflows/${workflowId}/sync`, { targetEnvironmentId: target });
    expect((await publish()).status).toBe(200);
    await scene.api.patch(`/v2/workflows/${workflowId}`, { name: 'Renamed' });
    expect((await publish()).status).toBe(200);
    const webhook: TestWebhook = { id: body.data._id, url: '', path: '/production' };
    expect(types(await scene.sent(webhook, 2))).toEqual(['workflow.published', 'workflow.published']);
  });

  it('telling of a batch of messages costs two commands, and none where nobody wants to know', async () => {
    scene.clock.stop();
    const { subscriber } = await inboxes.anInbox();
    const service = scene.carillon.app.get(MessagesService);
    const insert = () => service.insertNew(Array.from({ length: 100 }, () => aMessage(subscriber, {})));
    await insert();
    expect(await countCommands(insert)).toBe(1);
    await scene.webhook({ eventTypes: ['message.read'] });
    await insert();
    expect(await countCommands(insert)).toBe(1);
    await scene.webhook({ eventTypes: ['message.sent'] });
    await insert();
    expect(await countCommands(insert)).toBe(3);
  });
});

import { Types } from 'mongoose';
import { aSubscriber } from '../../builders/subscriber.js';
import { aTopic } from '../../builders/topic.js';
import { startTestApp, type TestApp } from '../../test-app.js';
import { type SessionClient, WidgetScene } from './widget-scene.js';

const WIDGET_HEADERS = 'authorization,content-type,novu-api-version,novu-client-version,novu-application-identifier';

describe('routes for subscribers', () => {
  let test: TestApp;
  let scene: WidgetScene;
  let session: SessionClient;
  let workflowId: string;

  beforeAll(async () => {
    test = await startTestApp();
    scene = await WidgetScene.of(test);
    session = await scene.session();
    ({ workflowId } = await test.api.workflow());
  });

  afterAll(() => test.close());

  describe('called from pages of any origin', () => {
    const preflight = (url: string) =>
      test.app
        .getHttpAdapter()
        .getInstance()
        .inject({
          method: 'OPTIONS',
          url,
          headers: {
            origin: 'https://shop.example',
            'access-control-request-method': 'PATCH',
            'access-control-request-headers': WIDGET_HEADERS,
          },
        });
    const asked = (url: string, headers: Record<string, string> = {}) =>
      test.anonymous.request({ method: 'GET', url, headers: { origin: 'https://shop.example', ...headers } });
    const opened = (headers: object) => Object.keys(headers).filter((name) => name.startsWith('access-control-'));

    it.each(['/v1/inbox/session', '/v1/inbox/notifications?limit=10', '/v1/inbox/topics/orders/subscriptions/mine'])(
      'may send what widgets send to %s',
      async (url) => {
        const { statusCode, headers, body } = await preflight(url);
        expect({ statusCode, body }).toEqual({ statusCode: 204, body: '' });
        expect(headers['access-control-allow-origin']).toBe('*');
        expect(headers['access-control-allow-credentials']).toBeUndefined();
        const methods = String(headers['access-control-allow-methods']).split(/,\s*/);
        expect(methods.toSorted()).toEqual(['DELETE', 'GET', 'OPTIONS', 'PATCH', 'POST']);
        const allowed = String(headers['access-control-allow-headers']).toLowerCase().split(/,\s*/);
        expect(allowed).toEqual(expect.arrayContaining(WIDGET_HEADERS.split(',')));
      },
    );

    it('may read responses, errors too', async () => {
      const good = await asked('/v1/inbox/preferences/global', { authorization: `Bearer ${session.token}` });
      const refused = await asked('/v1/inbox/preferences/global');
      const unknown = await asked('/v1/inbox/nothing-here');
      for (const [{ status, headers }, expected] of [
        [good, 200],
        [refused, 401],
        [unknown, 404],
      ] as const) {
        expect({ status, origin: headers['access-control-allow-origin'] }).toEqual({ status: expected, origin: '*' });
      }
    });

    it.each(['/v2/subscribers', '/v1/inboxes', '/v1/events/trigger', '/health/live', '/nothing-here'])(
      'may not call %s',
      async (url) => {
        const { statusCode, headers } = await preflight(url);
        expect({ statusCode, opened: opened(headers) }).toEqual({ statusCode: 404, opened: [] });
        const answer = await asked(url, { authorization: `ApiKey ${test.api.apiKey}` });
        expect(opened(answer.headers)).toEqual([]);
      },
    );
  });

  it.each<[string, string, object, string]>([
    ['preferences', 'a channel that is no flag', { email: 'no' }, 'email'],
    ['preferences', 'a channel that is null', { sms: null }, 'sms'],
    ['preferences', 'quiet hours that are null', { schedule: null }, 'schedule'],
    [
      'preferences',
      'quiet hours of an unknown day',
      { schedule: { weeklySchedule: { noday: {} } } },
      'schedule.weeklySchedule.noday',
    ],
    ['preferences', 'quiet hours that are on by a text', { schedule: { isEnabled: 'yes' } }, 'schedule.isEnabled'],
    ['preferences/bulk', 'no changes', {}, 'preferences'],
    ['preferences/bulk', 'changes that are no list', { preferences: {} }, 'preferences'],
    ['preferences/bulk', 'a change that is null', { preferences: [null] }, 'preferences.0'],
    ['preferences/bulk', 'a change of no workflow', { preferences: [{ email: true }] }, 'preferences.0.workflowId'],
    [
      'preferences/bulk',
      'a channel that is null',
      { preferences: [{ workflowId: 'x', push: null }] },
      'preferences.0.push',
    ],
    [
      'preferences/bulk',
      '101 changes',
      { preferences: Array.from({ length: 101 }, () => ({ workflowId: 'x' })) },
      'preferences',
    ],
    [
      'preferences/bulk',
      'changes of both kinds',
      { preferences: [{ workflowId: 'x' }, { workflowId: 'x', subscriptionIdentifier: 'y', enabled: true }] },
      'preferences',
    ],
    [
      'preferences/bulk',
      'a subscription that is no text',
      { preferences: [{ workflowId: 'x', subscriptionIdentifier: 5, enabled: true }] },
      'preferences.0.subscriptionIdentifier',
    ],
    [
      'preferences/bulk',
      'a subscription and no value',
      { preferences: [{ workflowId: 'x', subscriptionIdentifier: 'y', email: true }] },
      'preferences.0.enabled',
    ],
    [
      'preferences/bulk',
      'a condition that cannot be evaluated',
      { preferences: [{ workflowId: 'x', subscriptionIdentifier: 'y', condition: { nonsense: [1] } }] },
      'preferences.0.condition',
    ],
    ['preferences/some-workflow', 'a channel that is no flag', { in_app: 1 }, 'in_app'],
    ['subscriptions/mine/preferences/some-workflow', 'no value', {}, 'enabled'],
    ['subscriptions/mine/preferences/some-workflow', 'a value that is null', { enabled: null }, 'enabled'],
    ['subscriptions/mine/preferences/some-workflow', 'a condition that is null', { condition: null }, 'condition'],
    ['topics/orders/subscriptions/mine', 'a name that is null', { name: null }, 'name'],
    ['topics/orders/subscriptions/mine', 'rules that are no list', { preferences: {} }, 'preferences'],
    ['notifications/6925a1f0c0ffee0123456789/complete', 'no button', {}, 'actionType'],
    ['notifications/6925a1f0c0ffee0123456789/revert', 'an unknown button', { actionType: 'third' }, 'actionType'],
    ['notifications/6925a1f0c0ffee0123456789/snooze', 'no time', {}, 'snoozeUntil'],
  ])('PATCH %s refuses %s', async (path, _what, payload, field) => {
    const { status, body } = await session.patch(path, payload);
    expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: [field] });
  });

  it.each<[string, string, object, string]>([
    ['topics/orders/subscriptions', 'an identifier that is no text', { identifier: 5 }, 'identifier'],
    ['topics/orders/subscriptions', 'too long an identifier', { identifier: 'x'.repeat(513) }, 'identifier'],
    [
      'topics/orders/subscriptions',
      'the identifier of somebody else',
      { identifier: 'tk_orders:si_eve' },
      'identifier',
    ],
    ['topics/orders/subscriptions', 'a name that is no text', { name: 5 }, 'name'],
    ['topics/orders/subscriptions', 'a topic that is no object', { topic: 'Orders' }, 'topic'],
    ['topics/orders/subscriptions', 'a name of the topic that is no text', { topic: { name: 5 } }, 'topic.name'],
    ['topics/orders/subscriptions', 'a rule for nothing', { preferences: [{ enabled: true }] }, 'preferences.0'],
    ['topics/no%20key/subscriptions', 'what cannot be the key of a topic', {}, 'topicKey'],
    ['notifications/seen', 'ids that are none', { notificationIds: ['x'] }, 'notificationIds'],
    ['notifications/read', 'tags that are no filter', { tags: { any: ['a'] } }, 'tags'],
    ['notifications/archive', 'data that is no filter', { data: '[]' }, 'data'],
    ['notifications/read-archive', 'tags that are null', { tags: null }, 'tags'],
    ['notifications/delete', 'data that is no JSON', { data: '{' }, 'data'],
  ])('POST %s refuses %s', async (path, _what, payload, field) => {
    const { status, body } = await session.post(path, payload);
    expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: [field] });
  });

  it.each([
    ['notifications?limit=0', 'limit'],
    ['notifications?limit=101', 'limit'],
    ['notifications?severity[]=loud', 'severity'],
    ['notifications?read=maybe', 'read'],
    ['notifications/count', 'filters'],
    ['notifications/count?filters=[]', 'filters'],
    ['preferences?criticality=some', 'criticality'],
  ])('GET %s is refused', async (path, field) => {
    const { status, body } = await session.get(path);
    expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: [field] });
  });

  it('A7: counts stop at 99', async () => {
    const { subscriberId } = aSubscriber();
    const own = await scene.session(subscriberId);
    const { _id } = (await test.api.get(`/v2/subscribers/${subscriberId}`)).body.data;
    await storeMessages(_id, 101);
    const { body } = await own.get('notifications/count?filters=[{"read":false},{"read":true}]');
    expect(body).toEqual({
      data: [
        { count: 99, filter: { read: false } },
        { count: 0, filter: { read: true } },
      ],
    });
    const opened = await scene.open({ subscriber: { subscriberId } });
    expect(opened.body.data.unreadCount.total).toBe(101);
  });

  describe('topic subscriptions', () => {
    it('TS1: end at ten, and an identifier belongs to one', async () => {
      const { key } = await scene.openTopic();
      const [one, other] = [await scene.session(), await scene.session()];
      const path = `topics/${key}/subscriptions`;
      for (let number = 1; number <= 10; number++) {
        expect((await one.post(path, { identifier: `own-${number}` })).status).toBe(201);
      }
      expect((await one.post(path, { identifier: 'own-11' })).status).toBe(400);
      expect((await one.get(path)).body.data).toHaveLength(10);
      expect((await other.post(path, { identifier: 'own-1' })).status).toBe(409);
      expect((await other.delete(`${path}/own-1`)).status).toBe(404);
      expect((await other.get(path)).body.data).toEqual([]);
    });

    it('TS2: twenty switches at once all count', async () => {
      const { key } = await scene.openTopic();
      const own = await scene.session();
      const ids = await Promise.all(Array.from({ length: 20 }, async () => (await test.api.workflow()).workflowId));
      await own.post(`topics/${key}/subscriptions`, { identifier: key });
      const answers = await Promise.all(
        ids.map((id: string) => own.patch(`subscriptions/${key}/preferences/${id}`, { enabled: false })),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      const { preferences } = (await own.get(`topics/${key}/subscriptions/${key}`)).body.data;
      expect(preferences).toHaveLength(20);
    });

    it('F3: say nothing about critical workflows', async () => {
      const { key } = await scene.openTopic();
      const own = await scene.session();
      const readOnly = { user: { all: { enabled: true, readOnly: true }, channels: {} } };
      const critical = (await test.api.workflow({ preferences: readOnly })).workflowId;
      await own.post(`topics/${key}/subscriptions`, { identifier: key });
      const off = { workflowId: critical, subscriptionIdentifier: key, enabled: false };
      expect((await own.patch(`subscriptions/${key}/preferences/${critical}`, { enabled: false })).status).toBe(400);
      expect((await own.patch('preferences/bulk', { preferences: [{ ...off, workflowId }, off] })).status).toBe(400);
      expect((await own.get(`topics/${key}/subscriptions/${key}`)).body.data.preferences).toEqual([]);
    });

    it('are named by an identifier as long as one topic has it', async () => {
      const own = await scene.session();
      const identifier = aTopic().key;
      const ids = [];
      for (const topic of [await scene.openTopic(), await scene.openTopic()]) {
        ids.push((await own.post(`topics/${topic.key}/subscriptions`, { identifier })).body.data.id);
      }
      const at = (name: string) => own.patch(`subscriptions/${name}/preferences/${workflowId}`, { enabled: false });
      expect((await at(identifier)).status).toBe(400);
      const { status, body } = await at(ids[1]);
      expect({ status, subscriptionId: body.data.subscriptionId }).toEqual({ status: 200, subscriptionId: ids[1] });
    });
  });

  /** Stores unread messages of a subscriber as delivery does. */
  async function storeMessages(subscriberId: string, count: number): Promise<void> {
    const now = new Date();
    const message = {
      environmentId: scene.development._id,
      organizationId: scene.development.organizationId,
      subscriberId: new Types.ObjectId(subscriberId),
      runId: new Types.ObjectId(),
      stepId: 'in-app',
      transactionId: 'many',
      channel: 'in_app',
      workflow: { id: new Types.ObjectId(), identifier: 'x', name: 'x', critical: false, tags: [], severity: 'none' },
      body: 'Hello',
      tags: [],
      severity: 'none',
      contextKeys: [],
      seen: false,
      read: false,
      archived: false,
      deliveredAt: [now],
      createdAt: now,
      expiresAt: new Date(now.getTime() + 86_400_000),
    };
    const documents = Array.from({ length: count }, () => ({ _id: new Types.ObjectId(), ...message }));
    await test.connection.collection('messages').insertMany(documents);
  }
});

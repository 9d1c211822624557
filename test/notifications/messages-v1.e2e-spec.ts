import { randomUUID } from 'node:crypto';
import type { Model } from 'mongoose';
import { jobId } from '../../src/notifications/activity/to-activity-dto.js';
import type { Message } from '../../src/notifications/messages/message.schema.js';
import type { ApiClient } from '../api-client.js';
import { aSubscriber } from '../builders/subscriber.js';
import { anInAppStep, aWorkflow } from '../builders/workflow.js';
import { eventually } from '../eventually.js';
import { type Inboxes, inboxesOf, type TestInbox } from './inbox/inbox-scene.js';
import { startTestApp, type TestApp } from '../test-app.js';

const MISSING = '000000000000000000000000';
const at = (index: number) => new Date(1_770_000_000_000 + index);
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

describe('messages as older clients know them', () => {
  let carillon: TestApp;
  let api: ApiClient;
  let messages: Model<Message>;
  let anInbox: Inboxes['anInbox'];

  beforeAll(async () => {
    carillon = await startTestApp();
    api = carillon.api;
    ({ anInbox, messages } = inboxesOf(carillon));
  });

  afterAll(() => carillon.close());

  const contents = async (url: string): Promise<string[]> =>
    (await api.get(url)).body.data.map(({ content }: { content: string }) => content);

  it('shows a message that was triggered, its subscriber and the payload, in the list and in the feed', async () => {
    const { subscriberId } = aSubscriber();
    const button = { label: 'Yes', redirect: { url: '/yes', target: '_self' } };
    const controlValues = {
      subject: 'Order',
      body: 'Hello {{payload.name}}',
      primaryAction: button,
      redirect: { url: '/orders', target: '_blank' },
    };
    const workflow = aWorkflow({ steps: [anInAppStep({ stepId: 'bell', controlValues })] });
    await api.workflow(workflow);
    const payload = { name: 'Ada', order: { id: 7 } };
    const trigger = { name: workflow.workflowId, to: subscriberId, payload };
    const { transactionId } = (await api.post('/v1/events/trigger', trigger)).body.data;
    const message = await eventually(async () => {
      const { body } = await api.get(`/v1/messages?transactionId=${transactionId}`);
      expect(body).toMatchObject({ data: [{}], hasMore: false, page: 0, pageSize: 10 });
      return body.data[0];
    });
    expect(message).toMatchObject({
      subscriber: { subscriberId, _id: message._subscriberId },
      templateIdentifier: workflow.workflowId,
      transactionId,
      channel: 'in_app',
      status: 'sent',
      subject: 'Order',
      content: 'Hello Ada',
      cta: {
        type: 'redirect',
        data: { url: '/orders', target: '_blank' },
        action: { status: 'pending', buttons: [{ type: 'primary', content: 'Yes', url: '/yes' }], result: {} },
      },
      seen: false,
      read: false,
      payload,
      contextKeys: [],
    });
    const feed = (await api.get(`/v1/subscribers/${subscriberId}/notifications/feed`)).body;
    const { _jobId, ...item } = feed.data[0];
    expect(feed).toMatchObject({ totalCount: 1, hasMore: false, page: 0, pageSize: 10 });
    expect(item).toEqual(message);
    // A message and its run are stored at the same time: either may be seen first.
    await eventually(async () => {
      const { body: activity } = await api.get(`/v1/notifications/${message._notificationId}`);
      expect(activity.data?.jobs.map(({ _id }: { _id: string }) => _id)).toEqual([_jobId]);
    });
    for (const [wanted, found] of [
      [{ order: { id: 7 } }, 1],
      [{ order: { id: 8 } }, 0],
    ] as const) {
      const { body } = await api.get(`/v1/subscribers/${subscriberId}/notifications/feed?payload=${base64(wanted)}`);
      expect(body).toMatchObject({ totalCount: found, hasMore: false });
      expect(body.data).toHaveLength(found);
    }
  });

  describe('list', () => {
    let transactionId: string;
    let inbox: TestInbox;

    beforeAll(async () => {
      transactionId = randomUUID();
      inbox = await anInbox(
        { transactionId, createdAt: at(0) },
        { transactionId, createdAt: at(1), channel: 'email', body: '', providerId: 'sendgrid', status: 'error' },
        { transactionId: randomUUID(), createdAt: at(2), contextKeys: ['app:x', 'tenant:acme'], body: 'message 2' },
      );
    });

    it.each<[string, number[]]>([
      ['', [2, 1, 0]],
      ['&channel=in_app', [2, 0]],
      ['&channel=email', [1]],
      ['&channel=tool', []],
      ['&transactionId=$t', [1, 0]],
      ['&transactionId=$t&transactionId=other', [1, 0]],
      ['&contextKeys=tenant:acme&contextKeys=app:x', [2]],
      ['&contextKeys=tenant:acme', []],
      ['&contextKeys=', [1, 0]],
      ['&limit=2', [2, 1]],
      ['&limit=2&page=1', [0]],
      ['&limit=1000', [2, 1, 0]],
    ])('newest first: %s', async (query, expected) => {
      const url = `/v1/messages?subscriberId=${inbox.subscriberId}${query.replace('$t', transactionId)}`;
      const { body } = await api.get(url);
      expect(body.data.map(({ _id }: { _id: string }) => inbox.ids.indexOf(_id))).toEqual(expected);
      expect(body.hasMore).toBe(query === '&limit=2');
    });

    it('shows nothing of an unknown subscriber, or to another environment', async () => {
      expect(await contents('/v1/messages?subscriberId=nobody')).toEqual([]);
      const url = `/v1/messages?transactionId=${transactionId}`;
      expect((await carillon.otherApi.get(url)).body.data).toEqual([]);
    });

    it.each<[string, number, string | undefined]>([
      ['limit=1001', 400, undefined],
      ['limit=0', 422, 'limit'],
      ['page=-1', 422, 'page'],
      ['channel=pigeon', 422, 'channel'],
      ['subscriberId=a&subscriberId=b', 422, 'subscriberId'],
    ])('refuses %s', async (query, expected, field) => {
      const { status, body } = await api.get(`/v1/messages?${query}`);
      expect({ status, field: Object.keys(body.errors ?? {})[0] }).toEqual({ status: expected, field });
    });
  });

  describe('deletion', () => {
    it('of one message', async () => {
      const { ids, url } = await anInbox({}, { channel: 'email', body: '' });
      for (const id of ids) {
        expect((await carillon.otherApi.delete(`/v1/messages/${id}`)).status).toBe(404);
        const { status, body } = await api.delete(`/v1/messages/${id}`);
        expect({ status, body }).toEqual({ status: 200, body: { data: { acknowledged: true, status: 'deleted' } } });
        expect((await api.delete(`/v1/messages/${id}`)).status).toBe(404);
      }
      expect((await api.get(url)).body.data).toEqual([]);
      expect((await api.delete('/v1/messages/none')).status).toBe(404);
    });

    it("of a trigger's messages, on one channel or all", async () => {
      const transactionId = randomUUID();
      const path = `/v1/messages/transaction/${transactionId}`;
      const fields = { transactionId };
      const { subscriber } = await anInbox(fields, { ...fields, channel: 'email', body: '' }, fields, {});
      expect((await carillon.otherApi.delete(path)).status).toBe(404);
      expect((await api.delete(`${path}?channel=pigeon`)).status).toBe(422);
      expect((await api.delete(`${path}?channel=sms`)).status).toBe(404);
      expect((await api.delete(`${path}?channel=email`)).status).toBe(204);
      expect(await messages.countDocuments({ subscriberId: subscriber._id })).toBe(3);
      expect((await api.delete(path)).status).toBe(204);
      expect(await messages.countDocuments({ subscriberId: subscriber._id })).toBe(1);
      expect((await api.delete(path)).status).toBe(404);
    });
  });

  describe('feed and unseen count', () => {
    const given: Partial<Message>[] = [
      { createdAt: at(0) },
      { createdAt: at(1), seen: true },
      { createdAt: at(2), seen: true, read: true, archived: true },
      {
        createdAt: at(3),
        snoozedUntil: new Date('2099-01-01'),
        beforeSnooze: { read: false, archived: false },
      },
    ];

    it.each<[string, string[], number]>([
      ['', ['message 2', 'message 1', 'message 0'], 3],
      ['limit=2', ['message 2', 'message 1'], 3],
      ['limit=2&page=1', ['message 0'], 3],
      ['read=true', ['message 2'], 1],
      ['read=false&seen=true', ['message 1'], 1],
      ['seen=false', ['message 0'], 1],
      ['feedIdentifier=news', [], 0],
      [`payload=${base64({})}`, [], 0],
    ])('feed?%s', async (query, expected, totalCount) => {
      const { v1, ids } = await anInbox(...given);
      const { status, body } = await api.get(`${v1}/notifications/feed?${query}`);
      expect(status).toBe(200);
      expect(body.data.map(({ content }: { content: string }) => content)).toEqual(expected);
      expect(body).toMatchObject({ totalCount, hasMore: query === 'limit=2' });
      const stored = await messages.findById(ids[0]).lean().orFail();
      for (const { _id, _jobId } of body.data) {
        if (_id === ids[0]) expect(_jobId).toBe(jobId(stored.runId, stored.stepId));
      }
    });

    it.each<[string, number]>([
      ['', 1],
      ['?seen=false', 1],
      ['?seen=true', 2],
      ['?seen=true&limit=1', 1],
    ])('unseen%s', async (query, count) => {
      const { v1 } = await anInbox(...given);
      const { status, body } = await api.get(`${v1}/notifications/unseen${query}`);
      expect({ status, body }).toEqual({ status: 200, body: { data: { count } } });
    });

    it.each<[string, number]>([
      ['feed?limit=101', 422],
      ['feed?page=x', 422],
      ['feed?read=maybe', 422],
      ['feed?payload=%25', 400],
      [`feed?payload=${base64([1])}`, 400],
      ['unseen?limit=0', 422],
      ['unseen?seen=maybe', 422],
    ])('refuses %s', async (path, expected) => {
      const { v1 } = await anInbox();
      expect((await api.get(`${v1}/notifications/${path}`)).status).toBe(expected);
    });

    it('of an unknown subscriber is 400 and 404', async () => {
      expect((await api.get('/v1/subscribers/nobody/notifications/feed')).status).toBe(400);
      expect((await api.get('/v1/subscribers/nobody/notifications/unseen')).status).toBe(404);
    });
  });

  describe('marks', () => {
    it.each<[string, Partial<Message>, number]>([
      ['seen', { seen: true, read: false }, 0],
      ['unseen', { seen: false, read: false }, 1],
      ['read', { seen: true, read: true }, 0],
      ['unread', { seen: true, read: false }, 1],
    ])('A1: mark-as and mark-all %s', async (markAs, expected, remaining) => {
      const { v1, ids } = await anInbox({}, { seen: true }, { seen: true, read: true });
      for (const messageId of [ids[0], ids.slice(0, 2)]) {
        const { status, body } = await api.post(`${v1}/messages/mark-as`, { messageId, markAs });
        expect(status).toBe(201);
        expect(body.data).toHaveLength([messageId].flat().length);
        expect(body.data[0]).toMatchObject(expected);
      }
      for (const changed of [remaining, 0]) {
        const { status, body } = await api.post(`${v1}/messages/mark-all`, { markAs });
        expect({ status, body }).toEqual({ status: 201, body: { data: changed } });
      }
    });

    it.each<[{ read?: boolean; seen?: boolean }, Partial<Message>]>([
      [{ seen: true }, { seen: true, read: false }],
      [{ read: true }, { seen: true, read: true }],
      [
        { seen: true, read: true },
        { seen: true, read: true },
      ],
      [
        { seen: true, read: false },
        { seen: true, read: false },
      ],
      [{ seen: false }, { seen: false, read: false }],
    ])('markAs %j', async (mark, expected) => {
      const { v1, ids } = await anInbox({ seen: true, read: mark.read === false });
      const { status, body } = await api.post(`${v1}/messages/markAs`, { messageId: ids[0], mark });
      expect(status).toBe(201);
      expect(body.data).toMatchObject([{ _id: ids[0], ...expected }]);
    });

    it('a feed by name has no messages', async () => {
      const { v1, url } = await anInbox({});
      const request = { markAs: 'read', feedIdentifier: 'news' };
      expect((await api.post(`${v1}/messages/mark-all`, request)).body).toEqual({ data: 0 });
      expect((await api.get(url)).body.data).toMatchObject([{ isRead: false }]);
    });

    it.each<[string, object, number]>([
      ['mark-as', { markAs: 'read' }, 422],
      ['mark-as', { messageId: '', markAs: 'read' }, 400],
      ['mark-as', { messageId: [], markAs: 'read' }, 400],
      ['mark-as', { messageId: null, markAs: 'read' }, 422],
      ['mark-as', { messageId: 'x', markAs: 'read' }, 422],
      ['mark-as', { messageId: MISSING, markAs: 'burnt' }, 422],
      ['mark-as', { messageId: MISSING, markAs: 'read' }, 404],
      ['markAs', { messageId: MISSING }, 422],
      ['markAs', { messageId: MISSING, mark: {} }, 422],
      ['markAs', { messageId: MISSING, mark: { read: 'yes' } }, 422],
      ['markAs', { messageId: MISSING, mark: { read: true } }, 404],
      ['mark-all', {}, 422],
      ['mark-all', { markAs: 'read', feedIdentifier: 7 }, 422],
      [`${MISSING}/actions/primary`, { status: 'done' }, 404],
      [`${MISSING}/actions/third`, { status: 'done' }, 422],
      [`${MISSING}/actions/primary`, {}, 422],
      [`${MISSING}/actions/primary`, { status: 'gone' }, 422],
      [`${MISSING}/actions/primary`, { status: 'done', payload: 'x' }, 422],
    ])('refuses %s %j', async (path, request, expected) => {
      const { v1 } = await anInbox({});
      expect((await api.post(`${v1}/messages/${path}`, request)).status).toBe(expected);
    });

    it("A3: another subscriber's messages are not there", async () => {
      const [mine, other] = [await anInbox(), await anInbox({})];
      const request = { messageId: other.ids, markAs: 'read' };
      expect((await api.post(`${mine.v1}/messages/mark-as`, request)).status).toBe(404);
      expect((await api.get(other.url)).body.data).toMatchObject([{ isRead: false }]);
    });
  });

  it('A4: the status of an action: one result is shown, the last; each button keeps its own', async () => {
    const actions = { primary: { label: 'Yes', completed: false }, secondary: { label: 'No', completed: false } };
    const { v1, url, ids } = await anInbox({ actions });
    const set = async (action: string, request: object) => {
      const { status, body } = await api.post(`${v1}/messages/${ids[0]}/actions/${action}`, request);
      expect(status).toBe(201);
      return body.data;
    };
    const payload = { $set: 1, isMongooseBuffer: true };
    const first = await set('primary', { status: 'done', payload });
    expect(first).toMatchObject({ read: true, seen: true });
    expect(first.cta.action).toMatchObject({ status: 'done', result: { type: 'primary', payload } });
    const second = await set('secondary', { status: 'done' });
    expect(second.cta.action).toMatchObject({ status: 'done', result: { type: 'secondary' } });
    const both = { primaryAction: { isCompleted: true }, secondaryAction: { isCompleted: true } };
    expect((await api.get(url)).body.data).toMatchObject([both]);
    const third = await set('secondary', { status: 'pending' });
    expect(third.cta.action).toMatchObject({ status: 'done', result: { type: 'primary', payload } });
    const { cta } = await set('primary', { status: 'pending' });
    expect(cta.action).toMatchObject({ status: 'pending', result: {} });
    const without = await anInbox({});
    const refused = await api.post(`${without.v1}/messages/${without.ids[0]}/actions/primary`, { status: 'done' });
    expect(refused.status).toBe(400);
  });
});

import type { Model, Types } from 'mongoose';
import { INBOX_NOTICES, type NewMessage } from '../../../src/notifications/messages/inbox-notices.js';
import { MessagesService } from '../../../src/notifications/messages/messages.service.js';
import type { Message } from '../../../src/notifications/messages/message.schema.js';
import { PubSub } from '../../../src/platform/queue/pub-sub.js';
import type { ApiResponse, ApiClient } from '../../api-client.js';
import { aSubscriber } from '../../builders/subscriber.js';
import { aWorkflow } from '../../builders/workflow.js';
import { MovableClock } from '../../delivery/engine-scene.js';
import { eventually } from '../../eventually.js';
import { aMessage, type Inboxes, inboxesOf } from './inbox-scene.js';
import { startTestApp, type TestApp } from '../../test-app.js';

const MINUTE = 60_000;
const DAY = 86_400_000;
const MISSING = '000000000000000000000000';
const CAP = 5;

describe('changes in an inbox', () => {
  const clock = new MovableClock();
  let carillon: TestApp;
  let api: ApiClient;
  let messages: Model<Message>;
  let anInbox: Inboxes['anInbox'];
  /** Internal ids of subscribers whose inboxes were told to have changed, and the messages that arrived. */
  const told: { changed: string[]; received: NewMessage[] } = { changed: [], received: [] };

  beforeAll(async () => {
    carillon = await startTestApp({ clock, settings: { INBOX_COUNT_CAP: String(CAP) } });
    api = carillon.api;
    ({ anInbox, messages } = inboxesOf(carillon));
    await carillon.app.get(PubSub).subscribe(INBOX_NOTICES, {
      onNotices: (notices) => {
        told.changed.push(...notices.flatMap(({ changed = [] }) => changed.map((id) => id.toHexString())));
        told.received.push(...notices.flatMap(({ received = [] }) => received));
      },
      onInterruption: () => undefined,
    });
  });

  beforeEach(() => {
    told.changed = [];
    told.received = [];
  });

  afterAll(() => carillon.close());

  /** How often the inbox of a subscriber was told to have changed; those of earlier tests may change at any time. */
  const toldOf = ({ _id }: { _id: Types.ObjectId }) => told.changed.filter((id) => id === _id.toHexString()).length;
  const inMinutes = (minutes: number) => new Date(clock.now().getTime() + minutes * MINUTE);
  const until = (minutes: number) => ({ snoozeUntil: inMinutes(minutes).toISOString() });
  const count = (url: string, ...filters: object[]): Promise<ApiResponse> =>
    api.get(`${url}/count?filters=${encodeURIComponent(JSON.stringify(filters))}`);
  const bodies = async (url: string): Promise<string[]> => {
    const { body } = await api.get(url);
    return body.data.map((notification: { body: string }) => notification.body).sort();
  };
  const counts = async (url: string, ...filters: object[]): Promise<number[]> =>
    (await count(url, ...filters)).body.data.map((one: { count: number }) => one.count);

  describe('counts', () => {
    it('A7: answers each filter in its order', async () => {
      const { url } = await anInbox({}, { read: true, seen: true }, { tags: ['x'], severity: 'high', data: { a: 1 } });
      const filters = [
        { read: false },
        { read: true },
        { tags: ['x', 'y'] },
        { tags: { and: [{ or: ['x'] }, { or: ['y'] }] } },
        { data: { a: [1, 2] } },
        { data: '{"a":1}', severity: ['high'] },
        { archived: true },
        { snoozed: true },
        { contextKeys: ['tenant:acme'] },
        { createdGte: clock.now().getTime() },
        {},
      ];
      const { status, body } = await count(url, ...filters);
      expect(status).toBe(200);
      const expected = [2, 1, 1, 0, 1, 1, 0, 0, 0, 0, 3];
      expect(body).toEqual({ data: filters.map((filter, index) => ({ count: expected[index], filter })) });
    });

    it('A7: are exact up to the cap, and say when there are more', async () => {
      const { url } = await anInbox(...Array.from({ length: CAP + 1 }, (_, index) => ({ read: index === 0 })));
      const { body } = await count(url, {}, { read: false });
      expect(body.data).toEqual([
        { count: CAP, countCapped: true, filter: {} },
        { count: CAP, filter: { read: false } },
      ]);
    });

    it.each<[string, unknown, string]>([
      ['nothing', [], 'filters'],
      ['31 filters', Array.from({ length: 31 }, () => ({})), 'filters'],
      ['no list', { read: false }, 'filters'],
      ['a list of texts', ['read'], 'filters'],
      ['a flag that is none', [{}, { read: 'maybe' }], 'filters.1.read'],
      ['null', [{ read: null }], 'filters.0.read'],
      ['tags that are none', [{ tags: { not: ['x'] } }], 'filters.0.tags'],
      ['data with an operator', [{ data: { $where: 1 } }], 'filters.0.data'],
      ['an unknown severity', [{ severity: ['huge'] }], 'filters.0.severity'],
    ])('refuses %s', async (_what, filters, field) => {
      const { url } = await anInbox();
      const { status, body } = await api.get(`${url}/count?filters=${encodeURIComponent(JSON.stringify(filters))}`);
      expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: [field] });
    });

    it('A2: refuses to count unread together with archived, and text that is no JSON', async () => {
      const { url } = await anInbox();
      expect((await count(url, { read: false, archived: true })).status).toBe(400);
      expect((await api.get(`${url}/count?filters=x`)).status).toBe(400);
      expect((await api.get(`${url}/count`)).body.errors).toHaveProperty('filters');
    });
  });

  describe('all that match', () => {
    const old = new Date('2026-01-01');
    const snoozed: Partial<Message> = {
      snoozedUntil: new Date('2099-01-01'),
      beforeSnooze: { read: false, archived: false },
    };
    const given: Partial<Message>[] = [
      {},
      { seen: true, read: true, readAt: old },
      { seen: true, read: true, archived: true, tags: ['x'] },
      { tags: ['x'] },
      { data: { orderId: 7 } },
      { contextKeys: ['tenant:acme'] },
      snoozed,
    ];

    it.each<[string, object, string, number[]]>([
      ['read', {}, 'read=true', [0, 1, 3, 4, 5]],
      ['read', { tags: ['x'] }, 'read=true', [1, 3]],
      ['read', { tags: { and: [{ or: ['x'] }, { or: ['x', 'y'] }] } }, 'read=true', [1, 3]],
      ['read', { tags: {} }, 'read=true', [0, 1, 3, 4, 5]],
      ['read', { data: '{"orderId":7}' }, 'read=true', [1, 4]],
      ['read', { contextKeys: ['tenant:acme'] }, 'read=true', [1, 5]],
      ['read', { contextKeys: [] }, 'read=true', [0, 1, 3, 4]],
      ['archive', {}, 'archived=true', [0, 1, 2, 3, 4, 5]],
      ['archive', { tags: ['x'] }, 'archived=true', [2, 3]],
      ['read-archive', {}, 'archived=true', [1, 2]],
      ['seen', {}, 'seen=true', [0, 1, 3, 4, 5]],
      ['seen', { tags: ['x'] }, 'seen=true', [1, 3]],
    ])('A1, A8: %s %j', async (change, which, filter, expected) => {
      const { url, subscriber } = await anInbox(...given);
      const { status, body } = await api.post(`${url}/${change}`, which);
      expect({ status, body }).toEqual({ status: 204, body: undefined });
      expect(await bodies(`${url}?${filter}&limit=100`)).toEqual(expected.map((index) => `message ${index}`));
      expect(await bodies(`${url}?snoozed=true`)).toEqual(['message 6']);
      expect(toldOf(subscriber)).toBe(1);
      const before = await messages.find({ subscriberId: subscriber._id }, { lastSeenAt: 0 }).lean();
      await api.post(`${url}/${change}`, which);
      expect(await messages.find({ subscriberId: subscriber._id }, { lastSeenAt: 0 }).lean()).toEqual(before);
    });

    it('deletes all, archived and snoozed ones with them, or those that match', async () => {
      const { url, subscriber } = await anInbox(...given);
      expect((await api.post(`${url}/delete`, { tags: ['x'] })).status).toBe(204);
      expect(await messages.countDocuments({ subscriberId: subscriber._id })).toBe(5);
      expect((await api.post(`${url}/delete`, {})).status).toBe(204);
      expect(await messages.countDocuments({ subscriberId: subscriber._id })).toBe(0);
    });

    it('takes more than one command has room for', async () => {
      const { url } = await anInbox(...Array.from({ length: 501 }, () => ({})));
      await api.post(`${url}/read`, {});
      expect(await counts(url, { read: false }, { read: true })).toEqual([0, CAP]);
    });

    it.each<[string, object, string]>([
      ['read', { tags: 'x' }, 'tags'],
      ['read', { tags: null }, 'tags'],
      ['archive', { tags: [1] }, 'tags'],
      ['read-archive', { data: { a: 1 } }, 'data'],
      ['delete', { data: 'x' }, 'data'],
      ['delete', { contextKeys: 'a:b' }, 'contextKeys'],
      ['seen', { notificationIds: ['x'] }, 'notificationIds'],
      ['seen', { notificationIds: null }, 'notificationIds'],
    ])('refuses %s %j', async (change, which, field) => {
      const { url, subscriber } = await anInbox({});
      const { status, body } = await api.post(`${url}/${change}`, which);
      expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: [field] });
      expect(toldOf(subscriber)).toBe(0);
    });
  });

  describe('A3: another context is not there', () => {
    const moves = ['read', 'unread', 'archive', 'unarchive', 'snooze', 'unsnooze', 'actions/primary/complete'];

    it.each([...moves, 'delete'])('%s', async (move) => {
      const actions = { primary: { label: 'Yes', completed: false } };
      const { url, ids } = await anInbox({ contextKeys: ['app:x', 'tenant:acme'], actions });
      const send = (contexts: string) =>
        move === 'delete'
          ? api.delete(`${url}/${ids[0]}?${contexts}`)
          : api.patch(`${url}/${ids[0]}/${move}?${contexts}`, until(5));
      for (const contexts of ['contextKeys=tenant:acme', 'contextKeys=', 'contextKeys=tenant:acme&contextKeys=app:y']) {
        expect((await send(contexts)).status).toBe(404);
      }
      const exact = await send('contextKeys=tenant:acme&contextKeys=app:x');
      expect(exact.status).toBe(move === 'delete' ? 204 : 200);
    });
  });

  it('deletes a notification for good', async () => {
    const { url, ids, subscriber } = await anInbox({}, {});
    expect((await api.delete(`${url}/${ids[0]}`)).status).toBe(204);
    expect(await bodies(url)).toEqual(['message 1']);
    expect(toldOf(subscriber)).toBe(1);
    for (const id of [ids[0], MISSING]) expect((await api.delete(`${url}/${id}`)).status).toBe(404);
  });

  describe('A9: a snooze', () => {
    it('hides a notification from list and count at once, and shows it with the snoozed ones', async () => {
      const { url, ids, subscriber } = await anInbox({ read: true, seen: true }, {});
      const { status, body } = await api.patch(`${url}/${ids[0]}/snooze`, until(10));
      expect(status).toBe(200);
      expect(body).toMatchObject({ id: ids[0], isSnoozed: true, isRead: true, snoozedUntil: expect.any(String) });
      expect(await bodies(url)).toEqual(['message 1']);
      expect(await bodies(`${url}?snoozed=true&read=true`)).toEqual(['message 0']);
      expect(await bodies(`${url}?snoozed=true&read=false`)).toEqual([]);
      expect(await counts(url, {}, { read: false }, { snoozed: true })).toEqual([1, 1, 1]);
      expect(toldOf(subscriber)).toBe(1);
    });

    it.each(['read', 'unread', 'archive', 'unarchive'])('refuses %s meanwhile', async (move) => {
      const { url, ids } = await anInbox({});
      await api.patch(`${url}/${ids[0]}/snooze`, until(10));
      const { status, body } = await api.patch(`${url}/${ids[0]}/${move}`);
      expect(status).toBe(400);
      expect(body.message).toMatch(/is snoozed until .*; end the snooze first/);
    });

    it('ended by hand restores the state as it was and notes the delivery; again it changes nothing', async () => {
      const { url, ids } = await anInbox({ read: true, seen: true, archived: true });
      await api.patch(`${url}/${ids[0]}/snooze`, until(10));
      const { status, body } = await api.patch(`${url}/${ids[0]}/unsnooze`);
      expect(status).toBe(200);
      expect(body).toMatchObject({ isSnoozed: false, isRead: true, isArchived: true });
      expect(body.deliveredAt).toHaveLength(2);
      expect((await api.patch(`${url}/${ids[0]}/unsnooze`)).body).toEqual(body);
    });

    it('ends by itself: unread, delivered once more, in list and count from that moment on', async () => {
      const { url, ids, subscriber } = await anInbox({ read: true, seen: true });
      const end = until(30);
      await api.patch(`${url}/${ids[0]}/snooze`, end);
      clock.forward(29 * MINUTE);
      expect(await counts(url, {}, { snoozed: true })).toEqual([0, 1]);
      told.changed = [];
      clock.forward(MINUTE);
      expect(await counts(url, { read: false }, { snoozed: true })).toEqual([1, 0]);
      const { body } = await api.get(url);
      const awake = { isSnoozed: false, isRead: false, deliveredAt: [expect.any(String), end.snoozeUntil] };
      expect(body.data).toMatchObject([awake]);
      // The worker notes it, tells of it, and nothing looks different then.
      await eventually(async () => {
        expect(await messages.findById(ids[0]).lean()).not.toHaveProperty('snoozedUntil');
        expect(told.changed).toContain(subscriber._id.toHexString());
      });
      expect((await api.get(url)).body).toEqual(body);
    });

    it.each<[string, object]>([
      ['nothing', {}],
      ['null', { snoozeUntil: null }],
      ['a number', { snoozeUntil: 1 }],
      ['no time', { snoozeUntil: 'tomorrow' }],
      ['a day that is none', { snoozeUntil: '2099-02-30T00:00:00Z' }],
      ['the past', { snoozeUntil: '2020-01-01T00:00:00Z' }],
    ])('refuses %s', async (_what, request) => {
      const { url, ids } = await anInbox({});
      const { status, body } = await api.patch(`${url}/${ids[0]}/snooze`, request);
      expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: ['snoozeUntil'] });
    });

    it('is three minutes to ninety days long', async () => {
      const { url, ids } = await anInbox({});
      const statusOf = async (minutes: number) => (await api.patch(`${url}/${ids[0]}/snooze`, until(minutes))).status;
      const lengths = [2.9, 3.5, 90 * 1440, 90 * 1440 + 1];
      const statuses = [];
      for (const minutes of lengths) statuses.push(await statusOf(minutes));
      expect(statuses).toEqual([422, 200, 200, 422]);
    });

    it('of an unknown notification is 404', async () => {
      const { url } = await anInbox();
      expect((await api.patch(`${url}/${MISSING}/snooze`, until(5))).status).toBe(404);
      expect((await api.patch(`${url}/${MISSING}/unsnooze`)).status).toBe(404);
    });

    it('N2: puts off the expiry, which counts from its end', async () => {
      const { url, ids } = await anInbox({ expiresAt: inMinutes(60) });
      const end = inMinutes(89 * 1440);
      await api.patch(`${url}/${ids[0]}/snooze`, { snoozeUntil: end.toISOString() });
      const { expiresAt } = await messages.findById(ids[0]).lean().orFail();
      expect(expiresAt.getTime() - end.getTime()).toBe(365 * DAY);
      await api.patch(`${url}/${ids[0]}/unsnooze`);
      const ended = await messages.findById(ids[0]).lean().orFail();
      expect(Math.round((ended.expiresAt.getTime() - clock.now().getTime()) / DAY)).toBe(365);
    });
  });

  it('N3: what has expired is in no list and no count, and cannot be changed', async () => {
    const { url, v1, ids, subscriberId } = await anInbox({ expiresAt: inMinutes(30) }, {});
    clock.forward(31 * MINUTE);
    expect(await bodies(url)).toEqual(['message 1']);
    expect(await counts(url, {})).toEqual([1]);
    expect((await api.get(`/v1/messages?subscriberId=${subscriberId}`)).body.data).toHaveLength(1);
    expect((await api.get(`${v1}/notifications/feed`)).body.totalCount).toBe(1);
    expect((await api.patch(`${url}/${ids[0]}/read`)).status).toBe(404);
    expect((await api.delete(`/v1/messages/${ids[0]}`)).status).toBe(404);
  });

  it.each([
    ['that of its workflow', undefined, 'low'],
    ['the one that the trigger names', { severity: 'high' }, 'high'],
  ])('A11: the severity of a notification is %s', async (_which, overrides, severity) => {
    const workflow = aWorkflow({ severity: 'low' });
    await api.workflow(workflow);
    const { subscriberId } = aSubscriber();
    await api.trigger(workflow.workflowId, { to: subscriberId, overrides });
    await eventually(async () => {
      const { body } = await api.get(`/v2/subscribers/${subscriberId}/notifications?severity=${severity}`);
      expect(body.data).toMatchObject([{ severity, workflow: { severity: 'low' } }]);
    });
  });

  it('A10: a step that runs again writes no second message and leaves the state as it is', async () => {
    const { url, ids, subscriber } = await anInbox({});
    await api.patch(`${url}/${ids[0]}/read`);
    const stored = await messages.findById(ids[0]).lean().orFail();
    const [again, fresh] = [aMessage(subscriber, { _id: stored._id }), aMessage(subscriber, {})];
    await carillon.app.get(MessagesService).insertNew([again, fresh]);
    expect(await messages.findById(ids[0]).lean()).toEqual(stored);
    expect(await messages.countDocuments({ subscriberId: subscriber._id })).toBe(2);
    // Of a message of an earlier test it may be told after it was seen.
    const own = told.received.filter(({ subscriberId }) => subscriberId.equals(subscriber._id));
    expect(own.map(({ _id }) => _id)).toEqual([fresh._id]);
  });
});

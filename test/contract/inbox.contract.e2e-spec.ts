import type { Novu } from '@novu/api';
import { MessagesStatusEnum } from '@novu/node';
import { ErrorDto, ValidationErrorDto } from '@novu/api/models/errors/index.js';
import type { Message } from '../../src/notifications/messages/message.schema.js';
import { inboxesOf, type TestInbox } from '../notifications/inbox/inbox-scene.js';
import { type OfficialClients, startWithOfficialClients } from './official-clients.js';

const MISSING = '000000000000000000000000';
const NOT_FOUND = { constructor: ErrorDto, statusCode: 404 };
const BAD = { constructor: ErrorDto, statusCode: 400 };
const INVALID = { constructor: ValidationErrorDto, statusCode: 422 };
const ACTIONS = {
  primary: { label: 'Yes', completed: false, redirect: { url: '/yes', target: '_self' as const } },
  secondary: { label: 'No', completed: false },
};
const FULL: Partial<Message> = {
  subject: 'Hello',
  avatar: 'https://example.com/a.png',
  actions: ACTIONS,
  redirect: { url: 'https://example.com', target: '_blank' },
  data: { orderId: 7 },
  severity: 'high',
  contextKeys: ['tenant:acme'],
};

describe('the official clients work with the inbox', () => {
  let test: OfficialClients;
  let novu: Novu;
  let inbox: TestInbox;
  let one: { subscriberId: string; notificationId: string };
  let nowhere: { subscriberId: string; notificationId: string };

  beforeAll(async () => {
    test = await startWithOfficialClients();
    novu = test.novu;
  });

  beforeEach(async () => {
    inbox = await inboxesOf(test).anInbox(FULL, {});
    one = { subscriberId: inbox.subscriberId, notificationId: inbox.ids[0]! };
    nowhere = { ...one, notificationId: MISSING };
  });

  afterAll(() => test.close());

  const inAnHour = () => new Date(Date.now() + 3_600_000);

  it('list', async () => {
    const { subscriberId, ids } = inbox;
    const { result } = await novu.subscribers.notifications.list({ subscriberId, contextKeys: ['tenant:acme'] });
    expect(result.hasMore).toBe(false);
    expect(result.data).toMatchObject([
      {
        id: ids[0],
        subject: 'Hello',
        to: { subscriberId },
        primaryAction: { label: 'Yes', isCompleted: false, redirect: { url: '/yes' } },
        redirect: { url: 'https://example.com', target: '_blank' },
        data: { orderId: 7 },
        workflow: { identifier: 'welcome' },
        severity: 'high',
      },
    ]);
    const rest = await novu.subscribers.notifications.list({ subscriberId, limit: 1, severity: ['none'], read: false });
    expect(rest.result.data).toMatchObject([{ id: ids[1] }]);
    await expect(novu.subscribers.notifications.list({ subscriberId: 'nobody' })).rejects.toMatchObject(NOT_FOUND);
    await expect(novu.subscribers.notifications.list({ subscriberId, limit: 101 })).rejects.toMatchObject(INVALID);
    await expect(
      novu.subscribers.notifications.list({ subscriberId, read: false, archived: true }),
    ).rejects.toMatchObject(BAD);
    await expect(test.otherNovu.subscribers.notifications.list({ subscriberId })).rejects.toMatchObject(NOT_FOUND);
  });

  it('count', async () => {
    const filters = [{ read: false }, { severity: ['high'] }];
    const { result } = await novu.subscribers.notifications.count(inbox.subscriberId, JSON.stringify(filters));
    expect(result).toEqual([
      { count: 2, filter: filters[0] },
      { count: 1, filter: filters[1] },
    ]);
    await expect(novu.subscribers.notifications.count(inbox.subscriberId, 'x')).rejects.toMatchObject(BAD);
    await expect(novu.subscribers.notifications.count(inbox.subscriberId, '[]')).rejects.toMatchObject(INVALID);
    await expect(novu.subscribers.notifications.count('nobody', '[{}]')).rejects.toMatchObject(NOT_FOUND);
  });

  it('markAsRead, markAsUnread, archive, unarchive', async () => {
    const { notifications } = novu.subscribers;
    const contextKeys = ['tenant:acme'];
    expect((await notifications.markAsRead(one)).result).toMatchObject({ isRead: true, readAt: expect.any(String) });
    expect((await notifications.markAsUnread({ ...one, contextKeys })).result).toMatchObject({ isRead: false });
    const archived = (await notifications.archive(one)).result;
    expect(archived).toMatchObject({ isArchived: true, archivedAt: expect.any(String) });
    expect((await notifications.unarchive(one)).result).toMatchObject({ isArchived: false, isRead: true });
    for (const method of ['markAsRead', 'markAsUnread', 'archive', 'unarchive'] as const) {
      await expect(notifications[method](nowhere)).rejects.toMatchObject(NOT_FOUND);
      await expect(notifications[method]({ ...one, contextKeys: ['tenant:x'] })).rejects.toMatchObject(NOT_FOUND);
      await expect(test.otherNovu.subscribers.notifications[method](one)).rejects.toMatchObject(NOT_FOUND);
    }
  });

  it('snooze, unsnooze', async () => {
    const { notifications } = novu.subscribers;
    const snoozeSubscriberNotificationDto = { snoozeUntil: inAnHour() };
    const { result } = await notifications.snooze({ ...one, snoozeSubscriberNotificationDto });
    const snoozedUntil = snoozeSubscriberNotificationDto.snoozeUntil.toISOString();
    expect(result).toMatchObject({ isSnoozed: true, snoozedUntil });
    await expect(notifications.markAsRead(one)).rejects.toMatchObject(BAD);
    const tooSoon = { snoozeSubscriberNotificationDto: { snoozeUntil: new Date() } };
    await expect(notifications.snooze({ ...one, ...tooSoon })).rejects.toMatchObject(INVALID);
    await expect(notifications.snooze({ ...nowhere, snoozeSubscriberNotificationDto })).rejects.toMatchObject(
      NOT_FOUND,
    );
    const ended = (await notifications.unsnooze(one)).result;
    expect(ended.isSnoozed).toBe(false);
    expect(ended.deliveredAt).toHaveLength(2);
    await expect(notifications.unsnooze(nowhere)).rejects.toMatchObject(NOT_FOUND);
  });

  it('completeAction, revertAction', async () => {
    const { notifications } = novu.subscribers;
    const done = await notifications.completeAction({ ...one, actionType: 'secondary' });
    expect(done.result).toMatchObject({ isRead: true, secondaryAction: { isCompleted: true } });
    const reverted = await notifications.revertAction({ ...one, actionType: 'secondary' });
    expect(reverted.result).toMatchObject({ secondaryAction: { isCompleted: false } });
    for (const method of ['completeAction', 'revertAction'] as const) {
      await expect(notifications[method]({ ...nowhere, actionType: 'primary' })).rejects.toMatchObject(NOT_FOUND);
      const without = { ...one, notificationId: inbox.ids[1]!, actionType: 'primary' as const };
      await expect(notifications[method](without)).rejects.toMatchObject(BAD);
    }
  });

  it('delete', async () => {
    const { notifications } = novu.subscribers;
    await expect(test.otherNovu.subscribers.notifications.delete(one)).rejects.toMatchObject(NOT_FOUND);
    await notifications.delete(one);
    await expect(notifications.delete(one)).rejects.toMatchObject(NOT_FOUND);
  });

  it('markAsSeen, markAllAsRead, archiveAllRead, archiveAll, deleteAll', async () => {
    const { notifications } = novu.subscribers;
    const { subscriberId, ids } = inbox;
    const counts = async (...filters: object[]) =>
      (await notifications.count(subscriberId, JSON.stringify(filters))).result.map(({ count }) => count);
    await notifications.markAsSeen({ notificationIds: [ids[1]!] }, subscriberId);
    expect(await counts({ seen: true })).toEqual([1]);
    await notifications.markAsSeen({ tags: {} }, subscriberId);
    expect(await counts({ seen: true })).toEqual([2]);
    await notifications.markAllAsRead({ data: '{"orderId":7}' }, subscriberId);
    expect(await counts({ read: true })).toEqual([1]);
    await notifications.archiveAllRead({}, subscriberId);
    expect(await counts({ archived: true }, {})).toEqual([1, 1]);
    await notifications.archiveAll({ contextKeys: ['tenant:acme'] }, subscriberId);
    expect(await counts({ archived: true })).toEqual([1]);
    await notifications.archiveAll({}, subscriberId);
    expect(await counts({ archived: true })).toEqual([2]);
    await notifications.deleteAll({}, subscriberId);
    expect(await counts({ archived: true }, {})).toEqual([0, 0]);
    for (const method of ['markAsSeen', 'markAllAsRead', 'archiveAllRead', 'archiveAll', 'deleteAll'] as const) {
      await expect(notifications[method]({}, 'nobody')).rejects.toMatchObject(NOT_FOUND);
      await expect(notifications[method]({ data: 'x' }, subscriberId)).rejects.toMatchObject(INVALID);
    }
  });

  it('feed, unseenCount', async () => {
    const { notifications } = novu.subscribers;
    const { subscriberId, ids } = inbox;
    const { result } = await notifications.feed({ subscriberId, page: 0, limit: 1 });
    expect(result).toMatchObject({ totalCount: 2, hasMore: true, page: 0, pageSize: 1 });
    expect(result.data[0]).toMatchObject({ content: expect.any(String), createdAt: expect.any(Date) });
    expect(ids).toContain(result.data[0]!.id);
    expect((await notifications.unseenCount({ subscriberId })).result).toEqual({ count: 2 });
    await expect(notifications.feed({ subscriberId: 'nobody' })).rejects.toMatchObject(BAD);
    await expect(notifications.feed({ subscriberId, limit: 101 })).rejects.toMatchObject(INVALID);
    await expect(notifications.unseenCount({ subscriberId: 'nobody' })).rejects.toMatchObject(NOT_FOUND);
    await expect(notifications.unseenCount({ subscriberId, limit: 0 })).rejects.toMatchObject(INVALID);
  });

  it('messages.markAll, messages.markAllAs, messages.updateAsSeen', async () => {
    const { messages } = novu.subscribers;
    const { subscriberId, ids } = inbox;
    const marked = await messages.markAllAs({ messageId: ids, markAs: 'seen' }, subscriberId);
    expect(marked.result).toMatchObject([{ seen: true }, { seen: true }]);
    expect((await messages.markAll({ markAs: 'read' }, subscriberId)).result).toBe(2);
    const action = { subscriberId, messageId: ids[0]!, type: 'primary' };
    const { result } = await messages.updateAsSeen({ ...action, markMessageActionAsSeenDto: { status: 'done' } });
    expect(result.cta.action).toMatchObject({ status: 'done', result: { type: 'primary' } });
    await expect(messages.markAllAs({ messageId: [], markAs: 'seen' }, subscriberId)).rejects.toMatchObject(BAD);
    await expect(messages.markAllAs({ messageId: MISSING, markAs: 'seen' }, subscriberId)).rejects.toMatchObject(
      NOT_FOUND,
    );
    await expect(messages.markAllAs({ messageId: 'x', markAs: 'seen' }, subscriberId)).rejects.toMatchObject(INVALID);
    await expect(messages.markAll({ markAs: 'read' }, 'nobody')).rejects.toMatchObject(NOT_FOUND);
    const unknown = { ...action, messageId: MISSING, markMessageActionAsSeenDto: { status: 'pending' as const } };
    await expect(messages.updateAsSeen(unknown)).rejects.toMatchObject(NOT_FOUND);
    await expect(messages.updateAsSeen({ ...unknown, type: 'third' })).rejects.toMatchObject(INVALID);
  });

  it('messages: retrieve, delete, deleteByTransactionId', async () => {
    const { subscriberId, ids } = inbox;
    const { result } = await novu.messages.retrieve({ subscriberId, transactionId: ['t-1'], channel: 'in_app' });
    expect(new Set(result.data.map(({ id }) => id))).toEqual(new Set(ids));
    await expect(novu.messages.retrieve({ limit: 1001 })).rejects.toMatchObject(BAD);
    await expect(novu.messages.retrieve({ page: -1 })).rejects.toMatchObject(INVALID);
    expect((await novu.messages.delete(ids[0]!)).result).toEqual({ acknowledged: true, status: 'deleted' });
    await expect(novu.messages.delete(ids[0]!)).rejects.toMatchObject(NOT_FOUND);
    await novu.messages.deleteByTransactionId('t-1');
    await expect(novu.messages.deleteByTransactionId('t-1', 'in_app')).rejects.toMatchObject(NOT_FOUND);
  });

  describe('as the older client knows it', () => {
    // The answers of this client are untyped.
    const bodyOf = async (answer: Promise<unknown>) => ((await answer) as { data: unknown }).data;
    const dataOf = async (answer: Promise<unknown>) => ((await bodyOf(answer)) as { data: unknown }).data;
    const failure = (status: number) => ({ response: { status } });

    it('getNotificationsFeed, getUnseenCount', async () => {
      const { subscribers } = test.older;
      const feed = await bodyOf(subscribers.getNotificationsFeed(inbox.subscriberId, { page: 0, limit: 5 }));
      expect(feed).toMatchObject({ totalCount: 2, hasMore: false, pageSize: 5 });
      expect(await dataOf(subscribers.getUnseenCount(inbox.subscriberId, false))).toEqual({ count: 2 });
      const none = subscribers.getNotificationsFeed(inbox.subscriberId, { payload: { a: 1 } });
      expect(await bodyOf(none)).toMatchObject({ totalCount: 0 });
      await expect(subscribers.getNotificationsFeed('nobody')).rejects.toMatchObject(failure(400));
    });

    it('markMessageSeen, markMessageRead, markMessageAs, markAllMessagesAs, markMessageActionSeen', async () => {
      const { subscribers } = test.older;
      const { subscriberId, ids } = inbox;
      const id = ids[0]!;
      expect(await dataOf(subscribers.markMessageSeen(subscriberId, id))).toMatchObject([{ seen: true, read: false }]);
      expect(await dataOf(subscribers.markMessageRead(subscriberId, id))).toMatchObject([{ seen: true, read: true }]);
      const unseen = subscribers.markMessageAs(subscriberId, id, { seen: false });
      expect(await dataOf(unseen)).toMatchObject([{ seen: false, read: false }]);
      const all = subscribers.markAllMessagesAs(subscriberId, MessagesStatusEnum.READ);
      expect(await dataOf(all)).toBe(2);
      // The package does not export the names of its buttons.
      const change = { status: 'done', payload: { answer: 42 } } as never;
      const done = await dataOf(subscribers.markMessageActionSeen(subscriberId, id, 'primary' as never, change));
      expect(done).toMatchObject({
        cta: { action: { status: 'done', result: { type: 'primary', payload: { answer: 42 } } } },
      });
      await expect(subscribers.markMessageSeen(subscriberId, MISSING)).rejects.toMatchObject(failure(404));
    });

    it('messages: list, deleteById, deleteByTransactionId', async () => {
      const { messages } = test.older;
      const listed = await bodyOf(messages.list({ subscriberId: inbox.subscriberId, limit: 1 }));
      expect(listed).toMatchObject({ hasMore: true, pageSize: 1, data: [{ transactionId: 't-1' }] });
      const deleted = await dataOf(messages.deleteById(inbox.ids[0]!));
      expect(deleted).toEqual({ acknowledged: true, status: 'deleted' });
      expect(await messages.deleteByTransactionId('t-1')).toMatchObject({ status: 204 });
      await expect(messages.deleteByTransactionId('t-1')).rejects.toMatchObject(failure(404));
    });
  });
});

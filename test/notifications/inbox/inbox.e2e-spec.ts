import { getModelToken } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { Environment } from '../../../src/auth/environment.schema.js';
import type { Message } from '../../../src/notifications/messages/message.schema.js';
import type { ApiClient } from '../../api-client.js';
import { aMessage, type Inboxes, inboxesOf } from './inbox-scene.js';
import { startTestApp, type TestApp } from '../../test-app.js';

const MISSING = '000000000000000000000000';

describe('inbox notifications of a subscriber', () => {
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

  const bodies = async (url: string): Promise<string[]> => {
    const { body } = await api.get(url);
    return body.data.map((notification: { body: string }) => notification.body);
  };

  it('shows every field of a notification, and leaves out those that are not set', async () => {
    const { url, ids, subscriberId } = await anInbox({
      subject: 'Hello',
      body: 'World',
      avatar: 'https://example.com/a.png',
      actions: { primary: { label: 'Show', redirect: { url: '/x', target: '_self' }, completed: false } },
      redirect: { url: 'https://example.com', target: '_blank' },
      data: { orderId: 7 },
      severity: 'high',
    });
    const { status, body } = await api.get(url);
    expect(status).toBe(200);
    expect(body).toEqual({
      data: [
        {
          id: ids[0],
          transactionId: 't-1',
          subject: 'Hello',
          body: 'World',
          to: { id: expect.stringMatching(/^[0-9a-f]{24}$/), subscriberId, firstName: 'Ada', avatar: '/ada.png' },
          isRead: false,
          isSeen: false,
          isArchived: false,
          isSnoozed: false,
          deliveredAt: ['2026-02-03T04:05:06.789Z'],
          createdAt: '2026-02-03T04:05:06.789Z',
          avatar: 'https://example.com/a.png',
          primaryAction: { label: 'Show', isCompleted: false, redirect: { url: '/x', target: '_self' } },
          channelType: 'in_app',
          tags: ['news'],
          data: { orderId: 7 },
          redirect: { url: 'https://example.com', target: '_blank' },
          workflow: {
            id: '6925a1f0c0ffee0123456789',
            identifier: 'welcome',
            name: 'Welcome',
            critical: false,
            tags: ['news'],
            severity: 'none',
          },
          severity: 'high',
        },
      ],
      hasMore: false,
      filter: {},
    });
  });

  describe('list', () => {
    it('A5: is newest first, ten at a time', async () => {
      const { url } = await anInbox(
        ...Array.from({ length: 11 }, (_, index) => ({ createdAt: new Date(1_770_000_000_000 + index) })),
      );
      const { body } = await api.get(url);
      expect(body.data).toHaveLength(10);
      expect(body.data[0].body).toBe('message 10');
      expect(body.hasMore).toBe(true);
    });

    it('A6: pages have no gaps and no repeats while messages of the same millisecond arrive', async () => {
      const { url, ids, subscriber } = await anInbox(...Array.from({ length: 25 }, () => ({})));
      const seen: string[] = [];
      let after = '';
      for (let more = true; more;) {
        const { body } = await api.get(`${url}?limit=7${after && `&after=${after}`}`);
        seen.push(...body.data.map(({ id }: { id: string }) => id));
        after = seen.at(-1) ?? '';
        more = body.hasMore;
        await messages.insertMany([aMessage(subscriber, { createdAt: new Date() })]);
      }
      expect(seen).toEqual([...ids].sort().reverse());
    });

    it('pages by offset too', async () => {
      const { url } = await anInbox(
        ...Array.from({ length: 5 }, (_, index) => ({ createdAt: new Date(1_770_000_000_000 + index) })),
      );
      expect(await bodies(`${url}?limit=2&offset=3`)).toEqual(['message 1', 'message 0']);
    });

    it.each([
      ['read=true', [1]],
      ['read=false', [0, 2, 4, 5]],
      ['seen=true', [1, 2]],
      ['seen=false', [0, 4, 5]],
      ['archived=true', [3]],
      ['archived=false', [0, 1, 2, 4, 5]],
      ['snoozed=true', []],
      ['tags=alpha&tags=beta', [4, 5]],
      ['tags=alpha', [4]],
      ['severity=high', [5]],
      ['severity=high&severity=low', [0, 5]],
      ['data=%7B%22orderId%22%3A7%7D', [2]],
      ['data=%7B%22orderId%22%3A%227%22%7D', []],
      ['data=%7B%22orderId%22%3A%5B6%2C7%5D%7D', [2]],
      ['tags[]=alpha&tags[]=beta', [4, 5]],
      ['tags[0][]=alpha&tags[0][]=beta&tags[1][]=beta', [5]],
      ['contextKeys=tenant:acme', [1]],
      ['contextKeys=app:x&contextKeys=tenant:acme', [2]],
      ['contextKeys=', [0, 4, 5]],
      ['createdGte=1770000000005', [5]],
      ['createdLte=1770000000001', [0, 1]],
      ['read=false&tags=beta', [5]],
    ])('A5: filter %s', async (filter, expected) => {
      const at = (index: number) => new Date(1_770_000_000_000 + index);
      const { url } = await anInbox(
        { createdAt: at(0), severity: 'low' },
        { createdAt: at(1), read: true, seen: true, contextKeys: ['tenant:acme'] },
        { createdAt: at(2), seen: true, data: { orderId: 7 }, contextKeys: ['app:x', 'tenant:acme'] },
        { createdAt: at(3), read: true, seen: true, archived: true, contextKeys: ['tenant:other'] },
        { createdAt: at(4), tags: ['alpha'] },
        { createdAt: at(5), tags: ['beta'], severity: 'high' },
      );
      expect((await bodies(`${url}?${filter}`)).sort()).toEqual(expected.map((index) => `message ${index}`));
    });

    it('A2: refuses unread together with archived', async () => {
      const { url } = await anInbox();
      const { status, body } = await api.get(`${url}?read=false&archived=true`);
      expect(status).toBe(400);
      expect(body.message).toContain('read=false and archived=true exclude each other');
    });

    it.each([
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['limit=ten', 'limit'],
      ['offset=-1', 'offset'],
      ['read=maybe', 'read'],
      ['after=xyz', 'after'],
      ['severity=huge', 'severity'],
      ['data=notjson', 'data'],
      ['data=[1]', 'data'],
      ['data=%7B%22a.b%22%3A1%7D', 'data'],
      ['data=%7B%22%24where%22%3A1%7D', 'data'],
      ['data=%7B%22a%22%3A%7B%22%24gt%22%3A1%7D%7D', 'data'],
      ['tags[0][]=a&tags=b', 'tags'],
    ])('refuses %s', async (query, field) => {
      const { url } = await anInbox();
      const { status, body } = await api.get(`${url}?${query}`);
      expect(status).toBe(422);
      expect(Object.keys(body.errors)).toEqual([field]);
    });

    it('A6: continues where a notification was that has been deleted', async () => {
      const second = (index: number) => new Date(1_770_000_000_000 + index * 10_000);
      const { url, ids } = await anInbox(
        ...Array.from({ length: 5 }, (_, index) => ({
          _id: Types.ObjectId.createFromTime(second(index).getTime() / 1000),
          createdAt: second(index),
        })),
      );
      await api.delete(`${url}/${ids[2]}`);
      expect(await bodies(`${url}?after=${ids[2]}`)).toEqual(['message 1', 'message 0']);
      await api.delete(`${url}/${ids[0]}`);
      expect(await bodies(`${url}?after=${ids[0]}`)).toEqual([]);
    });

    it('shows nothing of another inbox after a notification of it', async () => {
      const [{ url }, other] = [await anInbox(), await anInbox({})];
      expect(await bodies(`${url}?after=${other.ids[0]}`)).toEqual([]);
    });
  });

  describe('state', () => {
    const untouched = { isRead: false, isSeen: false, isArchived: false };
    const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

    it.each<[string, Partial<Message>, object, string[]]>([
      ['read', {}, { isRead: true, isSeen: true, isArchived: false, readAt: date, firstSeenAt: date }, ['archivedAt']],
      [
        'unread',
        { read: true, seen: true, archived: true, readAt: new Date(), archivedAt: new Date() },
        { isRead: false, isSeen: true, isArchived: false },
        ['readAt', 'archivedAt'],
      ],
      ['archive', {}, { isRead: true, isSeen: true, isArchived: true, readAt: date, archivedAt: date }, []],
      [
        'unarchive',
        { read: true, seen: true, archived: true, archivedAt: new Date() },
        { isRead: true, isSeen: true, isArchived: false },
        ['archivedAt'],
      ],
    ])('A1: %s, and the same again', async (move, before, after, absent) => {
      const { url, ids } = await anInbox(before);
      const first = await api.patch(`${url}/${ids[0]}/${move}`);
      expect(first.status).toBe(200);
      expect(first.body).toMatchObject({ id: ids[0], ...after });
      for (const field of absent) expect(first.body).not.toHaveProperty(field);
      const again = await api.patch(`${url}/${ids[0]}/${move}`);
      expect(again.body).toEqual(first.body);
    });

    it('A1: firstSeenAt is the first time only', async () => {
      const { url, ids } = await anInbox({ seen: true, firstSeenAt: new Date('2026-01-01T00:00:00.000Z') });
      const { body } = await api.patch(`${url}/${ids[0]}/read`);
      expect(body.firstSeenAt).toBe('2026-01-01T00:00:00.000Z');
    });

    it('A8: the list agrees right after a change', async () => {
      const { url, ids } = await anInbox({}, {});
      await api.patch(`${url}/${ids[0]}/archive`);
      expect(await bodies(url)).toEqual(['message 1']);
      expect(await bodies(`${url}?archived=true`)).toEqual(['message 0']);
      await api.patch(`${url}/${ids[0]}/unread`);
      expect((await bodies(`${url}?read=false`)).sort()).toEqual(['message 0', 'message 1']);
    });

    it.each<[string, (ids: string[]) => object, number[]]>([
      ['by ids', (ids) => ({ notificationIds: [ids[0], ids[2], MISSING] }), [0, 2]],
      ['by tags', () => ({ tags: ['alpha'] }), [1]],
      ['by data', () => ({ data: '{"orderId":7}' }), [2]],
      ['by context', () => ({ contextKeys: ['tenant:acme'] }), [1]],
      ['all', () => ({}), [0, 1, 2]],
    ])('marks as seen %s', async (_case, which, expected) => {
      const { url, ids } = await anInbox(
        {},
        { tags: ['alpha'], contextKeys: ['tenant:acme'] },
        { data: { orderId: 7 } },
      );
      const { status, body } = await api.post(`${url}/seen`, which(ids));
      expect(status).toBe(204);
      expect(body).toBeUndefined();
      expect((await bodies(`${url}?seen=true`)).sort()).toEqual(expected.map((index) => `message ${index}`));
    });

    it('A4: completes and reverts one button without touching the other', async () => {
      const { url, ids } = await anInbox({
        actions: { primary: { label: 'Yes', completed: false }, secondary: { label: 'No', completed: true } },
      });
      const done = await api.patch(`${url}/${ids[0]}/actions/primary/complete`);
      expect(done.status).toBe(200);
      expect(done.body).toMatchObject({
        isRead: true,
        isSeen: true,
        primaryAction: { label: 'Yes', isCompleted: true },
        secondaryAction: { label: 'No', isCompleted: true },
      });
      const reverted = await api.patch(`${url}/${ids[0]}/actions/primary/revert`);
      expect(reverted.body).toMatchObject({
        primaryAction: { label: 'Yes', isCompleted: false },
        secondaryAction: { label: 'No', isCompleted: true },
      });
    });

    it('A4: refuses a button that is not there with 400', async () => {
      const { url, ids } = await anInbox({ actions: { primary: { label: 'Yes', completed: false } } });
      const { status, body } = await api.patch(`${url}/${ids[0]}/actions/secondary/complete`);
      expect(status).toBe(400);
      expect(body.message).toBe(`Notification '${ids[0]}' has no secondary action`);
      const { data } = (await api.get(url)).body;
      expect(data[0]).toMatchObject(untouched);
    });

    it('refuses a kind of button that does not exist', async () => {
      const { url, ids } = await anInbox({});
      const { status, body } = await api.patch(`${url}/${ids[0]}/actions/third/complete`);
      expect(status).toBe(422);
      expect(body.errors).toEqual({
        actionType: { messages: ['actionType must be primary or secondary'], value: 'third' },
      });
    });
  });

  describe('A3: what is not yours is not there', () => {
    const moves = ['read', 'unread', 'archive', 'unarchive', 'actions/primary/complete', 'actions/primary/revert'];

    it.each(moves)('%s of an unknown notification is 404', async (move) => {
      const { url } = await anInbox();
      for (const id of [MISSING, 'not-an-id']) {
        const { status, body } = await api.patch(`${url}/${id}/${move}`);
        expect(status).toBe(404);
        expect(body.message).toBe(`Notification '${id}' was not found`);
      }
    });

    it.each(moves)(
      "%s of another subscriber's or environment's notification is 404 and changes nothing",
      async (move) => {
        const actions = { primary: { label: 'Yes', completed: false } };
        const [mine, other] = [await anInbox(), await anInbox({ actions })];
        expect((await api.patch(`${mine.url}/${other.ids[0]}/${move}`)).status).toBe(404);
        const foreign = await carillon.otherApi.patch(`${other.url}/${other.ids[0]}/${move}`);
        expect(foreign.status).toBe(404);
        expect(foreign.body.message).toBe(`Subscriber '${other.subscriberId}' was not found`);
        const { body } = await api.get(other.url);
        expect(body.data[0]).toMatchObject({ isRead: false, isSeen: false, primaryAction: { isCompleted: false } });
      },
    );

    it('the list of an unknown subscriber is 404', async () => {
      const { status, body } = await api.get('/v2/subscribers/nobody/notifications');
      expect(status).toBe(404);
      expect(body.message).toBe("Subscriber 'nobody' was not found");
    });

    it('the same subscriber id in another environment has an inbox of its own', async () => {
      const { url, ids, subscriberId } = await anInbox({});
      await carillon.otherApi.subscriber({ subscriberId });
      expect((await carillon.otherApi.get(url)).body.data).toEqual([]);
      await carillon.otherApi.post(`${url}/seen`, { notificationIds: ids });
      expect((await api.get(url)).body.data[0]).toMatchObject({ isSeen: false });
      const environments = carillon.app.get<Model<Environment>>(getModelToken(Environment.name));
      expect(await environments.countDocuments()).toBe(2);
    });
  });
});

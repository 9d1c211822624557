import { getModelToken } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { MessagesService } from '../../../src/notifications/messages/messages.service.js';
import type { Message } from '../../../src/notifications/messages/message.schema.js';
import { PendingCarrier } from '../../../src/notifications/messages/pending/pending-carrier.js';
import { Subscriber } from '../../../src/subscribers/subscriber.schema.js';
import { MovableClock } from '../../delivery/engine-scene.js';
import { eventually } from '../../eventually.js';
import { startTestApp, type TestApp } from '../../test-app.js';
import { aMessage, type Inboxes, inboxesOf, type TestInbox } from './inbox-scene.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const FILTERS = [
  {},
  { read: false },
  { read: true },
  { seen: false },
  { seen: true, read: false },
  { archived: true },
  { tags: ['a'] },
  { tags: ['b'], read: false },
  { snoozed: true },
  { snoozed: true, read: true },
];
const FEEDS = ['', '&read=true', '&read=false', '&seen=true', '&seen=false'];

/** An application, and its inboxes. */
interface Place {
  carillon: TestApp;
  anInbox: Inboxes['anInbox'];
  messages: Model<Message>;
  subscribers: Model<Subscriber>;
  carrier: PendingCarrier;
}

/** What is done to an inbox; numbers are of its messages. */
type Step = (place: Place, inbox: TestInbox) => Promise<unknown>;

const bulk =
  (change: string, body: object = {}): Step =>
  ({ carillon }, { url }) =>
    ofStatus(204, carillon.api.post(`${url}/${change}`, body));
const markAll =
  (markAs: string): Step =>
  ({ carillon }, { v1 }) =>
    ofStatus(201, carillon.api.post(`${v1}/messages/mark-all`, { markAs }));
const one =
  (index: number, change: string, body: object = {}): Step =>
  ({ carillon }, { url, ids }) =>
    ofStatus(200, carillon.api.patch(`${url}/${ids[index]}/${change}`, body));

async function ofStatus(status: number, response: Promise<{ status: number; body: unknown }>): Promise<unknown> {
  const { status: actual, body } = await response;
  expect({ status: actual, body }).toMatchObject({ status });
  return body;
}

describe('changes of a whole inbox', () => {
  const clock = new MovableClock();
  /** Changes are stored at once. */
  let direct: Place;
  /** They are pending until a test carries them out. */
  let held: Place;

  beforeAll(async () => {
    clock.stop();
    direct = await start('10000');
    held = await start('2');
    await held.carrier.beforeApplicationShutdown();
  });

  afterAll(() => Promise.all([direct, held].map(({ carillon }) => carillon.close())));

  async function start(atOnce: string, namespace?: string): Promise<Place> {
    const carillon = await startTestApp({ clock, namespace, settings: { BULK_AT_ONCE: atOnce } });
    const subscribers = carillon.app.get<Model<Subscriber>>(getModelToken(Subscriber.name));
    return { carillon, ...inboxesOf(carillon), subscribers, carrier: carillon.app.get(PendingCarrier) };
  }

  /** Of all states, with different tags and contexts, some of them snoozed a while ago. */
  function filled(place: Place): Promise<TestInbox> {
    const [seen, read] = [{ seen: true }, { seen: true, read: true }];
    const states = [{}, seen, read, { ...read, archived: true }];
    const at = (index: number) => new Date(clock.now().getTime() - HOUR - index * MINUTE);
    return place.anInbox(
      ...Array.from({ length: 12 }, (_item, index) => ({
        ...states[index % states.length],
        ...(index % 4 > 0 && { firstSeenAt: at(index), lastSeenAt: at(index) }),
        ...(index % 4 > 1 && { readAt: at(index) }),
        ...(index % 4 > 2 && { archivedAt: at(index) }),
        tags: [index % 3 === 0 ? 'a' : 'b'],
        contextKeys: index % 5 === 0 ? ['user:1'] : [],
        actions: { primary: { label: 'OK', completed: false } },
        createdAt: at(index),
        transactionId: `t-${index}`,
      })),
    );
  }

  /** All that can be read of an inbox, with names in place of ids. */
  async function readAll({ carillon }: Place, { url, v1, ids, subscriber }: TestInbox): Promise<unknown> {
    const { api, app } = carillon;
    const query = (filter: object) =>
      Object.entries(filter)
        .map(([key, value]) => `${key}=${String(value)}`)
        .join('&');
    const lists = await Promise.all(FILTERS.map((filter) => api.get(`${url}?limit=5&offset=2&${query(filter)}`)));
    const pages = await Promise.all(FILTERS.map((filter) => api.get(`${url}?limit=100&${query(filter)}`)));
    const scoped = await api.get(`${url}?limit=100&contextKeys=`);
    const counts = await api.get(`${url}/count?filters=${encodeURIComponent(JSON.stringify(FILTERS))}`);
    const feeds = await Promise.all(FEEDS.map((state) => api.get(`${v1}/notifications/feed?limit=4&page=1${state}`)));
    const unseen = await api.get(`${v1}/notifications/unseen?seen=false`);
    const records = await api.get(`/v1/messages?limit=100&subscriberId=${subscriber.subscriberId}`);
    const states = await app.get(MessagesService).findStates(ids.map((id) => new Types.ObjectId(id)));
    const names = new Map(ids.map((id, index) => [id, `message ${index}`]));
    const bodies = [...lists, ...pages, scoped, counts, ...feeds, unseen, records].map(({ status, body }) => {
      expect(status).toBe(200);
      return body as unknown;
    });
    const shown = JSON.stringify({ bodies, states: ids.map((id) => states.get(new Types.ObjectId(id)) ?? null) });
    return JSON.parse(
      shown.replaceAll(/[0-9a-f]{24}/g, (id) => names.get(id) ?? 'id').replaceAll(subscriber.subscriberId, 'ada'),
    );
  }

  async function pendingOf({ subscribers }: Place, { subscriber }: TestInbox): Promise<Subscriber> {
    return subscribers.findById(subscriber._id).lean().orFail();
  }

  async function carryOut(place: Place, inbox: TestInbox): Promise<void> {
    for (;;) {
      const subscriber = await pendingOf(place, inbox);
      const oldest = subscriber.pendingChanges?.[0];
      if (!oldest) return;
      expect(await place.carrier.carryOut(subscriber, oldest)).toBe(true);
    }
  }

  const arrive: Step = async ({ messages }, { subscriber, ids }) => {
    const message = aMessage(subscriber, { body: 'new', createdAt: new Date(clock.now().getTime() - 3 * SECOND) });
    ids.push(message._id.toHexString());
    await messages.insertMany([message]);
  };
  const snooze = (index: number): Step => one(index, 'snooze', { snoozeUntil: inAnHour() });
  const inAnHour = () => new Date(clock.now().getTime() + HOUR).toISOString();

  const STEPS: [string, () => Step[]][] = [
    ['marked as seen', () => [bulk('seen')]],
    ['marked as read', () => [bulk('read')]],
    ['archived', () => [bulk('archive')]],
    ['read ones archived', () => [bulk('read-archive')]],
    ['deleted', () => [bulk('delete')]],
    ['marked as unread', () => [markAll('unread')]],
    ['marked as unseen', () => [markAll('unseen')]],
    ['marked as read by tag', () => [bulk('read', { tags: ['b'] })]],
    ['archived by context', () => [bulk('archive', { contextKeys: [] })]],
    ['deleted by tag', () => [bulk('delete', { tags: ['b'] })]],
    ['changed twice', () => [bulk('read'), markAll('unread')]],
    ['changed by tag, and then all', () => [bulk('archive', { tags: ['b'] }), markAll('unseen'), bulk('seen')]],
    [
      'changed more often than may be pending',
      () => [bulk('seen'), bulk('read'), markAll('unread'), bulk('archive'), markAll('unseen'), bulk('read')],
    ],
    ['marked as read before another arrives', () => [bulk('read'), arrive]],
    ['deleted before another arrives', () => [bulk('delete'), arrive]],
    [
      'marked as read before some are changed',
      () => [
        bulk('read'),
        one(0, 'unread'),
        one(1, 'archive'),
        one(3, 'unarchive'),
        one(4, 'actions/primary/complete'),
      ],
    ],
    [
      'changed again after some were changed',
      () => [bulk('archive'), one(0, 'unread'), one(5, 'unarchive'), bulk('read-archive'), one(8, 'unread')],
    ],
    ['marked as read while one is snoozed', () => [snooze(0), bulk('read')]],
    ['deleted while one is snoozed', () => [snooze(0), bulk('delete')]],
    ['marked as read before one is snoozed, and shown again', () => [bulk('read'), snooze(0), one(0, 'unsnooze')]],
    ['archived before one is snoozed', () => [bulk('archive'), snooze(4)]],
  ];

  it.each(STEPS)('A13: %s: what is read is the same before and after it is stored', async (_name, stepsOf) => {
    const [expected, inbox] = [await filled(direct), await filled(held)];
    for (const step of stepsOf()) {
      // What the responses say, such as how many were changed, is the same, too.
      const [responses, given] = [await step(direct, expected), await step(held, inbox)];
      expect(typeof given).toBe(typeof responses);
      if (typeof given === 'number') expect(given).toBe(responses);
    }
    const state = await readAll(direct, expected);
    expect((await pendingOf(held, inbox)).pendingChanges).not.toBeUndefined();
    expect(await readAll(held, inbox)).toEqual(state);
    await carryOut(held, inbox);
    expect((await pendingOf(held, inbox)).pendingDueAt).toBeUndefined();
    expect(await readAll(held, inbox)).toEqual(state);
  });

  /** More than one chunk, all of them new. */
  const large = () =>
    held.anInbox(
      ...Array.from({ length: 1200 }, (_item, index) => ({ createdAt: new Date(Date.UTC(2026, 0, 1) + index) })),
    );
  const countsOf = async ({ url }: TestInbox): Promise<number[]> => {
    const filters = encodeURIComponent(JSON.stringify([{ read: false }, {}, { archived: true }]));
    const { body } = await held.carillon.api.get(`${url}/count?filters=${filters}`);
    return body.data.map(({ count }: { count: number }) => count);
  };

  it('A13: what is partly stored is read as if all of it were', async () => {
    const inbox = await large();
    await bulk('archive')(held, inbox);
    const subscriber = await pendingOf(held, inbox);
    let chunks = 0;
    const isOver = () => ++chunks > 1;
    expect(await held.carrier.carryOut(subscriber, subscriber.pendingChanges![0]!, isOver)).toBe(false);
    const stored = await held.messages.countDocuments({ subscriberId: subscriber._id, archived: true });
    expect(stored).toBe(502);
    expect(await countsOf(inbox)).toEqual([0, 0, 1200]);
    await carryOut(held, inbox);
    expect(await countsOf(inbox)).toEqual([0, 0, 1200]);
  });

  it('A13: what is changed by itself keeps that, while two workers store the change of all', async () => {
    const inbox = await large();
    await bulk('archive')(held, inbox);
    const chosen = inbox.ids.filter((_id, index) => index % 30 === 0);
    const [subscriber] = [await pendingOf(held, inbox)];
    const [change] = subscriber.pendingChanges!;
    await Promise.all([
      held.carrier.carryOut(subscriber, change!),
      held.carrier.carryOut(subscriber, change!),
      ...chosen.map((id) => ofStatus(200, held.carillon.api.patch(`${inbox.url}/${id}/unread`, {}))),
    ]);
    expect((await pendingOf(held, inbox)).pendingChanges).toBeUndefined();
    expect(await countsOf(inbox)).toEqual([40, 40, 1160]);
    // A worker that was held up for as long as that changes nothing either.
    await held.carrier.carryOut(subscriber, change!);
    expect(await countsOf(inbox)).toEqual([40, 40, 1160]);
  });

  it('A13: a message that takes long to be stored is not older than a change before it', async () => {
    const inbox = await filled(held);
    await bulk('read')(held, inbox);
    const createdAt = new Date(clock.now().getTime() - MINUTE);
    await held.carillon.app.get(MessagesService).insertNew([aMessage(inbox.subscriber, { createdAt })]);
    expect((await countsOf(inbox))[0]).toBe(1);
    await carryOut(held, inbox);
    expect((await countsOf(inbox))[0]).toBe(1);
  });

  it('A13: a message that was snoozed when all were marked as read wakes up unread', async () => {
    const inbox = await filled(held);
    await snooze(0)(held, inbox);
    await bulk('read')(held, inbox);
    clock.forward(2 * HOUR);
    const { api } = held.carillon;
    const unread = async () => (await api.get(`${inbox.url}?read=false`)).body.data.map(({ id }: { id: string }) => id);
    expect(await unread()).toEqual([inbox.ids[0]]);
    await carryOut(held, inbox);
    await eventually(async () => {
      expect(await held.messages.findById(inbox.ids[0]).lean()).not.toHaveProperty('snoozedUntil');
    });
    expect(await unread()).toEqual([inbox.ids[0]]);
  });
});

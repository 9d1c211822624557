import type { Notification, Novu } from '@novu/js';
import { Types } from 'mongoose';
import { aSubscriber } from '../builders/subscriber.js';
import { anInAppStep } from '../builders/workflow.js';
import { eventually } from '../eventually.js';
import { WidgetScene } from '../inbox/widget/widget-scene.js';
import { startTestApp, type TestApp } from '../test-app.js';
import { valueOf, widgetOf } from './widget-client.js';

const HOUR = 3_600_000;
const SNOOZED_UNTIL = new Date(Date.now() + HOUR);
const GONE = 'gone';

/** What the store has of a message after a call, of these fields; or that it has nothing. */
type Stored = Record<string, unknown> | typeof GONE;

/** Methods on one notification, in an order in which each of them changes something. */
const MOVES: [method: keyof Notification, stored: Stored][] = [
  ['seen', { seen: true, read: false }],
  ['read', { seen: true, read: true }],
  ['unread', { seen: true, read: false }],
  ['archive', { read: true, archived: true }],
  ['unarchive', { read: true, archived: false }],
  ['snooze', { snoozedUntil: SNOOZED_UNTIL }],
  ['unsnooze', { snoozedUntil: null, read: true }],
  ['completePrimary', { 'actions.primary.completed': true, 'actions.secondary.completed': false }],
  ['completeSecondary', { 'actions.primary.completed': true, 'actions.secondary.completed': true }],
  ['revertPrimary', { 'actions.primary.completed': false, 'actions.secondary.completed': true }],
  ['revertSecondary', { 'actions.primary.completed': false, 'actions.secondary.completed': false }],
  ['delete', GONE],
];

/** Methods on all notifications, in the same way. */
const BULK_MOVES = [
  ['seenAll', { seen: true, read: false, archived: false }],
  ['readAll', { read: true, archived: false }],
  ['archiveAllRead', { read: true, archived: true }],
  ['archiveAll', { read: true, archived: true }],
  ['deleteAll', GONE],
] as const;

/** Methods that ask the service for nothing, and one that is for environments without keys, which there are none of. */
const ELSEWHERE = {
  notifications: ['clearCache', 'triggerHelloWorldEvent'],
  notification: ['on', 'off'],
};

/** The public methods of an object's class. */
function methodsOf(object: object): string[] {
  const prototype: unknown = Object.getPrototypeOf(object);
  return Object.getOwnPropertyNames(prototype)
    .filter((name) => name !== 'constructor' && !name.startsWith('_'))
    .toSorted();
}

/** Calls a method that the tables above name. */
function call(object: object, method: string, ...args: unknown[]): Promise<unknown> {
  const methods = object as Record<string, (...args: unknown[]) => Promise<{ data?: unknown; error?: unknown }>>;
  return valueOf(methods[method]!(...args));
}

describe('every method of @novu/js for notifications and preferences', () => {
  let test: TestApp;
  let scene: WidgetScene;
  let apiUrl: string;
  let workflowId: string;

  beforeAll(async () => {
    test = await startTestApp();
    scene = await WidgetScene.of(test);
    await test.app.listen(0, '127.0.0.1');
    apiUrl = await test.app.getUrl();
    const button = (label: string) => ({ label, redirect: { url: '/orders', target: '_self' } });
    const controlValues = { body: 'Shipped', primaryAction: button('Show'), secondaryAction: button('Hide') };
    ({ workflowId } = await test.api.workflow({ steps: [anInAppStep({ controlValues })] }));
  });

  afterAll(() => test.close());

  /** A client whose inbox has one new notification. */
  async function inbox(): Promise<{ novu: Novu; notification: Notification; stored: () => Promise<Stored> }> {
    const { subscriberId } = aSubscriber();
    const novu = widgetOf(scene, { apiUrl }, subscriberId);
    await test.api.trigger(workflowId, { to: subscriberId });
    const notification = await eventually(async () => {
      const { notifications } = await valueOf(novu.notifications.list());
      expect(notifications).toHaveLength(1);
      return notifications[0]!;
    });
    const _id = new Types.ObjectId(notification.id);
    const stored = async (): Promise<Stored> => {
      const document = await test.connection.collection('messages').findOne({ _id });
      if (!document) return GONE;
      const { actions, snoozedUntil = null, ...fields } = document;
      return {
        ...fields,
        snoozedUntil,
        'actions.primary.completed': actions.primary.completed,
        'actions.secondary.completed': actions.secondary.completed,
      };
    };
    return { novu, notification, stored };
  }

  /** Makes the moves with a function that calls a method by its name, and looks into the store after each. */
  async function makeMoves(
    { stored }: Awaited<ReturnType<typeof inbox>>,
    make: (method: string) => Promise<unknown>,
  ): Promise<void> {
    for (const [method, expected] of MOVES) {
      await make(method);
      const found = await stored();
      expect({ [method]: found }).toEqual({ [method]: expected === GONE ? GONE : expect.objectContaining(expected) });
    }
  }

  it('is in the tables of this file', async () => {
    const { novu, notification } = await inbox();
    const moves = MOVES.map(([method]) => method);
    const bulk = BULK_MOVES.map(([method]) => method);
    expect(methodsOf(novu.notifications)).toEqual(
      ['list', 'count', ...moves, ...bulk, ...ELSEWHERE.notifications].toSorted(),
    );
    expect(methodsOf(notification)).toEqual([...moves, ...ELSEWHERE.notification].toSorted());
    expect(methodsOf(novu.preferences)).toEqual(['bulkUpdate', 'list', 'update']);
    expect(methodsOf(novu.preferences.schedule)).toEqual(['get', 'update']);
    const [preference] = await valueOf(novu.preferences.list());
    expect(methodsOf(preference!)).toEqual(['update']);
    expect(methodsOf(await valueOf(novu.preferences.schedule.get()))).toEqual(['update']);
  });

  it('A1, A4, A9: changes a notification by its id', async () => {
    const one = await inbox();
    const notificationId = one.notification.id;
    const snoozeUntil = SNOOZED_UNTIL.toISOString();
    await makeMoves(one, async (method) => {
      // The client asks for it, and then fails by itself, because it does not know the rest of the notification.
      if (method === 'seen') return one.novu.notifications.seen({ notificationId });
      return call(one.novu.notifications, method, {
        notificationId,
        ...(method === 'snooze' && { snoozeUntil }),
      });
    });
  });

  it('A1, A4, A9: changes a notification by itself', async () => {
    const one = await inbox();
    const { notification } = one;
    const snoozeUntil = SNOOZED_UNTIL.toISOString();
    await makeMoves(one, (method) =>
      call(one.novu.notifications, method, { notification, ...(method === 'snooze' && { snoozeUntil }) }),
    );
  });

  it('A1, A4, A9: is a method of a notification, too', async () => {
    const one = await inbox();
    await makeMoves(one, (method) =>
      call(one.notification, method, ...(method === 'snooze' ? [SNOOZED_UNTIL.toISOString()] : [])),
    );
  });

  it('A1: changes all notifications', async () => {
    const { novu, notification, stored } = await inbox();
    for (const [method, expected] of BULK_MOVES) {
      if (method === 'archiveAll') await valueOf(novu.notifications.unread({ notificationId: notification.id }));
      await call(novu.notifications, method);
      const found = await stored();
      expect({ [method]: found }).toEqual({ [method]: expected === GONE ? GONE : expect.objectContaining(expected) });
    }
  });

  it('A8: lists and counts, with one filter and with several', async () => {
    const { novu, notification } = await inbox();
    expect((await valueOf(novu.notifications.list())).notifications.map(({ id }) => id)).toEqual([notification.id]);
    expect(await valueOf(novu.notifications.count())).toMatchObject({ count: 1 });
    const { counts } = await valueOf(novu.notifications.count({ filters: [{ read: true }, { seen: false }] }));
    expect(counts.map(({ count }) => count)).toEqual([0, 1]);
  });

  it('F6: changes preferences by workflow, by themselves and several at once', async () => {
    const { novu } = await inbox();
    const { preferences } = novu;
    const own = async () => {
      const found = (await valueOf(preferences.list())).find(({ workflow }) => workflow?.identifier === workflowId);
      return found!;
    };
    const isOn = async () => (await own()).channels.in_app;
    await valueOf(preferences.update({ workflowId, channels: { in_app: false } }));
    expect(await isOn()).toBe(false);
    await valueOf(preferences.update({ preference: await own(), channels: { in_app: true } }));
    expect(await isOn()).toBe(true);
    await valueOf((await own()).update({ channels: { in_app: false } }));
    expect(await isOn()).toBe(false);
    await valueOf(preferences.bulkUpdate([{ workflowId, channels: { in_app: true } }]));
    expect(await isOn()).toBe(true);
    await valueOf(preferences.bulkUpdate([{ preference: await own(), channels: { in_app: false } }]));
    expect(await isOn()).toBe(false);
  });

  it('Q1: reads quiet hours and changes them, by the client and by themselves', async () => {
    const { preferences } = (await inbox()).novu;
    const hours = (start: string) => ({ monday: { isEnabled: true, hours: [{ start, end: '05:00 PM' }] } });
    await valueOf(preferences.schedule.update({ isEnabled: true, weeklySchedule: hours('09:00 AM') }));
    const schedule = await valueOf(preferences.schedule.get());
    expect(schedule).toMatchObject({ isEnabled: true, weeklySchedule: hours('09:00 AM') });
    await valueOf(schedule.update({ weeklySchedule: hours('10:30 AM') }));
    expect(await valueOf(preferences.schedule.get())).toMatchObject({ weeklySchedule: hours('10:30 AM') });
  });

  it('does not send the sample of environments without keys, which there are none of', async () => {
    const { novu, notification } = await inbox();
    await expect(novu.notifications.triggerHelloWorldEvent()).rejects.toThrow();
    expect((await valueOf(novu.notifications.list())).notifications.map(({ id }) => id)).toEqual([notification.id]);
  });
});

import { createHmac } from 'node:crypto';
import { type Novu, SeverityLevelEnum, WorkflowCriticalityEnum } from '@novu/js';
import { aSubscriber } from '../builders/subscriber.js';
import { aTopic } from '../builders/topic.js';
import { anInAppStep } from '../builders/workflow.js';
import { eventually } from '../eventually.js';
import { WidgetScene } from '../inbox/widget/widget-scene.js';
import { startTestApp, type TestApp } from '../test-app.js';
import { statusOf, valueOf, type WidgetOptions, widgetOf } from './widget-client.js';

describe('@novu/js, the headless client of inbox widgets', () => {
  let test: TestApp;
  let scene: WidgetScene;
  let apiUrl: string;

  beforeAll(async () => {
    test = await startTestApp();
    scene = await WidgetScene.of(test);
    await test.app.listen(0, '127.0.0.1');
    apiUrl = await test.app.getUrl();
  });

  afterAll(() => test.close());

  const widget = (subscriberId = aSubscriber().subscriberId, options: WidgetOptions = {}): Novu =>
    widgetOf(scene, { apiUrl, ...options }, subscriberId);

  async function workflow(fields: object = {}): Promise<{ workflowId: string; _id: string }> {
    return test.api.workflow(fields);
  }

  async function notify(workflowId: string, subscriberId: string, more: object = {}): Promise<void> {
    await test.api.trigger(workflowId, { to: subscriberId, ...more });
  }

  describe('notifications', () => {
    const action = (label: string) => ({ label, redirect: { url: '/orders', target: '_self' } });
    const controlValues = {
      subject: 'Order',
      body: 'Shipped',
      primaryAction: action('Show'),
      secondaryAction: action('Hide'),
      redirect: { url: 'https://example.com/orders', target: '_blank' },
      data: { orderId: '{{payload.orderId}}' },
    };
    let workflowId: string;

    beforeAll(async () => {
      const steps = [anInAppStep({ controlValues })];
      ({ workflowId } = await workflow({ tags: ['orders'], severity: 'high', steps }));
    });

    /** A client whose inbox holds so many notifications. */
    async function inboxOf(count: number): Promise<{ novu: Novu; subscriberId: string; ids: string[] }> {
      const { subscriberId } = aSubscriber();
      const novu = widget(subscriberId);
      let ids: string[] = [];
      // One by one: of triggers under way at the same time the later may arrive first.
      for (let order = 1; order <= count; order++) {
        await notify(workflowId, subscriberId, { payload: { orderId: `no-${order}` } });
        ids = await eventually(async () => {
          const { notifications } = await valueOf(novu.notifications.list());
          expect(notifications).toHaveLength(order);
          return notifications.map(({ id }) => id);
        });
      }
      return { novu, subscriberId, ids };
    }

    it('are listed page by page, newest first, by every filter', async () => {
      const { novu, ids } = await inboxOf(3);
      const { notifications } = novu;
      const page = await valueOf(notifications.list({ limit: 2 }));
      expect({ ids: page.notifications.map(({ id }) => id), hasMore: page.hasMore }).toEqual({
        ids: ids.slice(0, 2),
        hasMore: true,
      });
      const rest = await valueOf(notifications.list({ limit: 2, after: ids[1] }));
      expect(rest.notifications.map(({ id }) => id)).toEqual(ids.slice(2));
      const behind = await valueOf(notifications.list({ limit: 2, offset: 2 }));
      expect(behind.notifications.map(({ id }) => id)).toEqual(ids.slice(2));
      const found = async (args: Parameters<typeof notifications.list>[0]) =>
        (await valueOf(notifications.list(args))).notifications.length;
      expect(await found({ tags: ['orders', 'other'] })).toBe(3);
      expect(await found({ tags: { and: [{ or: ['orders'] }, { or: ['other'] }] } })).toBe(0);
      expect(await found({ tags: { and: [{ or: ['orders'] }, { or: ['orders', 'other'] }] } })).toBe(3);
      expect(await found({ severity: SeverityLevelEnum.HIGH })).toBe(3);
      expect(await found({ severity: [SeverityLevelEnum.LOW, SeverityLevelEnum.NONE] })).toBe(0);
      expect(await found({ data: { orderId: { or: ['no-1', 'no-2'] } } })).toBe(2);
      expect(await found({ read: true })).toBe(0);
      expect(await found({ seen: false })).toBe(3);
      expect(await found({ archived: true })).toBe(0);
      expect(await found({ snoozed: true })).toBe(0);
      expect(await found({ createdGte: Date.now() + 60_000 })).toBe(0);
      expect(await found({ createdLte: Date.now() + 60_000 })).toBe(3);
      expect(await found({ after: '6925a1f0c0ffee0123456789' })).toBe(0);
    });

    it('are shown with all a widget shows', async () => {
      const { novu, subscriberId } = await inboxOf(1);
      const [notification] = (await valueOf(novu.notifications.list())).notifications;
      expect(notification).toMatchObject({
        subject: 'Order',
        body: 'Shipped',
        to: { subscriberId },
        isRead: false,
        isSeen: false,
        isArchived: false,
        isSnoozed: false,
        primaryAction: { label: 'Show', isCompleted: false, redirect: { url: '/orders', target: '_self' } },
        secondaryAction: { label: 'Hide', isCompleted: false },
        redirect: { url: 'https://example.com/orders', target: '_blank' },
        channelType: 'in_app',
        tags: ['orders'],
        data: { orderId: 'no-1' },
        severity: 'high',
        workflow: { identifier: workflowId, critical: false },
      });
    });

    it('are counted, for one filter and for several', async () => {
      const { novu, ids } = await inboxOf(2);
      expect(await valueOf(novu.notifications.count())).toMatchObject({ count: 2 });
      await valueOf(novu.notifications.read({ notificationId: ids[0]! }));
      const { counts } = await valueOf(novu.notifications.count({ filters: [{ read: false }, { read: true }, {}] }));
      expect(counts.map(({ count, filter }) => ({ count, read: filter.read }))).toEqual([
        { count: 1, read: false },
        { count: 1, read: true },
        { count: 2, read: undefined },
      ]);
    });

    it('A1: change their state one by one', async () => {
      const { novu, ids } = await inboxOf(1);
      const notificationId = ids[0]!;
      const { notifications } = novu;
      expect(await valueOf(notifications.read({ notificationId }))).toMatchObject({ isRead: true, isSeen: true });
      expect(await valueOf(notifications.unread({ notificationId }))).toMatchObject({ isRead: false, isSeen: true });
      expect(await valueOf(notifications.archive({ notificationId }))).toMatchObject({
        isArchived: true,
        isRead: true,
      });
      expect(await valueOf(notifications.unarchive({ notificationId }))).toMatchObject({ isArchived: false });
      const [notification] = (await valueOf(notifications.list())).notifications;
      expect(await valueOf(notification!.unread())).toMatchObject({ isRead: false });
    });

    it('A4: have buttons that are completed and put back', async () => {
      const { novu, ids } = await inboxOf(1);
      const { notifications } = novu;
      const notificationId = ids[0]!;
      const first = await valueOf(notifications.completePrimary({ notificationId }));
      expect(first.primaryAction).toMatchObject({ isCompleted: true });
      const second = await valueOf(notifications.completeSecondary({ notificationId }));
      expect([second.primaryAction?.isCompleted, second.secondaryAction?.isCompleted]).toEqual([true, true]);
      expect((await valueOf(notifications.revertPrimary({ notificationId }))).primaryAction?.isCompleted).toBe(false);
      expect((await valueOf(notifications.revertSecondary({ notificationId }))).secondaryAction?.isCompleted).toBe(
        false,
      );
    });

    it('A9: are snoozed and woken up', async () => {
      const { novu, ids } = await inboxOf(1);
      const { notifications } = novu;
      const notificationId = ids[0]!;
      const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
      expect(await valueOf(notifications.snooze({ notificationId, snoozeUntil: inAnHour }))).toMatchObject({
        isSnoozed: true,
        snoozedUntil: inAnHour,
      });
      expect((await valueOf(notifications.list())).notifications).toEqual([]);
      expect((await valueOf(notifications.list({ snoozed: true }))).notifications).toHaveLength(1);
      expect(await statusOf(notifications.read({ notificationId }))).toBe(400);
      expect(await valueOf(notifications.unsnooze({ notificationId }))).toMatchObject({ isSnoozed: false });
      const inAMinute = new Date(Date.now() + 60_000).toISOString();
      expect(await statusOf(notifications.snooze({ notificationId, snoozeUntil: inAMinute }))).toBe(422);
    });

    it('are deleted, and then not there', async () => {
      const { novu, ids } = await inboxOf(1);
      const notificationId = ids[0]!;
      await valueOf(novu.notifications.delete({ notificationId }));
      expect((await valueOf(novu.notifications.list())).notifications).toEqual([]);
      expect(await statusOf(novu.notifications.delete({ notificationId }))).toBe(404);
      expect(await statusOf(novu.notifications.read({ notificationId }))).toBe(404);
      expect(await statusOf(novu.notifications.completePrimary({ notificationId: 'no-id' }))).toBe(404);
    });

    it('A1: change their state all at once', async () => {
      const { novu, ids } = await inboxOf(3);
      const { notifications } = novu;
      const state = async (args: object = {}) =>
        (await valueOf(notifications.list(args))).notifications.map(({ isSeen, isRead }) => ({ isSeen, isRead }));
      const last = (await valueOf(notifications.list())).notifications[2]!;
      expect(await valueOf(last.seen())).toMatchObject({ isSeen: true });
      await valueOf(notifications.seenAll({ notificationIds: [ids[0]!] }));
      expect((await state()).map(({ isSeen }) => isSeen)).toEqual([true, false, true]);
      await valueOf(notifications.seenAll({ tags: ['other'] }));
      expect((await state()).map(({ isSeen }) => isSeen)).toEqual([true, false, true]);
      await valueOf(notifications.seenAll());
      expect((await state()).map(({ isSeen }) => isSeen)).toEqual([true, true, true]);
      await valueOf(notifications.readAll({ data: { orderId: 'no-3' } }));
      expect((await state()).map(({ isRead }) => isRead)).toEqual([true, false, false]);
      await valueOf(notifications.archiveAllRead());
      expect(await state()).toHaveLength(2);
      await valueOf(notifications.readAll({ tags: { or: ['orders'] } }));
      expect((await state()).map(({ isRead }) => isRead)).toEqual([true, true]);
      await valueOf(notifications.archiveAll({ tags: { and: [{ or: ['orders'] }] } }));
      expect(await state()).toEqual([]);
      expect(await state({ archived: true })).toHaveLength(3);
      await valueOf(notifications.deleteAll());
      expect(await state({ archived: true })).toEqual([]);
    });

    it('C6: are those of exactly the contexts of the session', async () => {
      const { subscriberId } = aSubscriber();
      const context = { tenant: 'acme', app: { id: 'jira', data: { plan: 'pro' } } };
      await notify(workflowId, subscriberId, { context, payload: { orderId: 'both' } });
      await notify(workflowId, subscriberId, { context: { tenant: 'acme' }, payload: { orderId: 'tenant' } });
      await notify(workflowId, subscriberId, { payload: { orderId: 'none' } });
      const shownIn = (options: WidgetOptions) =>
        eventually(async () => {
          const { notifications } = await valueOf(widget(subscriberId, options).notifications.list());
          expect(notifications).toHaveLength(1);
          return notifications[0]!.data?.['orderId'];
        });
      expect(await shownIn({ context })).toBe('both');
      expect(await shownIn({ context: { tenant: 'acme' } })).toBe('tenant');
      expect(await shownIn({})).toBe('none');
    });

    it('are counted when the session opens, by severity', async () => {
      const { subscriberId } = await inboxOf(2);
      const { workflowId: quiet } = await workflow();
      await notify(quiet, subscriberId);
      await eventually(async () => {
        const { body } = await scene.open({ subscriber: { subscriberId } });
        expect(body.data).toMatchObject({
          unreadCount: { total: 3, severity: { high: 2, medium: 0, low: 0, none: 1 } },
          totalUnreadCount: 3,
        });
      });
    });

    it('L6: lead nowhere but to the web and to paths, whatever a trigger brings', async () => {
      const redirect = { url: '{{payload.url}}', target: '_self' };
      const steps = [anInAppStep({ controlValues: { body: 'x', redirect, primaryAction: { label: 'y', redirect } } })];
      const { workflowId: templated } = await workflow({ steps });
      const { subscriberId } = aSubscriber();
      const novu = widget(subscriberId);
      const urls = [
        'javascript:alert(1)',
        ' JaVaScRiPt:alert(1)',
        'data:text/html,x',
        '//evil.example',
        'vbscript:x',
        '/ok',
      ];
      for (const [index, url] of urls.entries()) {
        const transactionId = `${subscriberId}-${index}`;
        await notify(templated, subscriberId, { payload: { url }, transactionId });
        // Then its message, if there is one, is stored.
        const { body } = await test.api.get(`/v1/events/trigger/${transactionId}?wait=30`);
        expect(body.data.state).toBe('expanded');
      }
      await eventually(async () => {
        const { body } = await test.api.get(`/v1/notifications?subscriberIds=${subscriberId}&limit=50`);
        const ended = body.data.filter(({ status }: { status?: string }) => status !== 'pending');
        expect(ended).toHaveLength(urls.length);
      });
      const { notifications } = await valueOf(novu.notifications.list());
      const links = notifications.flatMap(({ redirect: own, primaryAction }) => [
        own?.url,
        primaryAction?.redirect?.url,
      ]);
      expect(links.filter((url) => url !== undefined && url !== '/ok')).toEqual([]);
      expect(links).toContain('/ok');
    });
  });

  describe('preferences', () => {
    it('F8: are listed, the global one first, by every filter', async () => {
      const tag = `tag-${Math.random()}`;
      const named = await workflow({ tags: [tag], severity: 'medium' });
      const readOnly = { user: { all: { enabled: true, readOnly: true }, channels: {} } };
      const critical = await workflow({ tags: [tag], preferences: readOnly });
      const { preferences } = widget();
      const listed = async (args: Parameters<typeof preferences.list>[0]) =>
        (await valueOf(preferences.list(args))).map(({ level, workflow: of }) => of?.identifier ?? level);
      expect(await listed({ tags: [tag] })).toEqual(['global', named.workflowId]);
      expect(await listed({ tags: [tag], criticality: WorkflowCriticalityEnum.ALL })).toEqual([
        'global',
        critical.workflowId,
        named.workflowId,
      ]);
      expect(await listed({ tags: [tag], criticality: WorkflowCriticalityEnum.CRITICAL })).toEqual([
        'global',
        critical.workflowId,
      ]);
      expect(await listed({ tags: [tag], severity: SeverityLevelEnum.MEDIUM })).toEqual(['global', named.workflowId]);
      expect(await listed({ tags: [tag], severity: [SeverityLevelEnum.LOW, SeverityLevelEnum.HIGH] })).toEqual([
        'global',
      ]);
      expect(await listed(undefined)).toContain(named.workflowId);
    });

    it('F3, F6: are changed for one workflow, for all, and for several', async () => {
      const [one, two] = [await workflow(), await workflow()];
      const { preferences } = widget();
      const listed = async () => {
        const all = await valueOf(preferences.list());
        return [one, two].map(({ _id }) => all.find((entry) => entry.workflow?.id === _id)?.channels.in_app);
      };
      const changed = await valueOf(preferences.update({ workflowId: one.workflowId, channels: { in_app: false } }));
      expect(changed).toMatchObject({ level: 'template', channels: { in_app: false }, workflow: { id: one._id } });
      expect(await listed()).toEqual([false, true]);
      const [global, ...workflows] = await valueOf(preferences.list());
      expect(await valueOf(global!.update({ channels: { in_app: true, email: false } }))).toMatchObject({
        level: 'global',
        channels: { in_app: true, email: false, sms: true },
      });
      expect(await listed()).toEqual([true, true]);
      const entry = workflows.find(({ workflow: of }) => of?.id === two._id)!;
      expect(await valueOf(entry.update({ channels: { in_app: false } }))).toMatchObject({
        channels: { in_app: false },
      });
      const bulk = await valueOf(
        preferences.bulkUpdate([
          { workflowId: two._id, channels: { in_app: true } },
          { workflowId: one.workflowId, channels: { in_app: false } },
        ]),
      );
      expect(bulk.map(({ workflow: of, channels }) => [of?.id, channels.in_app])).toEqual([
        [two._id, true],
        [one._id, false],
      ]);
      expect(await listed()).toEqual([false, true]);
    });

    it('F3: of critical and of unknown workflows are refused', async () => {
      const readOnly = { user: { all: { enabled: true, readOnly: true }, channels: {} } };
      const [critical, other] = [await workflow({ preferences: readOnly }), await workflow()];
      const { preferences } = widget();
      const off = { in_app: false };
      expect(await statusOf(preferences.update({ workflowId: critical.workflowId, channels: off }))).toBe(400);
      expect(await statusOf(preferences.update({ workflowId: 'nowhere', channels: off }))).toBe(404);
      const both = [critical, other].map(({ workflowId }) => ({ workflowId, channels: off }));
      expect(await statusOf(preferences.bulkUpdate(both))).toBe(400);
      expect(await statusOf(preferences.bulkUpdate([...both.slice(1), { workflowId: 'nowhere', channels: off }]))).toBe(
        404,
      );
      const all = await valueOf(preferences.list());
      expect(all.find(({ workflow: of }) => of?.id === other._id)?.channels).toEqual({ in_app: true });
    });

    it('Q1: hold the quiet hours, which are changed part by part', async () => {
      const monday = { isEnabled: true, hours: [{ start: '09:00 AM', end: '05:00 PM' }] };
      const { preferences } = widget(undefined, { defaultSchedule: { isEnabled: true, weeklySchedule: { monday } } });
      expect(await valueOf(preferences.schedule.get())).toMatchObject({ isEnabled: true, weeklySchedule: { monday } });
      const off = await valueOf(preferences.schedule.update({ isEnabled: false }));
      expect(off).toMatchObject({ isEnabled: false, weeklySchedule: { monday } });
      const friday = { isEnabled: true, hours: [{ start: '10:00 AM', end: '11:30 PM' }] };
      expect(await valueOf(off.update({ weeklySchedule: { friday } }))).toMatchObject({
        isEnabled: false,
        weeklySchedule: { monday, friday },
      });
      const schedule = await valueOf(preferences.schedule.update({ weeklySchedule: { friday } }));
      expect(schedule).toMatchObject({ isEnabled: false, weeklySchedule: { friday } });
      const [global] = await valueOf(preferences.list());
      expect(global!.schedule).toMatchObject({ isEnabled: false, weeklySchedule: { friday } });
      const never = { monday: { isEnabled: true, hours: [{ start: 'noon', end: '05:00 PM' }] } };
      expect(await statusOf(preferences.schedule.update({ weeklySchedule: never }))).toBe(422);
    });

    it('F10: hold in exactly the contexts of the session', async () => {
      const { subscriberId } = aSubscriber();
      const { workflowId } = await workflow();
      const inContext = widget(subscriberId, { context: { tenant: 'acme' } });
      await valueOf(inContext.preferences.update({ workflowId, channels: { in_app: false } }));
      const shown = async (novu: Novu) =>
        (await valueOf(novu.preferences.list())).find(({ workflow: of }) => of?.identifier === workflowId)?.channels;
      expect(await shown(widget(subscriberId))).toEqual({ in_app: true });
      expect(await shown(inContext)).toEqual({ in_app: false });
    });
  });

  describe('topic subscriptions', () => {
    const condition = { '==': [{ var: 'payload.region' }, 'eu'] as [object, string] };

    /** A topic that people may subscribe to in widgets. */
    async function anOpenTopic(): Promise<{ key: string }> {
      const topic = aTopic({ name: 'Orders', selfSubscribe: true });
      await test.api.topic(topic);
      return topic;
    }

    it('TS9: are made, found, changed and removed', async () => {
      const { key: topicKey } = await anOpenTopic();
      const { workflowId, _id } = await workflow();
      const { subscriberId } = aSubscriber();
      const { subscriptions } = widget(subscriberId);
      expect(await valueOf(subscriptions.list({ topicKey }))).toEqual([]);
      expect(await valueOf(subscriptions.get({ topicKey }))).toBeNull();
      const made = await valueOf(
        subscriptions.create({
          topicKey,
          topicName: 'Mine to name?',
          preferences: [{ workflowId, enabled: true, condition }],
        }),
      );
      expect(made).toMatchObject({ identifier: `tk_${topicKey}:si_${subscriberId}`, topicKey });
      expect(made.preferences).toMatchObject([{ enabled: true, condition, workflow: { id: _id } }]);
      expect((await test.api.get(`/v2/topics/${topicKey}`)).body.data.name).toBe('Orders');
      const named = await valueOf(subscriptions.create({ topicKey, identifier: 'mine', name: 'Mine' }));
      expect((await valueOf(subscriptions.list({ topicKey }))).map(({ id }) => id)).toEqual([named.id, made.id]);
      expect(await valueOf(subscriptions.get({ topicKey }))).toMatchObject({ id: made.id });
      expect(await valueOf(subscriptions.get({ topicKey, identifier: 'mine' }))).toMatchObject({ id: named.id });
      const shown = await valueOf(subscriptions.get({ topicKey, workflowIds: ['other'], tags: ['none'] }));
      expect(shown?.preferences).toEqual([]);
      const updated = await valueOf(subscriptions.update({ topicKey, identifier: 'mine', preferences: [workflowId] }));
      expect(updated.preferences).toMatchObject([{ enabled: true, workflow: { identifier: workflowId } }]);
      await valueOf(named.delete());
      expect(await valueOf(subscriptions.get({ topicKey, identifier: 'mine' }))).toBeNull();
      expect(await statusOf(subscriptions.delete({ topicKey, identifier: 'mine' }))).toBe(404);
      expect(await statusOf(subscriptions.update({ topicKey, identifier: 'mine', name: 'x' }))).toBe(404);
    });

    it('TS2: say what is wanted of each workflow', async () => {
      const { key: topicKey } = await anOpenTopic();
      const [one, two] = [await workflow(), await workflow()];
      const { subscriptions } = widget();
      const made = await valueOf(
        subscriptions.create({ topicKey, preferences: [one.workflowId, { workflowId: two.workflowId }] }),
      );
      // By identifier, then by the internal id that the preference itself carries.
      expect(await valueOf(made.updatePreference({ workflowId: one.workflowId, value: false }))).toMatchObject({
        enabled: false,
        workflow: { id: one._id },
        subscriptionId: made.id,
      });
      const own = made.preferences!.find(({ workflow: of }) => of.id === two._id)!;
      expect(await valueOf(own.update({ value: condition }))).toMatchObject({ enabled: true, condition });
      const bulk = await valueOf(
        made.bulkUpdatePreferences([
          { workflowId: two._id, value: false },
          { workflowId: one._id, value: condition },
        ]),
      );
      expect(bulk.map(({ workflow: of, enabled, condition: asked }) => [of.id, enabled, asked])).toEqual([
        [two._id, false, undefined],
        [one._id, false, condition],
      ]);
      const stored = await valueOf(subscriptions.get({ topicKey }));
      expect(stored?.preferences?.map(({ workflow: of, enabled }) => [of.id, enabled])).toEqual([
        [one._id, false],
        [two._id, false],
      ]);
      expect(await statusOf(made.updatePreference({ workflowId: 'nowhere', value: false }))).toBe(404);
      await valueOf(subscriptions.delete({ subscription: made }));
      expect(await statusOf(own.update({ value: true }))).toBe(404);
    });
  });

  it('C8: opens with its hashes, and not without', async () => {
    const { subscriberId } = aSubscriber();
    const hash = (text: string) => createHmac('sha256', test.otherApi.apiKey!).update(text).digest('hex');
    const production = { applicationIdentifier: scene.production.identifier };
    const context = { tenant: { id: 'acme', data: { b: 1, a: 2 } } };
    const proofs = {
      subscriberHash: hash(subscriberId),
      contextHash: hash('{"tenant":{"data":{"a":2,"b":1},"id":"acme"}}'),
    };
    const [global] = await valueOf(widget(subscriberId, { ...production, context, ...proofs }).preferences.list());
    expect(global).toMatchObject({ level: 'global' });
    const refused = widget(subscriberId, { ...production, context, ...proofs, contextHash: hash('{}') });
    const failed = await new Promise<{ error?: unknown }>((resolve) => {
      refused.on('session.initialize.resolved', resolve);
      void refused.preferences.list();
    });
    expect((failed.error as { status?: number }).status).toBe(400);
  });
});

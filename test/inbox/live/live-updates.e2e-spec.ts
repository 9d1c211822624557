/** @runs-on redis */
import { Novu, type Notification, type UnreadCount } from '@novu/js';
import { Environment } from '../../../src/auth/environment.schema.js';
import { HOUR } from '../../delivery/engine-scene.js';
import { eventually } from '../../eventually.js';
import { LiveScene } from './live-scene.js';

describe('live updates', () => {
  let scene: LiveScene;
  let workflow: string;

  beforeAll(async () => {
    scene = await LiveScene.start();
    workflow = await scene.workflow();
  });

  afterEach(() => scene.closeClients());

  afterAll(() => scene.close());

  it('O3: a new message gives received, then unseen, then unread', async () => {
    const ada = await scene.person();
    const client = await scene.connect(ada);
    expect(client.events).toEqual(['unseen_count_changed', 'unread_count_changed']);
    client.told.length = 0;
    await scene.send(workflow, ada, 'hello');
    await client.counts(1, 1);
    expect(client.events).toEqual(['notification_received', 'unseen_count_changed', 'unread_count_changed']);
  });

  it('O2: counts have their present and their older form', async () => {
    const high = await scene.workflow({}, { severity: 'high' });
    const ada = await scene.person();
    await scene.send(high, ada, 'one');
    const client = await scene.connect(ada);
    await client.counts(1, 1);
    expect(client.all('unseen_count_changed').at(-1)).toEqual({ unseenCount: 1, hasMore: false });
    expect(client.unread).toEqual({
      counts: { total: 1, severity: { high: 1, medium: 0, low: 0, none: 0 } },
      unreadCount: 1,
      hasMore: false,
    });
  });

  it('O5: a fetch on receipt finds the message', async () => {
    const ada = await scene.person();
    const client = await scene.connect(ada);
    const url = `/v2/subscribers/${ada}/notifications?limit=100`;
    const found: boolean[] = [];
    const fetching: Promise<void>[] = [];
    client.socket.on('notification_received', ({ message }: { message: { _id: string } }) => {
      const look = async (): Promise<void> => {
        const { body } = await scene.engine.carillon.api.get(url);
        found.push(body.data.some(({ id }: { id: string }) => id === message._id));
      };
      fetching.push(look());
    });
    await Promise.all(Array.from({ length: 20 }, (_, index) => scene.send(workflow, ada, `message ${index}`)));
    await eventually(async () => expect(fetching).toHaveLength(20));
    await Promise.all(fetching);
    expect(found).toEqual(Array.from({ length: 20 }, () => true));
  });

  it('O3: each change gives the counts to all connections of the subscriber', async () => {
    const ada = await scene.person();
    for (const text of ['one', 'two', 'three']) await scene.send(workflow, ada, text);
    const clients = [await scene.connect(ada), await scene.connect(ada)];
    const all = (unread: number, unseen: number) => Promise.all(clients.map((client) => client.counts(unread, unseen)));
    await eventually(async () => expect(clients[0]!.unread?.counts.total).toBe(3));
    const url = `/v2/subscribers/${ada}/notifications`;
    const { body } = await scene.engine.carillon.api.get(url);
    const [first, second] = body.data.map(({ id }: { id: string }) => id);
    for (const [change, unread, unseen] of [
      [`${first}/read`, 2, 2],
      [`${first}/unread`, 3, 2],
      [`${second}/archive`, 2, 1],
      [`${second}/unarchive`, 2, 1],
      [`${second}/unread`, 3, 1],
    ] as const) {
      await scene.engine.carillon.api.patch(`${url}/${change}`);
      await all(unread, unseen);
    }
    await scene.engine.carillon.api.post(`${url}/seen`, {});
    await all(3, 0);
  });

  it('O3: a burst of changes gives a few events, and the last one is right', async () => {
    const ada = await scene.person();
    const client = await scene.connect(ada);
    client.told.length = 0;
    await Promise.all(Array.from({ length: 100 }, (_, index) => scene.send(workflow, ada, `message ${index}`)));
    // Counts may be ahead of messages that are on their way.
    await client.until(() => client.messages.length === 100);
    await client.counts(100, 100);
    expect(new Set(client.messages.map(({ _id }) => _id)).size).toBe(100);
    expect(client.unread).toMatchObject({ unreadCount: 100, hasMore: false });
    expect(client.all('unread_count_changed').length).toBeLessThan(50);
    await scene.send(workflow, ada, 'one more');
    await client.counts(101, 100);
    expect(client.unread).toMatchObject({ counts: { total: 101 }, unreadCount: 100, hasMore: true });
  });

  it('O1: messages of other sets of contexts are not told, and not counted', async () => {
    const ada = await scene.person();
    const context = { tenant: 'acme' };
    const everything = await scene.connect(ada);
    const acme = await scene.connect(ada, { contextKeys: ['tenant:acme'] });
    const other = await scene.connect(ada, { contextKeys: ['tenant:other'] });
    await scene.send(workflow, ada, 'for acme', { context });
    await scene.send(workflow, ada, 'for nobody in particular');
    await acme.received('for acme');
    await everything.received('for nobody in particular');
    await Promise.all([acme.counts(1, 1), everything.counts(1, 1), other.counts(0, 0)]);
    expect(other.messages).toEqual([]);
  });

  it('tells of a message in the form that inbox widgets read', async () => {
    const ada = await scene.person({ firstName: 'Ada', avatar: '/ada.png', data: { team: 'blue' } });
    const client = await scene.connect(ada);
    const button = (label: string) => ({ label, redirect: { url: '/orders', target: '_blank' } });
    const rich = await scene.workflow(
      {
        subject: 'Order',
        avatar: 'https://example.com/a.png',
        redirect: { url: 'https://example.com', target: '_self' },
        primaryAction: button('Show'),
        secondaryAction: button('Later'),
        data: { order: 7 },
      },
      { tags: ['orders'], severity: 'low' },
    );
    await scene.send(rich, ada, 'On its way');
    await client.received('On its way');
    await scene.send(workflow, ada, 'plain');
    await client.received('On its way', 'plain');
    const [message, plain] = client.messages;
    const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(message).toMatchObject({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      transactionId: expect.any(String),
      subject: 'Order',
      content: 'On its way',
      avatar: 'https://example.com/a.png',
      channel: 'in_app',
      tags: ['orders'],
      data: { order: 7 },
      severity: 'low',
      read: false,
      seen: false,
      archived: false,
      createdAt: date,
      deliveredAt: [date],
      workflow: { identifier: rich, severity: 'low', critical: false },
      subscriber: { subscriberId: ada, firstName: 'Ada', avatar: '/ada.png', data: { team: 'blue' } },
      cta: {
        type: 'redirect',
        data: { url: 'https://example.com', target: '_self' },
        action: {
          status: 'pending',
          buttons: [
            { type: 'primary', content: 'Show', url: '/orders', target: '_blank' },
            { type: 'secondary', content: 'Later', url: '/orders', target: '_blank' },
          ],
        },
      },
    });
    expect(plain).toMatchObject({ cta: {} });
    expect(plain).not.toHaveProperty('subject');
  });

  it('O3: the official client of inbox widgets hears of messages and counts', async () => {
    const ada = await scene.person();
    const { identifier } = await scene.engine.model(Environment).findById(scene.engine.environment.id).lean().orFail();
    const url = scene.urlOf();
    const novu = new Novu({
      applicationIdentifier: identifier,
      subscriber: { subscriberId: ada },
      apiUrl: url,
      socketUrl: url,
    });
    const received: Notification[] = [];
    const unread: UnreadCount[] = [];
    const unseen: number[] = [];
    novu.on('notifications.notification_received', ({ result }) => void received.push(result));
    novu.on('notifications.unread_count_changed', ({ result }) => void unread.push(result));
    novu.on('notifications.unseen_count_changed', ({ result }) => void unseen.push(result));
    try {
      await novu.socket.connect();
      await eventually(async () => expect(unread.at(-1)?.total).toBe(0));
      await scene.send(workflow, ada, 'hello', { payload: { text: 'hello' } });
      await eventually(async () => expect([unread.at(-1)?.total, unseen.at(-1)]).toEqual([1, 1]));
      expect(received).toHaveLength(1);
      expect(received[0]).toMatchObject({ body: 'hello', isRead: false, to: { subscriberId: ada } });
      await received[0]!.read();
      await eventually(async () => expect([unread.at(-1)?.total, unseen.at(-1)]).toEqual([0, 0]));
      expect(unread.at(-1)).toEqual({ total: 0, severity: { high: 0, medium: 0, low: 0, none: 0 } });
    } finally {
      await novu.socket.disconnect();
    }
  });

  it('O3: the counts of deleted, snoozed and woken messages are told', async () => {
    const ada = await scene.person();
    for (const text of ['one', 'two']) await scene.send(workflow, ada, text);
    const client = await scene.connect(ada);
    await client.counts(2, 2);
    const { api } = scene.engine.carillon;
    const url = `/v2/subscribers/${ada}/notifications`;
    const { body } = await api.get(url);
    const [first, second] = body.data.map(({ id }: { id: string }) => id);
    await api.delete(`${url}/${first}`);
    await client.counts(1, 1);
    const snoozeUntil = new Date(scene.engine.clock.now().getTime() + HOUR).toISOString();
    expect((await api.patch(`${url}/${second}/snooze`, { snoozeUntil })).status).toBe(200);
    await client.counts(0, 0);
    scene.engine.clock.forward(HOUR);
    // A worker looks for those whose time has come, and tells of them.
    await client.counts(1, 1);
  });
});

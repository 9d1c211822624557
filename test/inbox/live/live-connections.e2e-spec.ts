/** @runs-on redis */
import { setImmediate } from 'node:timers/promises';
import { UnsecuredJWT } from 'jose';
import { Types } from 'mongoose';
import { Connections, LiveConnection } from '../../../src/inbox/live/connections.js';
import { DeletedSubscriberWatcher } from '../../../src/inbox/live/deleted-subscriber-watcher.service.js';
import { LiveServer } from '../../../src/inbox/live/live-server.service.js';
import { UpdatesService } from '../../../src/inbox/live/updates.service.js';
import type { Subscriber } from '../../../src/subscribers/subscriber.schema.js';
import { DAY, HOUR, MINUTE } from '../../delivery/engine-scene.js';
import { countCommands } from '../../delivery/store-probe.js';
import { eventually } from '../../eventually.js';
import { type LiveClient, LiveScene } from './live-scene.js';

const SOCKETS = 100;
const MISSED = 3;

describe('live connections', () => {
  let scene: LiveScene;
  let workflow: string;

  beforeAll(async () => {
    scene = await LiveScene.start({ settings: { LIVE_MISSED_LIMIT: `${MISSED}`, IN_APP_RETENTION_DAYS: '1' } });
    workflow = await scene.workflow();
  });

  afterEach(() => scene.closeClients());

  afterAll(() => scene.close());

  const stored = (subscriberId: string): Promise<Subscriber> =>
    scene.engine.subscribers.findOne({ subscriberId }).lean().orFail();

  const online = (subscriberId: string, isOnline: boolean): Promise<Subscriber> =>
    eventually(async () => {
      const subscriber = await stored(subscriberId);
      expect(subscriber.isOnline).toBe(isOnline);
      return subscriber;
    });

  it('O1: a client that sends without end is disconnected, and may connect again', async () => {
    const ada = await scene.person();
    const client = await scene.connect(ada);
    const disconnected = client.disconnected();
    for (let packet = 0; packet < 200; packet++) client.socket.emit('nothing', packet);
    expect(await disconnected).toMatch(/^transport/);
    await scene.connect(ada);
  });

  describe('O1: who may connect', () => {
    it.each([
      ['no token', () => ({})],
      ['an empty one', () => ({ query: { token: '' } })],
      ['one that is no token', () => ({ query: { token: 'aaa.bbb.ccc' } })],
      ['one that is not signed', () => ({ auth: { token: new UnsecuredJWT({ aud: 'widget_user' }).encode() } })],
      ['an API key', () => ({ query: { token: scene.engine.carillon.api.apiKey } })],
    ])('is not somebody with %s', async (_what, auth) => {
      const client = scene.open(auth());
      expect(await client.disconnected()).toBe('io server disconnect');
      expect(client.told).toEqual([]);
    });

    it('is not somebody who is deleted', async () => {
      const ada = await scene.person();
      const token = await scene.tokenFor(ada);
      await scene.engine.carillon.api.delete(`/v2/subscribers/${ada}`);
      expect(await scene.open({ query: { token } }).disconnected()).toBe('io server disconnect');
    });

    it('is who has a token in the query or in `auth`', async () => {
      const token = await scene.tokenFor(await scene.person());
      for (const auth of [{ query: { token } }, { auth: { token } }]) {
        await (await scene.open(auth).connected()).counts(0, 0);
      }
    });
  });

  it('O1: nobody is told of what others get', async () => {
    const [ada, bob] = [await scene.person(), await scene.person()];
    const clients = [await scene.connect(ada), await scene.connect(bob)];
    await scene.send(workflow, ada, 'for Ada');
    await scene.send(workflow, bob, 'for Bob');
    await clients[0]!.received('for Ada');
    await clients[1]!.received('for Bob');
  });

  it('O4: for those who are not connected there is no store command, however many they are', async () => {
    const ada = await scene.person();
    const client = await scene.connect(ada);
    await scene.send(workflow, ada, 'hello');
    await client.counts(1, 1);
    const [message] = client.messages;
    const environmentId = scene.engine.environment.id;
    const received = Array.from({ length: 500 }, () => {
      return { subscriberId: new Types.ObjectId(), _id: new Types.ObjectId() };
    });
    const updates = scene.engine.carillon.app.get(UpdatesService);
    const strangers = async (): Promise<void> => {
      updates.onNotices([{ environmentId, received, changed: received.map(({ subscriberId }) => subscriberId) }]);
      for (let turn = 0; turn < 10; turn++) await setImmediate();
    };
    expect(await countCommands(strangers)).toBe(0);
    const own = { subscriberId: (await stored(ada))._id, _id: new Types.ObjectId(message!._id) };
    const shown = ['hello'];
    const one = async (): Promise<void> => {
      updates.onNotices([{ environmentId, received: [...received, own] }]);
      shown.push('hello');
      await client.received(...shown);
    };
    // A look for what is due may happen at the same time.
    const counts = [await countCommands(one), await countCommands(one), await countCommands(one)];
    expect(Math.min(...counts)).toBeLessThanOrEqual(2);
  });

  it('O7: the first connection sets isOnline, the last one lastOnlineAt, and not the one before', async () => {
    const ada = await scene.person();
    const tabs = [await scene.connect(ada), await scene.connect(ada)];
    expect((await stored(ada)).isOnline).toBe(true);
    tabs[0]!.close();
    const connections = scene.engine.carillon.app.get(Connections);
    const { _id } = await stored(ada);
    await eventually(async () => expect(connections.of(_id)).toHaveLength(1));
    // Whoever comes next is noted behind whatever the closed tab could have led to.
    const bob = await scene.person();
    await scene.connect(bob);
    expect((await stored(ada)).isOnline).toBe(true);
    const before = scene.engine.clock.now();
    tabs[1]!.close();
    const gone = await online(ada, false);
    expect(gone.lastOnlineAt!.getTime()).toBeGreaterThanOrEqual(before.getTime());
    expect(gone).not.toHaveProperty('onlineAt');
    const { body } = await scene.engine.carillon.api.get(`/v2/subscribers/${ada}`);
    expect(body.data ?? body).toMatchObject({ isOnline: false, lastOnlineAt: gone.lastOnlineAt!.toISOString() });
  });

  describe('O6: a client that comes back', () => {
    const come = async (ada: string, after: string) => {
      const client = await scene.connect(ada, { after });
      await client.until(() => client.all('caught_up').length === 1);
      return client;
    };

    /** Somebody who has left after a message; the id of it. */
    async function left(): Promise<[ada: string, after: string]> {
      const ada = await scene.person();
      const client = await scene.connect(ada);
      await scene.send(workflow, ada, 'known');
      await client.received('known');
      client.close();
      scene.engine.clock.forward(MINUTE);
      return [ada, client.messages[0]!._id];
    }

    it('is told what it has missed, oldest first, and then how things stand', async () => {
      const [ada, after] = await left();
      for (const text of ['one', 'two']) {
        const transactionId = await scene.engine.trigger(workflow, { to: ada, payload: { text } });
        await scene.engine.settled(transactionId);
      }
      const client = await come(ada, after);
      expect(client.messages.map(({ content }) => content)).toEqual(['one', 'two']);
      await client.counts(3, 3);
      expect(client.all('caught_up')).toEqual([{ hasMore: false }]);
      expect(client.events.slice(-3)).toEqual(['caught_up', 'unseen_count_changed', 'unread_count_changed']);
      await scene.send(workflow, ada, 'three');
      await client.received('one', 'two', 'three');
    });

    it('is told that there is more than it is told', async () => {
      const [ada, after] = await left();
      for (let index = 0; index <= MISSED; index++) {
        await scene.engine.settled(await scene.engine.trigger(workflow, { to: ada, payload: { text: `${index}` } }));
      }
      const client = await come(ada, after);
      expect(client.messages.map(({ content }) => content)).toEqual(['0', '1', '2']);
      expect(client.all('caught_up')).toEqual([{ hasMore: true }]);
    });

    it("is told to reload when what it knows is not there, or somebody else's", async () => {
      const [[ada], [, others]] = [await left(), await left()];
      for (const after of [others, new Types.ObjectId().toHexString()]) {
        const client = await come(ada, after);
        expect(client.messages).toEqual([]);
        expect(client.all('caught_up')).toEqual([{ hasMore: true }]);
      }
    });

    it('N3: is told to reload when what it knows has expired, whether or not it is deleted yet', async () => {
      const [ada, after] = await left();
      scene.engine.clock.forward(DAY);
      const client = await come(ada, after);
      expect(client.all('caught_up')).toEqual([{ hasMore: true }]);
    });
  });

  it('O8: a connection that fails keeps nothing from being delivered', async () => {
    const ada = await scene.person();
    const subscriber = await stored(ada);
    const { environment } = scene.engine;
    const until = new Date('2100-01-01');
    const session = { environment, subscriberId: subscriber._id, contextKeys: [], until };
    const broken = (): never => {
      throw new Error('The connection is broken');
    };
    const connection = new LiveConnection(session, broken, broken);
    const connections = scene.engine.carillon.app.get(Connections);
    connections.add(connection);
    connection.open([]);
    const trigger = () => scene.engine.trigger(workflow, { to: ada, payload: { text: 'hello' } });
    try {
      expect(await scene.engine.story(await trigger())).toEqual(['completed: delivered']);
      const url = `/v2/subscribers/${ada}/notifications`;
      const { body } = await scene.engine.carillon.api.get(url);
      const read = await scene.engine.carillon.api.patch(`${url}/${body.data[0].id}/read`);
      expect(read.status).toBe(200);
    } finally {
      connections.remove(connection);
    }
  });

  it(`O3: a broadcast is seen by all of ${SOCKETS} sockets`, async () => {
    const people = Array.from({ length: SOCKETS }, () => ({ subscriberId: scene.engine.newId() }));
    await scene.engine.carillon.api.post('/v1/subscribers/bulk', { subscribers: people });
    const clients = await Promise.all(people.map(({ subscriberId }) => scene.connect(subscriberId)));
    const payload = { text: 'for everyone' };
    await scene.engine.carillon.api.post('/v1/events/trigger/broadcast', { name: workflow, payload });
    await Promise.all(clients.map((client) => client.counts(1, 1)));
    expect(clients.filter(({ messages }) => messages.length === 1)).toHaveLength(SOCKETS);
  });

  describe('O1: a connection ends', () => {
    /** Waits until the client is sent away, for good: for any other reason it would come back. */
    async function sentAway(client: LiveClient, act: () => Promise<unknown>): Promise<void> {
      const ended = client.disconnected();
      await act();
      expect(await ended).toBe('io server disconnect');
    }

    it('when its subscriber is deleted, and those of others stay', async () => {
      const [ada, bob] = [await scene.person(), await scene.person()];
      const [client, others] = [await scene.connect(ada), await scene.connect(bob)];
      await sentAway(client, () => scene.engine.carillon.api.delete(`/v2/subscribers/${ada}`));
      await scene.send(workflow, bob, 'for Bob');
      await others.received('for Bob');
    });

    it('when its environment is deleted', async () => {
      const { api, anonymous } = scene.engine.carillon;
      const { body } = await api.post('/v1/environments', { name: 'Short-lived' });
      const { _id, apiKeys } = body.data;
      const subscriberId = scene.engine.newId();
      const headers = { authorization: `ApiKey ${apiKeys[0].key}` };
      await anonymous.request({ method: 'POST', url: '/v2/subscribers', payload: { subscriberId }, headers });
      const [client, others] = [await scene.connect(subscriberId), await scene.connect(await scene.person())];
      await sentAway(client, () => api.delete(`/v1/environments/${_id}`));
      expect(others.socket.connected).toBe(true);
    });

    it('when its subscriber is gone and nobody has said so', async () => {
      const ada = await scene.person();
      const [client, others] = [await scene.connect(ada), await scene.connect(await scene.person())];
      const gone = scene.engine.carillon.app.get(DeletedSubscriberWatcher);
      await gone.check();
      expect(client.socket.connected).toBe(true);
      await scene.engine.subscribers.deleteOne({ subscriberId: ada });
      await sentAway(client, () => gone.check());
      expect(others.socket.connected).toBe(true);
    });
  });

  it('N3: counts are told when messages expire, at the moment when the list lacks them', async () => {
    const ada = await scene.person();
    await scene.send(workflow, ada, 'one');
    const client = await scene.connect(ada);
    await client.counts(1, 1);
    scene.engine.clock.forward(HOUR);
    await scene.send(workflow, ada, 'two');
    await client.counts(2, 2);
    const url = `/v2/subscribers/${ada}/notifications`;
    const listed = async () => (await scene.engine.carillon.api.get(url)).body.data.length;
    for (const left of [1, 0]) {
      scene.engine.clock.forward(left === 1 ? DAY - HOUR : HOUR);
      expect(await listed()).toBe(left);
      await client.counts(left, left);
    }
  });

  it('O1: a connection ends with its session', async () => {
    const client = await scene.connect(await scene.person());
    const server = scene.engine.carillon.app.get(LiveServer);
    server.closeEnded();
    expect(client.socket.connected).toBe(true);
    scene.engine.clock.forward(366 * DAY);
    const ended = client.disconnected();
    server.closeEnded();
    expect(await ended).toBe('io server disconnect');
  });
});

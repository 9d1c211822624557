/** @runs-on redis */
import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { LivePresenceService } from '../../../src/inbox/live/live-presence.service.js';
import { PresenceNode } from '../../../src/subscribers/presence/presence-node.schema.js';
import { PresenceService } from '../../../src/subscribers/presence/presence.service.js';
import type { Subscriber } from '../../../src/subscribers/subscriber.schema.js';
import { MINUTE } from '../../delivery/engine-scene.js';
import { eventually } from '../../eventually.js';
import { startTestApp, type TestApp } from '../../test-app.js';
import { LiveScene } from './live-scene.js';

/** Without Redis one process is all there is. */
const withRedis = process.env.REDIS_URL ? it : it.skip;

describe('live updates of several processes', () => {
  const namespace = `t${randomBytes(5).toString('hex')}`;
  let scene: LiveScene;
  let other: TestApp;
  let workflow: string;

  beforeAll(async () => {
    // The one delivers and serves, the other serves alone.
    scene = await LiveScene.start({ namespace });
    other = await startTestApp({ namespace, clock: scene.engine.clock, settings: { ROLE: 'api' } });
    await scene.listen(other);
    workflow = await scene.workflow();
  });

  afterEach(() => scene.closeClients());

  afterAll(async () => {
    await other.app.close();
    await scene.close();
  });

  const stored = (subscriberId: string): Promise<Subscriber> =>
    scene.engine.subscribers.findOne({ subscriberId }).lean().orFail();

  const online = (subscriberId: string, isOnline: boolean): Promise<Subscriber> =>
    eventually(async () => {
      const subscriber = await stored(subscriberId);
      expect(subscriber.isOnline).toBe(isOnline);
      return subscriber;
    });

  withRedis('O3: all connections of a subscriber are told, whichever process they are at', async () => {
    const ada = await scene.person();
    const clients = [await scene.connect(ada), await scene.connect(ada, { carillon: other })];
    await scene.send(workflow, ada, 'hello');
    for (const client of clients) {
      await client.received('hello');
      await client.counts(1, 1);
    }
    const url = `/v2/subscribers/${ada}/notifications/${clients[0]!.messages[0]!._id}/read`;
    await other.api.patch(url);
    for (const client of clients) await client.counts(0, 0);
  });

  withRedis('O1: a connection ends with its subscriber, whichever process deletes it', async () => {
    const ada = await scene.person();
    const client = await scene.connect(ada, { carillon: other });
    const ended = client.disconnected();
    await scene.engine.carillon.api.delete(`/v2/subscribers/${ada}`);
    expect(await ended).toBe('io server disconnect');
  });

  withRedis('O8: counts are told anew when Redis was away', async () => {
    const ada = await scene.person();
    const client = await scene.connect(ada, { carillon: other });
    client.told.length = 0;
    const redis = new Redis(process.env.REDIS_URL!);
    try {
      const list = (await redis.call('CLIENT', 'LIST', 'TYPE', 'pubsub')) as string;
      const own = list.split('\n').filter((line) => line.includes(`name=${namespace}-live `));
      expect(own).toHaveLength(2);
      for (const line of own) await redis.client('KILL', 'ID', /\bid=(\d+)/.exec(line)![1]!);
    } finally {
      redis.disconnect();
    }
    await client.counts(0, 0);
    await scene.send(workflow, ada, 'after the outage');
    await client.received('after the outage');
  });

  it('O7: who is connected to two processes stays online when one of the connections ends', async () => {
    const ada = await scene.person();
    const [here, there] = [await scene.connect(ada), await scene.connect(ada, { carillon: other })];
    here.close();
    await eventually(async () => expect((await stored(ada)).onlineAt).toHaveLength(1));
    expect((await stored(ada)).isOnline).toBe(true);
    there.close();
    expect((await online(ada, false)).lastOnlineAt).toBeInstanceOf(Date);
  });

  it('O7: people of a process that died are offline a minute later, unless they are connected elsewhere', async () => {
    const [ada, bob] = [await scene.person(), await scene.person()];
    await scene.connect(bob);
    // What a process leaves that is killed while Ada and Bob are connected to it.
    const presence = other.app.get(PresenceService);
    const dead = await presence.begin();
    const died = scene.engine.clock.now();
    const { environment } = scene.engine;
    const people = [await stored(ada), await stored(bob)].map(({ _id: id }) => ({ environment, id }));
    await presence.note(dead, people, []);
    expect((await stored(ada)).isOnline).toBe(true);

    const living = scene.engine.carillon.app.get(LivePresenceService);
    scene.engine.clock.forward(MINUTE / 2);
    await living.beat();
    expect((await stored(ada)).isOnline).toBe(true);
    scene.engine.clock.forward(MINUTE / 2 + 1000);
    await living.beat();
    const gone = await stored(ada);
    expect(gone.isOnline).toBe(false);
    expect(gone.lastOnlineAt!.getTime() - died.getTime()).toBeLessThan(MINUTE / 2);
    expect(await stored(bob)).toMatchObject({ isOnline: true });
    expect(await scene.engine.model(PresenceNode).exists({ _id: dead })).toBeNull();
  });

  it('O7: a process that was taken for dead comes back with its people', async () => {
    const ada = await scene.person();
    await scene.connect(ada);
    const [before] = (await stored(ada)).onlineAt!;
    scene.engine.clock.forward(2 * MINUTE);
    await other.app.get(PresenceService).giveUpSilent(MINUTE);
    await online(ada, false);
    await scene.engine.carillon.app.get(LivePresenceService).beat();
    const back = await stored(ada);
    expect(back.isOnline).toBe(true);
    expect(back.onlineAt).not.toContain(before);
  });

  it('O7: a process that ends lets clients look for another one, and its people are offline', async () => {
    const third = await startTestApp({ namespace, clock: scene.engine.clock, settings: { ROLE: 'api' } });
    await scene.listen(third);
    const ada = await scene.person();
    const client = await scene.connect(ada, { carillon: third });
    const ended = client.disconnected();
    await third.app.close();
    // Any other reason would keep clients from trying again.
    expect(await ended).toBe('transport close');
    expect(await stored(ada)).toMatchObject({ isOnline: false });
  });
});

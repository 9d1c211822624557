/** @runs-on redis */
import { createHash, randomBytes } from 'node:crypto';
import { Types } from 'mongoose';
import { RunEvents } from '../../src/notifications/activity/run-events.js';
import { MAX_PER_ENVIRONMENT } from '../../src/notifications/activity/live/live-activity.service.js';
import { RUN_NOTICES, type RunNotice } from '../../src/notifications/activity/live/run-notices.js';
import { PubSub } from '../../src/platform/queue/pub-sub.js';
import { signIn } from '../builders/account.js';
import { delay, HOUR, inApp } from '../delivery/engine-scene.js';
import { eventually } from '../eventually.js';
import { startTestApp, type TestApp } from '../test-app.js';
import { EventStream } from '../inbox/live/event-stream.js';
import { LiveScene } from '../inbox/live/live-scene.js';

/** Without Redis one process is all there is. */
const withRedis = process.env.REDIS_URL ? it : it.skip;

describe('live activity', () => {
  const namespace = `t${randomBytes(5).toString('hex')}`;
  let scene: LiveScene;
  /** Serves, and delivers nothing. */
  let other: TestApp | undefined;
  let authorization: string;
  const streams: EventStream[] = [];

  beforeAll(async () => {
    scene = await LiveScene.start({ namespace });
    if (process.env.REDIS_URL) {
      other = await startTestApp({ namespace, clock: scene.engine.clock, settings: { ROLE: 'api' } });
      await scene.listen(other);
    }
    authorization = `ApiKey ${await newKey()}`;
  });

  afterEach(async () => {
    await Promise.all(streams.splice(0).map((stream) => stream.close()));
  });

  afterAll(async () => {
    await other?.app.close();
    await scene.close();
  });

  async function newKey(permissions = ['notifications:read']): Promise<string> {
    const { status, body } = await scene.engine.carillon.api.post('/v1/api-keys', { name: 'live', permissions });
    expect(status).toBe(201);
    return body.data.key;
  }

  async function request(
    query = '',
    headers: Record<string, string> = { authorization },
    carillon?: TestApp,
  ): Promise<EventStream> {
    const stream = await EventStream.open(`${scene.urlOf(carillon)}/v1/activity/live?${query}`, headers);
    streams.push(stream);
    return stream;
  }

  async function watch(...parameters: Parameters<typeof request>): Promise<EventStream> {
    const stream = await request(...parameters);
    expect(stream.status).toBe(200);
    await stream.until(() => stream.all('ready').length === 1);
    return stream;
  }

  const endOf = async (stream: EventStream): Promise<object | undefined> => {
    await stream.ended;
    return stream.all('end')[0];
  };

  it('LA1: runs that begin, change and end, as lists show them', async () => {
    const stream = await watch();
    expect(stream.contentType).toBe('text/event-stream');
    const name = await scene.engine.workflow([delay(1, 'hours'), inApp('a')]);
    const transactionId = await scene.engine.trigger(name);
    await stream.until(() => stream.changes.some(({ change }) => change === 'changed'));
    await scene.engine.settled(transactionId);
    await scene.engine.later(2 * HOUR);
    await stream.until(() => stream.changes.some(({ change }) => change === 'ended'));
    const [{ notification }] = stream.changes.slice(-1) as [(typeof stream.changes)[0]];
    const { body } = await scene.engine.carillon.api.get(`/v1/notifications?transactionId=${transactionId}`);
    expect(notification).toEqual(body.data[0]);
    expect(notification).toMatchObject({ transactionId, status: 'completed' });
  });

  it('LA1: a run that is canceled ends', async () => {
    const transactionId = await scene.engine.trigger(await scene.engine.workflow([delay(1, 'hours'), inApp('a')]));
    await scene.engine.settled(transactionId);
    const stream = await watch('status=canceled');
    await scene.engine.carillon.api.delete(`/v1/events/trigger/${transactionId}`);
    await stream.until(() => stream.changes.length === 1);
    expect(stream.changes).toMatchObject([{ change: 'ended', notification: { transactionId, status: 'canceled' } }]);
  });

  it('LA1: filters by workflow, subscriber and status', async () => {
    const [ada, bob] = [await scene.person(), await scene.person()];
    const [one, other] = [await scene.workflow(), await scene.workflow()];
    const filtered = await Promise.all([
      watch(`templates=${one}`),
      watch(`subscriberIds=${bob}`),
      watch('status=failed'),
    ]);
    const all = await watch();
    await scene.send(one, ada, 'x');
    await scene.send(other, bob, 'x');
    await all.until(() => all.changes.length === 2);
    await filtered[0].until(() => filtered[0].changes.length === 1);
    await filtered[1].until(() => filtered[1].changes.length === 1);
    expect(filtered[0].changes[0]!.notification.subscriber?.subscriberId).toBe(ada);
    expect(filtered[1].changes[0]!.notification.subscriber?.subscriberId).toBe(bob);
    expect(filtered[2].changes).toEqual([]);
  });

  it('LA3: of many changes the newest are sent, with the number of the others', async () => {
    const stream = await watch();
    const to = Array.from({ length: 100 }, () => scene.engine.newId());
    await scene.engine.trigger(await scene.workflow(), { to, payload: { text: 'x' } });
    await stream.until(() => stream.changes.length + stream.leftOut === 100);
    for (const { changes } of stream.runs) expect(changes.length).toBeLessThanOrEqual(20);
    expect(stream.leftOut).toBeGreaterThan(0);
  });

  it('LA2: of an environment that nobody watches nothing is published', async () => {
    const { app } = scene.engine.carillon;
    const publish = jest.spyOn(app.get(PubSub), 'publish');
    const stream = await watch();
    const ids = { _id: new Types.ObjectId(), workflowId: new Types.ObjectId(), subscriberId: new Types.ObjectId() };
    const { id: organizationId } = scene.engine.environment;
    const run = { ...ids, environmentId: new Types.ObjectId(), organizationId, status: 'completed' as const };
    app.get(RunEvents).stored([{ run, ended: [] }]);
    // It would be published with these.
    await scene.send(await scene.workflow(), await scene.person(), 'x');
    await stream.until(() => stream.changes.length === 1);
    const notices = publish.mock.calls.filter(([channel]) => (channel as object) === RUN_NOTICES);
    expect(notices.map(([, notice]) => (notice as unknown as RunNotice).environmentId)).toEqual([
      scene.engine.environment.id,
    ]);
    publish.mockRestore();
  });

  it('LA3: other environments see nothing of it', async () => {
    const { body } = await scene.engine.carillon.otherApi.post('/v1/api-keys', {
      name: 'other',
      permissions: ['notifications:read'],
    });
    const stranger = await watch('', { authorization: `ApiKey ${body.data.key}` });
    const stream = await watch();
    await scene.send(await scene.workflow(), await scene.person(), 'x');
    await stream.until(() => stream.changes.length === 1);
    expect(stranger.events.map(({ event }) => event)).toEqual(['ready']);
  });

  it('LA4: ends when its key is withdrawn', async () => {
    const key = await newKey();
    const stream = await watch('', { authorization: `ApiKey ${key}` });
    const kept = await watch();
    const { body } = await scene.engine.carillon.api.get('/v1/api-keys');
    const id = createHash('sha256').update(key).digest('hex').slice(0, 24);
    expect(JSON.stringify(body)).toContain(id);
    expect((await scene.engine.carillon.api.delete(`/v1/api-keys/${id}`)).status).toBeLessThan(300);
    expect(await endOf(stream)).toEqual({ reason: 'access' });
    expect(kept.all('end')).toEqual([]);
  });

  it('LA4: a person watches by the cookie of a session, until it ends', async () => {
    const { token, api } = await signIn(scene.engine.carillon, { role: 'support' });
    const { port } = new URL(scene.urlOf());
    const environment = { 'carillon-environment': 'Development' };
    const headers = { cookie: `carillon-session-${port}=${token}`, ...environment };
    const stream = await watch('', headers);
    await scene.send(await scene.workflow(), await scene.person(), 'x');
    await stream.until(() => stream.changes.length === 1);
    expect((await api.delete('/v1/session')).status).toBeLessThan(300);
    expect(await endOf(stream)).toEqual({ reason: 'access' });
    expect((await request('', headers)).status).toBe(401);
  });

  it('LA4: needs the permission, and the header that asks for events', async () => {
    const key = await newKey(['workflows:read']);
    expect((await request('', { authorization: `ApiKey ${key}` })).status).toBe(403);
    expect((await request('', { authorization, accept: 'application/json' })).status).toBe(406);
    expect((await request('status=unknown')).status).toBe(422);
  });

  it('LA5: an environment has so many streams, and room again when one ends', async () => {
    const open = await Promise.all(Array.from({ length: MAX_PER_ENVIRONMENT }, () => watch()));
    const refused = await request();
    expect(refused.status).toBe(429);
    await open[0]!.close();
    await eventually(async () => expect((await request()).status).toBe(200));
  });

  it('LA5: a process that stops ends its streams, and does not wait for their clients', async () => {
    const stopping = await startTestApp({ settings: { ROLE: 'api' } });
    await scene.listen(stopping);
    const { body } = await stopping.api.post('/v1/api-keys', { name: 'live', permissions: ['notifications:read'] });
    const stream = await watch('', { authorization: `ApiKey ${body.data.key}` }, stopping);
    await stopping.close();
    expect(await endOf(stream)).toEqual({ reason: 'shutdown' });
  });

  withRedis('LA2: a stream has what other processes deliver', async () => {
    const stream = await watch('', { authorization }, other);
    await scene.send(await scene.workflow(), await scene.person(), 'x');
    await stream.until(() => stream.changes.length === 1);
  });
});

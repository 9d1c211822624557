/** @runs-on redis */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { Clock } from '../../src/platform/clock.js';
import { Logger } from '../../src/platform/logging/logger.js';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { RedisBuckets } from '../../src/platform/queue/redis-buckets.js';
import { TokenBuckets } from '../../src/platform/rate-limits/token-buckets.js';
import type { ApiClient, ApiResponse } from '../api-client.js';
import { signIn } from '../builders/account.js';
import { inApp, type MovableClock } from '../delivery/engine-scene.js';
import { LegacyScene } from '../legacy/legacy-scene.js';
import { WidgetScene } from '../inbox/widget/widget-scene.js';
import { hasRedisServer, RedisServer } from '../redis-server.js';
import { startTestApp, type TestApp } from '../test-app.js';

const LIMITED = { RATE_LIMIT_TRIGGERS: '5', RATE_LIMIT_REQUESTS: '4', RATE_LIMIT_BURST_SECONDS: '2' };

/** What the headers say of the limit: how many, how many are left, and in how many seconds all are there again. */
const limitOf = ({ headers }: ApiResponse) =>
  ['limit', 'remaining', 'reset', 'policy'].map((name) => headers[`ratelimit-${name}`]);

const trigger = (workflow: string) => ({ name: workflow, to: 'ada' });
const statuses = (responses: readonly ApiResponse[]) => responses.map(({ status }) => status);

// With Redis the buckets go by its clock.
const inMemory = process.env.REDIS_URL ? describe.skip : describe;

inMemory('limits of requests in one process', () => {
  let scene: LegacyScene;
  let test: TestApp;
  let api: ApiClient;
  let clock: MovableClock;
  let workflow: string;

  beforeAll(async () => {
    scene = await LegacyScene.start({ settings: LIMITED });
    test = scene.engine.carillon;
    ({ api } = test);
    ({ clock } = scene.engine);
    workflow = await scene.engine.workflow([inApp('hello')]);
    clock.stop();
  });

  afterAll(() => scene.close());

  // All buckets are full again.
  beforeEach(() => clock.forward(10_000));

  const triggerTimes = async (times: number): Promise<ApiResponse[]> => {
    const responses: ApiResponse[] = [];
    for (let time = 0; time < times; time += 1) responses.push(await api.post('/v1/events/trigger', trigger(workflow)));
    return responses;
  };

  const refusedTriggers = () => {
    const counted = /rate_limited_requests_total\{category="trigger"\} (\d+)/.exec(test.app.get(Metrics).text());
    return Number(counted?.[1] ?? 0);
  };

  it('RL1, RL2: accepts a burst, then as many a second as the limit says, and tells how many are left', async () => {
    const responses = await triggerTimes(11);
    expect(statuses(responses)).toEqual([...Array(10).fill(201), 429]);
    expect([responses[0], responses[9], responses[10]].map((one) => limitOf(one!))).toEqual([
      ['10', '9', '1', '10;w=2'],
      ['10', '0', '2', '10;w=2'],
      ['10', '0', '2', '10;w=2'],
    ]);
    clock.forward(1000);
    expect(statuses(await triggerTimes(6))).toEqual([...Array(5).fill(201), 429]);
  });

  it('RL3: a refusal says when to try again, is counted, and costs nothing but itself', async () => {
    const before = refusedTriggers();
    const refused = (await triggerTimes(11)).at(-1)!;
    expect(refused.headers['retry-after']).toBe('1');
    expect(refused.body).toEqual({
      statusCode: 429,
      timestamp: expect.any(String),
      path: '/v1/events/trigger',
      message: 'This environment has 5 triggers a second, and they are used up',
      error: 'Too Many Requests',
      hint: expect.stringContaining('after 1 second'),
    });
    expect(refusedTriggers()).toBe(before + 1);
    // The body of a refused request is not read: this one is no JSON.
    const unread = await api.request({
      method: 'POST',
      url: '/v1/events/trigger',
      payload: '{',
      headers: { 'content-type': 'application/json' },
    });
    expect(unread.status).toBe(429);
    // Other requests, and those of other environments, have buckets of their own.
    expect((await api.get('/v1/events')).status).toBe(200);
    expect((await test.otherApi.get('/v1/events')).status).toBe(200);
  });

  it('RL3: over HTTP each refusal is counted, and is for these credentials alone', async () => {
    await test.app.listen(0, '127.0.0.1');
    const url = `${await test.app.getUrl()}/v1/events/trigger`;
    const post = async (headers: Record<string, string> = {}) => {
      const keyed = { authorization: `ApiKey ${api.apiKey}`, 'content-type': 'application/json', ...headers };
      return (await fetch(url, { method: 'POST', headers: keyed, body: JSON.stringify(trigger(workflow)) })).status;
    };
    const accepted = [];
    for (let time = 0; time < 10; time += 1) accepted.push(await post());
    const before = refusedTriggers();
    expect([accepted.at(-1), await post(), await post()]).toEqual([201, 429, 429]);
    expect(refusedTriggers()).toBe(before + 2);
    expect(await post({ authorization: `ApiKey ${test.otherApi.apiKey}` })).toBe(422);
    expect(await post({ authorization: 'ApiKey unknown' })).toBe(401);
    clock.forward(200);
    expect(await post()).toBe(201);
  });

  it('RL4: a bulk counts its triggers, and is refused as a whole', async () => {
    const bulk = (count: number) =>
      api.post('/v1/events/trigger/bulk', { events: Array.from({ length: count }, () => trigger(workflow)) });
    expect(limitOf(await bulk(7))).toEqual(['10', '3', '2', '10;w=2']);
    const refused = await bulk(4);
    expect([refused.status, refused.headers['retry-after'], limitOf(refused)[1]]).toEqual([429, '1', '3']);
    expect(refused.body.message).toContain('of the 4 triggers of this bulk 3 would fit now, so none was accepted');
    expect((await bulk(3)).status).toBe(201);
    expect((await bulk(1)).status).toBe(429);
    clock.forward(10_000);
    const never = await bulk(11);
    expect([never.status, never.body.errors]).toEqual([
      400,
      [{ field: 'events', message: expect.stringContaining('at most 10 triggers') }],
    ]);
    // What is no bulk is refused for that.
    expect((await api.post('/v1/events/trigger/bulk', { events: 'none' })).status).toBe(422);
  });

  it('RL5: repetitions count, and a refusal is not kept for them', async () => {
    const repeat = () =>
      api.request({
        method: 'POST',
        url: '/v1/events/trigger',
        payload: trigger(workflow),
        headers: { 'idempotency-key': 'the-same' },
      });
    const responses: ApiResponse[] = [];
    for (let time = 0; time < 11; time += 1) responses.push(await repeat());
    expect(statuses(responses)).toEqual([...Array(10).fill(201), 429]);
    clock.forward(1000);
    expect((await repeat()).headers['idempotency-replay']).toBe('true');
  });

  it('RL6: an environment has limits of its own, which people set, and no key', async () => {
    const id = scene.engine.environment.id.toHexString();
    const put = { rateLimits: { triggers: 1, requests: 0 } };
    const { status, body } = await api.put(`/v1/environments/${id}`, put);
    expect([status, body.hint]).toEqual([403, expect.stringContaining('RATE_LIMIT_TRIGGERS')]);
    const { api: person } = await signIn(test, { role: 'admin' });
    const headers = { 'carillon-environment': id };
    const asPerson = (payload: object) =>
      person.request({ method: 'PUT', url: `/v1/environments/${id}`, payload, headers });
    expect((await asPerson(put)).body.data).toMatchObject(put);
    expect(limitOf(await api.post('/v1/events/trigger', trigger(workflow)))[0]).toBe('2');
    expect(limitOf(await api.get('/v1/events'))[0]).toBeUndefined();
    expect((await asPerson({ rateLimits: { triggers: -1 } })).status).toBe(422);
    expect((await asPerson({ rateLimits: {} })).status).toBe(200);
    expect(limitOf(await api.post('/v1/events/trigger', trigger(workflow)))[0]).toBe('10');
  });

  it('RL7: people, subscribers with an inbox and the older API', async () => {
    const list = async (times: number, send: () => Promise<ApiResponse>) =>
      statuses(await Promise.all(Array.from({ length: times }, send)));
    expect((await list(9, () => api.get('/v1/events'))).filter((status) => status === 429)).toHaveLength(1);
    // A person sees an environment whose requests are used up.
    const { api: person } = await signIn(test, { role: 'owner' });
    const headers = { 'carillon-environment': scene.engine.environment.id.toHexString() };
    const asPerson = () => person.request({ method: 'GET', url: '/v1/events', headers });
    expect((await list(9, asPerson)).filter((status) => status === 429)).toHaveLength(1);
    const widget = await WidgetScene.of(test);
    const [ada, bob] = [await widget.session('ada'), await widget.session('bob')];
    const ofAda = await Promise.all(Array.from({ length: 9 }, () => ada.get('notifications')));
    expect(ofAda.filter(({ status }) => status === 429)).toHaveLength(1);
    expect(ofAda[0]!.headers['access-control-expose-headers']).toContain('RateLimit-Remaining');
    expect((await bob.get('notifications')).status).toBe(200);
    clock.forward(10_000);
    const application = await scene.application();
    const type = await scene.type(application, { workflowId: workflow });
    const send = () => scene.send(application, { type, userId: 'ada', vars: { name: 'Ada' } });
    expect(limitOf(await send())).toEqual(['10', '9', '1', '10;w=2']);
    await triggerTimes(9);
    expect((await send()).status).toBe(429);
  });

  it('RL8: neither health nor pages nor opening a session are limited', async () => {
    for (const url of ['/health/live', '/health/ready', '/console/', '/openapi.json']) {
      const fastify = test.app.getHttpAdapter().getInstance();
      const responses = await Promise.all(Array.from({ length: 20 }, () => fastify.inject({ url })));
      expect(new Set(responses.map(({ statusCode }) => statusCode))).not.toContain(429);
      expect(responses[0]!.headers['ratelimit-limit']).toBeUndefined();
    }
  });
});

const withRedis = hasRedisServer ? describe : describe.skip;

withRedis('limits of requests in two processes on one Redis', () => {
  const namespace = `t${randomBytes(5).toString('hex')}`;
  let redis: RedisServer;
  let apps: TestApp[];
  let workflow: string;

  beforeAll(async () => {
    redis = await RedisServer.start();
    const settings = { RATE_LIMIT_TRIGGERS: '1', RATE_LIMIT_REQUESTS: '1', RATE_LIMIT_BURST_SECONDS: '60' };
    const options = { namespace, redisUri: redis.uri, settings: { ...settings, IDLE_LOOK_SECONDS: '60' } };
    apps = [
      await startTestApp(options),
      await startTestApp({ ...options, settings: { ...options.settings, ROLE: 'api' } }),
    ];
    ({ workflowId: workflow } = await apps[0]!.api.workflow());
  });

  afterAll(async () => {
    redis.thaw();
    await apps[1]?.app.close();
    await apps[0]?.close();
    await redis.stop();
  });

  it('RL2: of any number at once exactly as many are accepted as the bucket holds', async () => {
    // Filled again in eleven days.
    const size = { capacity: 100, seconds: 1_000_000 };
    const [one, other] = apps.map(({ app }) => app.get(TokenBuckets));
    const verdicts = await Promise.all(
      Array.from({ length: 400 }, (_, index) => (index % 2 === 0 ? one! : other!).take('many', 1, size)),
    );
    expect(verdicts.filter(({ accepted }) => accepted)).toHaveLength(100);
    expect(new Set(verdicts.flatMap(({ accepted, remaining }) => (accepted ? [remaining] : [])))).toEqual(
      new Set(Array.from({ length: 100 }, (_, index) => index)),
    );
    // All or none, by whichever process.
    const bulks = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? one! : other!).take('bulks', 30, size)),
    );
    expect(bulks.filter(({ accepted }) => accepted)).toHaveLength(3);
    expect((await one!.take('bulks', 10, size)).accepted).toBe(true);
    expect((await other!.take('bulks', 1, size)).accepted).toBe(false);
  });

  it('RL2: so do two processes of the system, which take 400 tokens of 100 at the same moment', async () => {
    const program = new URL('take-tokens.mjs', import.meta.url).pathname;
    const words = [program, redis.uri, namespace, '100', '200', String(Date.now() + 2000)];
    const outputs = await Promise.all([1, 2].map(() => promisify(execFile)(process.execPath, words)));
    const results = outputs.map(({ stdout }) => JSON.parse(stdout) as { accepted: number; alone: string });
    expect(results.map(({ alone }) => alone)).toEqual(['0', '0']);
    expect(results.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(100);
  });

  it('RL2: of triggers at once as many are accepted as the bucket holds, and as are added meanwhile', async () => {
    const began = performance.now();
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, index) => apps[index % 2]!.api.post('/v1/events/trigger', trigger(workflow))),
    );
    const added = (performance.now() - began) / 1000;
    const accepted = responses.filter(({ status }) => status === 201).length;
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(100 - accepted);
    expect(accepted).toBeGreaterThanOrEqual(60);
    expect(accepted).toBeLessThanOrEqual(60 + Math.ceil(added));
  });

  it('RL9: without Redis each process counts for itself, and no request fails or waits for it', async () => {
    const unchecked = () => Number(/unchecked_total (\d+)/.exec(apps[1]!.app.get(Metrics).text())![1]);
    const list = (times: number) =>
      Promise.all(Array.from({ length: times }, () => apps[1]!.api.get('/v2/subscribers?limit=1')));
    expect(statuses(await list(2))).toEqual([200, 200]);
    const checked = unchecked();
    // It does not refuse connections, it does not respond at all.
    redis.freeze();
    expect(new Set(statuses(await list(10)))).toEqual(new Set([200]));
    expect(unchecked()).toBeGreaterThan(checked);
    redis.thaw();
    // One that is gone: the queue has another.
    const own = await RedisServer.start();
    const test = apps[1]!.app;
    const buckets = new RedisBuckets(own.uri, namespace, test.get(Clock), test.get(Logger), test.get(Metrics));
    const size = { capacity: 60, seconds: 1_000_000 };
    const take = () => buckets.take('gone', 1, size);
    try {
      expect((await take()).remaining).toBe(59);
      await own.stop();
      const before = unchecked();
      const verdicts = await Promise.all(Array.from({ length: 70 }, take));
      expect(verdicts.filter(({ accepted }) => accepted)).toHaveLength(60);
      expect(unchecked()).toBe(before + 70);
    } finally {
      buckets.close();
      await own.stop();
    }
  });
});

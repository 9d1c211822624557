import { randomUUID } from 'node:crypto';
import { Novu } from '@novu/api';
import { Types } from 'mongoose';
import { newTransactionId } from '../../src/events/accept/read-trigger.js';
import { Environment } from '../../src/auth/environment.schema.js';
import { KEY_PERMISSIONS } from '../../src/auth/permissions.js';
import { generateApiKey, hashApiKey } from '../../src/auth/api-key.js';
import { Event } from '../../src/events/store/event.schema.js';
import { IdempotencyRecord } from '../../src/server/idempotency/idempotency-record.schema.js';
import { type Attempt, IdempotencyService } from '../../src/server/idempotency/idempotency.service.js';
import { recordId } from '../../src/server/idempotency/rules.js';
import { SecretBox } from '../../src/platform/crypto/secret-box.js';
import { runMigrations } from '../../src/server/migrations.js';
import { type ApiResponse, ApiClient, type ApiRequest } from '../api-client.js';
import { aSubscriber } from '../builders/subscriber.js';
import { anInAppStep, aWorkflow } from '../builders/workflow.js';
import { dyingAtWrite } from '../delivery/failing-store.js';
import { EngineScene, HOUR, inApp, MINUTE } from '../delivery/engine-scene.js';

const TRIGGER = '/v1/events/trigger';
const MAX_BYTES = 3000;

describe('D8: requests with an Idempotency-Key', () => {
  let scene: EngineScene;
  let api: ApiClient;
  let name: string;

  beforeAll(async () => {
    // Nobody delivers: it is the events that are counted.
    scene = await EngineScene.start({ settings: { ROLE: 'api', MAX_KEPT_ANSWER_BYTES: String(MAX_BYTES) } });
    ({ api } = scene.carillon);
    name = await scene.workflow([inApp('a')]);
  });

  afterAll(() => scene.close());

  const send = (key: string, request: Partial<ApiRequest>, by = api): Promise<ApiResponse> =>
    by.request({ method: 'POST', url: TRIGGER, ...request, headers: { 'idempotency-key': key } });
  const trigger = (key: string, payload: object = {}, by = api): Promise<ApiResponse> =>
    send(key, { payload: { name, to: 'ada', payload } }, by);
  const records = () => scene.model(IdempotencyRecord);
  const record = (key: string) => records().findById(recordId(scene.environment, key)).lean();
  const eventsOf = (...transactionIds: string[]) =>
    scene.model(Event).countDocuments({ transactionId: { $in: transactionIds } });
  const isReplay = ({ headers }: ApiResponse): boolean => headers['idempotency-replay'] === 'true';
  /** As a process does that dies in the middle of a trigger. */
  const begin = async (key: string): Promise<Attempt> => {
    const askedFor = { method: 'POST', url: TRIGGER, body: { name, to: 'ada', payload: {} } };
    const begun = await scene.carillon.app.get(IdempotencyService).begin(scene.environment, key, askedFor);
    if ('status' in begun) throw new Error('It was answered before');
    return begun;
  };

  describe('the same request again', () => {
    const taken = aSubscriber();

    beforeAll(() => api.post('/v2/subscribers', taken));

    it.each<[number, string, () => Partial<ApiRequest>]>([
      [201, 'a trigger', () => ({ payload: { name, to: 'ada' } })],
      [201, 'a resource', () => ({ url: '/v2/subscribers', payload: aSubscriber() })],
      [200, 'a change', () => ({ method: 'PATCH', url: `/v2/subscribers/${taken.subscriberId}`, payload: {} })],
      [422, 'a body that breaks a rule', () => ({ payload: { to: 'ada' } })],
      [422, 'an unknown workflow', () => ({ payload: { name: 'unknown', to: 'ada' } })],
      [400, 'an impossible number of events', () => ({ url: `${TRIGGER}/bulk`, payload: { events: [] } })],
      [404, 'an unknown resource', () => ({ method: 'PATCH', url: '/v2/subscribers/nobody', payload: {} })],
      [409, 'a resource that exists', () => ({ url: '/v2/subscribers?failIfExists=true', payload: taken })],
    ])('gets the same answer: %d to %s', async (status, _what, make) => {
      const [key, request] = [randomUUID(), make()];
      const first = await send(key, request);
      expect({ status: first.status, isReplay: isReplay(first) }).toEqual({ status, isReplay: false });
      scene.clock.forward(MINUTE);
      const second = await send(key, request);
      expect(isReplay(second)).toBe(true);
      for (const answer of [first, second]) expect(answer.headers['idempotency-key']).toBe(key);
      // Answers name times and ids: one that is made anew would differ.
      expect([second.status, second.body]).toEqual([status, first.body]);
      for (const header of ['content-type', 'content-length']) {
        expect(second.headers[header]).toBe(first.headers[header]);
      }
    });

    it('changes nothing any more', async () => {
      const [key, { subscriberId }] = [randomUUID(), taken];
      const rename = (firstName: string) => ({
        method: 'PATCH' as const,
        url: `/v2/subscribers/${subscriberId}`,
        payload: { firstName },
      });
      await send(key, rename('Ada'));
      await send(randomUUID(), rename('Grace'));
      expect(isReplay(await send(key, rename('Ada')))).toBe(true);
      expect((await api.get(`/v2/subscribers/${subscriberId}`)).body.data.firstName).toBe('Grace');
    });

    it('may write the members of its body in another order', async () => {
      const key = randomUUID();
      await send(key, { payload: { name, to: 'ada' } });
      expect(isReplay(await send(key, { payload: { to: 'ada', name } }))).toBe(true);
    });

    it('is carried out again after 24 hours, and so is another', async () => {
      const key = randomUUID();
      const first = await trigger(key);
      scene.clock.forward(24 * HOUR - MINUTE);
      expect(isReplay(await trigger(key))).toBe(true);
      scene.clock.forward(MINUTE);
      const [later, other] = [await trigger(key, { day: 2 }), await trigger(key)];
      expect([later.status, isReplay(later), other.status]).toEqual([201, false, 422]);
      const { transactionId } = later.body.data;
      expect(transactionId).not.toBe(first.body.data.transactionId);
      expect(await eventsOf(transactionId, first.body.data.transactionId)).toBe(2);
    });

    it('is told when the answer was too large to be kept, and nothing is done again', async () => {
      const key = randomUUID();
      const request = { url: '/v2/subscribers', payload: aSubscriber({ data: { text: 'x'.repeat(MAX_BYTES) } }) };
      expect((await send(key, request)).status).toBe(201);
      await api.delete(`/v2/subscribers/${request.payload.subscriberId}`);
      const second = await send(key, request);
      expect(second.body).toMatchObject({
        statusCode: 422,
        errors: {},
        message: expect.stringContaining('status 201'),
      });
      expect((await api.get(`/v2/subscribers/${request.payload.subscriberId}`)).status).toBe(404);
    });
  });

  it('the key with another query: 422', async () => {
    const key = randomUUID();
    const request = { url: '/v2/workflows', payload: aWorkflow() };
    expect((await send(key, request)).status).toBe(201);
    const { status, body } = await send(key, { ...request, url: '/v2/workflows?replaceIfExists=true' });
    expect({ status, errors: body.errors }).toEqual({ status: 422, errors: {} });
    expect(body.message).toContain('another request');
  });

  it.each<[string, Partial<ApiRequest>]>([
    ['body', { payload: { name: 'x', to: 'grace' } }],
    ['body, which is wrong', { payload: {} }],
    ['route', { url: `${TRIGGER}/broadcast` }],
    ['method', { method: 'PATCH', url: '/v2/subscribers/ada' }],
  ])('the key with another %s: 422', async (_part, change) => {
    const key = randomUUID();
    const request = { payload: { name, to: 'ada' } };
    await send(key, request);
    const { status, body, headers } = await send(key, { ...request, ...change });
    expect({ status, errors: body.errors }).toEqual({ status: 422, errors: {} });
    expect(body.message).toContain('another request');
    expect(headers['idempotency-key']).toBe(key);
    expect(isReplay(await send(key, request))).toBe(true);
  });

  it('the key in another environment of the organization is another: one cannot block or read what the other does', async () => {
    const key = randomUUID();
    await trigger(key);
    const theirs = await trigger(key, {}, scene.carillon.otherApi);
    expect([theirs.body.message, isReplay(theirs)]).toEqual(['workflow_not_found', false]);
    expect(isReplay(await trigger(key, {}, scene.carillon.otherApi))).toBe(true);
    expect(isReplay(await trigger(key))).toBe(true);
  });

  describe('the key of a request again, by an API key that may do less', () => {
    const keyed = (key: string): ApiClient =>
      new ApiClient((request) => scene.carillon.app.getHttpAdapter().getInstance().inject(request), key);
    const limited = async (...permissions: string[]): Promise<ApiClient> => {
      const { body } = await api.post('/v1/api-keys', { name: 'Less', permissions, reach: 'organization' });
      return keyed(body.data.key);
    };

    it('shows nothing to one without the permission, nor to one that is no key any more', async () => {
      const [key, reader, unknown] = [randomUUID(), await limited('events:read'), keyed('x')];
      const { body } = await trigger(key);
      for (const [by, status] of [
        [reader, 403],
        [unknown, 401],
      ] as const) {
        const again = await trigger(key, {}, by);
        expect({ status: again.status, isReplay: isReplay(again) }).toEqual({ status, isReplay: false });
        expect(JSON.stringify(again.body)).not.toContain(body.data.transactionId);
      }
    });

    it('shows no profile to one that may do the same, and would see less', async () => {
      await api.subscriber({ subscriberId: 'bob', email: 'bob@example.com' });
      const steps = [anInAppStep({ controlValues: { body: 'To {{subscriber.email}}' } })];
      const { workflowId } = await api.workflow({ steps });
      const request = { url: '/v1/events/simulate', payload: { name: workflowId, to: 'bob' } };
      const key = randomUUID();
      expect(JSON.stringify((await send(key, request)).body)).toContain('To bob@example.com');
      const reader = await limited('workflows:read');
      const again = await send(key, request, reader);
      expect({ status: again.status, isReplay: isReplay(again) }).toEqual({ status: 422, isReplay: false });
      expect(JSON.stringify(again.body)).not.toContain('bob@example.com');
      // Another key that may do as much gets it again, as after a rotation.
      expect(isReplay(await send(key, request, await limited(...KEY_PERMISSIONS)))).toBe(true);
    });
  });

  it('the key that was used with an earlier release still gets the answer of that, and nothing is done again', async () => {
    const [answered, running] = [randomUUID(), randomUUID()];
    const first = await trigger(answered);
    await begin(running);
    // Their ids were made of organization and key, and the answer was sealed for that.
    const secretBox = scene.carillon.app.get(SecretBox);
    const old = await Promise.all(
      [answered, running].map(async (key) => {
        const found = (await record(key))!;
        const [, _id] = found._id.split(':');
        const { answer } = found;
        const body = answer && secretBox.open(answer.sealedBody!, found._id);
        const sealed = body && { answer: { ...answer, sealedBody: secretBox.seal(body, _id!) } };
        return Object.assign({}, found, { _id: _id!, ...sealed });
      }),
    );
    await records().deleteMany({});
    await records().collection.insertMany(old as never[]);
    // The start of this release has been through the collection.
    await scene.carillon.connection.collection('migrations').deleteMany({});
    const run = () => runMigrations(scene.carillon.connection, () => undefined);
    await Promise.all([run(), run()]);
    const second = await trigger(answered);
    expect([isReplay(second), second.body]).toEqual([true, first.body]);
    expect((await trigger(running)).status).toBe(409);
    expect(await records().countDocuments()).toBe(2);
  });

  it('the key of another organization is another', async () => {
    const [key, apiKey] = [randomUUID(), generateApiKey()];
    await scene.model(Environment).create({
      organizationId: new Types.ObjectId(),
      name: 'Foreign',
      identifier: randomUUID(),
      apiKeys: [{ sealedKey: 'x', hash: hashApiKey(apiKey), userId: new Types.ObjectId() }],
    });
    const stranger = new ApiClient((request) => scene.carillon.app.inject(request), apiKey);
    expect((await trigger(key)).status).toBe(201);
    const theirs = await trigger(key, {}, stranger);
    expect([theirs.body.message, isReplay(theirs)]).toEqual(['workflow_not_found', false]);
    expect(isReplay(await trigger(key, {}, stranger))).toBe(true);
  });

  it.each(['GET', 'PUT', 'DELETE'] as const)('%s takes no notice of the key', async (method) => {
    const key = randomUUID();
    const { subscriberId } = await api.subscriber();
    // There is no PUT of a subscriber; a route that is not there is none that has noticed.
    const request = { method, url: `/v2/subscribers/${subscriberId}` };
    const answers = [await send(key, request), await send(key, request)];
    for (const { headers } of answers) {
      expect(headers).not.toHaveProperty('idempotency-key');
      expect(headers).not.toHaveProperty('idempotency-replay');
    }
    if (method === 'DELETE') expect(answers.map(({ status }) => status)).toEqual([200, 404]);
    expect(await record(key)).toBeNull();
  });

  it('a request that no API key lets in leaves no trace', async () => {
    const before = await records().countDocuments();
    const wrong = new ApiClient((request) => scene.carillon.app.inject(request), generateApiKey());
    for (const by of [scene.carillon.anonymous, wrong]) {
      const { status, headers } = await trigger(randomUUID(), {}, by);
      expect([status, headers['idempotency-key']]).toEqual([401, undefined]);
    }
    expect(await records().countDocuments()).toBe(before);
  });

  it('a key has at most 255 characters', async () => {
    expect((await trigger('k'.repeat(255))).status).toBe(201);
    const { status, body } = await trigger('k'.repeat(256));
    expect({ status, ...body }).toMatchObject({ status: 400, message: expect.stringContaining('255'), errors: [{}] });
    expect(await record('k'.repeat(256))).toBeNull();
  });

  it('without a key, or with an empty one, nothing is kept', async () => {
    const before = await records().countDocuments();
    await api.post(TRIGGER, { name, to: 'ada' });
    await trigger('');
    expect(await records().countDocuments()).toBe(before);
  });

  it('what is kept is encrypted, bound to its key, and removed by the store in time', async () => {
    const [key, subscriber] = [randomUUID(), aSubscriber({ email: 'secret@example.com' })];
    await send(key, { url: '/v2/subscribers', payload: subscriber });
    const kept = await record(key);
    expect(JSON.stringify(kept)).not.toMatch(new RegExp(`secret|${subscriber.subscriberId}|${key}`));
    expect(kept).toMatchObject({ environmentId: scene.environment.id, answer: { status: 201 } });
    expect(kept!.expiresAt.getTime() - scene.clock.now().getTime()).toBeGreaterThan(23 * HOUR);
    const indexes = await records().collection.indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }));
  });

  describe('while it is carried out', () => {
    it('409 with Retry-After, for five minutes', async () => {
      const key = randomUUID();
      const dead = await begin(key);
      const running = await trigger(key);
      expect(running.body).toMatchObject({ statusCode: 409, error: 'Conflict' });
      expect(running.headers).toMatchObject({ 'retry-after': '1', 'idempotency-key': key });
      expect((await trigger(key, { other: true })).status).toBe(422);
      scene.clock.forward(4 * MINUTE);
      expect((await trigger(key)).status).toBe(409);
      scene.clock.forward(MINUTE);
      const second = await trigger(key);
      expect([second.status, second.body.data.transactionId]).toEqual([201, newTransactionId(dead.callId)]);
      // Whoever was slow, and not dead, has nothing to say any more.
      await scene.carillon.app.get(IdempotencyService).end(dead, { status: 200, body: 'late', retryAfter: undefined });
      expect((await trigger(key)).body).toEqual(second.body);
    });

    it('50 at once make one event', async () => {
      const key = randomUUID();
      const answers = await Promise.all(Array.from({ length: 50 }, () => trigger(key)));
      const done = answers.filter(({ status }) => status === 201);
      expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
      expect(done.filter((answer) => !isReplay(answer))).toHaveLength(1);
      const ids = new Set(done.map(({ body }) => String(body.data.transactionId)));
      expect(ids.size).toBe(1);
      expect(await eventsOf(...ids)).toBe(1);
    });

    it.each([500, 503, 429])(
      'an answer that passes, %d, lets the next attempt at the same call begin',
      async (status) => {
        const key = randomUUID();
        const attempt = await begin(key);
        await scene.carillon.app.get(IdempotencyService).end(attempt, { status, body: '{}', retryAfter: undefined });
        expect((await trigger(key, { other: true })).status).toBe(422);
        const next = await trigger(key);
        expect([next.status, isReplay(next)]).toEqual([201, false]);
        expect(next.body.data.transactionId).toBe(newTransactionId(attempt.callId));
      },
    );

    it.each([0, 1, 2])('a process that dies at write %i makes one event with the next attempt', async (position) => {
      for (const death of ['lost', 'unanswered'] as const) {
        const [key, before] = [randomUUID(), await scene.model(Event).countDocuments()];
        await dyingAtWrite(position, death, async () => {
          if ((await trigger(key)).status !== 201) throw new Error('The process is dead');
        });
        scene.clock.forward(5 * MINUTE);
        expect((await trigger(key)).status).toBe(201);
        expect(await scene.model(Event).countDocuments()).toBe(before + 1);
      }
    });

    const named = (to: string) => ({ name, to });

    it.each<[string, string, () => object, number]>([
      ['a bulk', '/bulk', () => ({ events: [named('a'), named('b')] }), 2],
      ['a broadcast', '/broadcast', () => ({ name, payload: {} }), 1],
    ])('%s whose answer was lost meets its events', async (_what, path, make, count) => {
      const request = { url: `${TRIGGER}${path}`, payload: make() };
      const key = randomUUID();
      const first = await send(key, request);
      expect(first.status).toBe(201);
      await records().updateOne(
        { _id: recordId(scene.environment, key) },
        { $unset: { answer: 1 }, $set: { runningUntil: scene.clock.now() } },
      );
      const second = await send(key, request);
      expect([isReplay(second), second.body]).toEqual([false, first.body]);
      const ids = [first.body.data].flat().map(({ transactionId }: { transactionId: string }) => transactionId);
      expect([new Set(ids).size, await eventsOf(...ids)]).toEqual([count, count]);
    });
  });

  it('the official client tries again until it has the answer', async () => {
    await scene.carillon.app.listen(0, '127.0.0.1');
    const backoff = { initialInterval: 10, maxInterval: 1000, exponent: 1.5, maxElapsedTime: 30_000 };
    const novu = new Novu({
      secretKey: api.apiKey!,
      serverURL: await scene.carillon.app.getUrl(),
      retryConfig: { strategy: 'backoff', backoff, retryConnectionErrors: true },
    });
    const request = { workflowId: name, to: 'ada', payload: {} };
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => novu.trigger(request, key)));
    const ids = new Set(answers.map(({ result }) => result.transactionId!));
    expect(ids.size).toBe(1);
    expect(await eventsOf(...ids)).toBe(1);
    // A key of its own each time, unless it is given one.
    const [one, other] = [await novu.trigger(request), await novu.trigger(request)];
    expect(one.result.transactionId).not.toBe(other.result.transactionId);
    await expect(novu.trigger({ ...request, to: 'grace' }, key)).rejects.toMatchObject({ statusCode: 422 });
    await expect(novu.trigger(request, 'k'.repeat(256))).rejects.toMatchObject({ statusCode: 400 });
  });
});

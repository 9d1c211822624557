import { createHmac } from 'node:crypto';
import { SignJWT } from 'jose';
import { Types } from 'mongoose';
import { KeyRing } from '../../../src/platform/crypto/secret-box.js';
import { SessionTokens } from '../../../src/inbox/widget/sessions/session-tokens.service.js';
import type { ApiResponse } from '../../api-client.js';
import { SESSION_BODIES } from '../../bodies/session-bodies.js';
import { aSubscriber } from '../../builders/subscriber.js';
import { DAY, MovableClock } from '../../delivery/engine-scene.js';
import { startTestApp, type TestApp } from '../../test-app.js';
import { type Operation, operationsOf } from '../../walk/operations.js';
import { OWNER_STATUSES, SESSION_QUERIES, STRANGER_STATUSES } from '../../walk/session-table.js';
import { differencesOf, snapshotOf, type StoreSnapshot } from '../../walk/store-snapshot.js';
import { makeThings, takenBy, type Things } from '../../walk/things.js';
import { SessionClient, WidgetScene } from './widget-scene.js';

const CREATE = 'POST /v1/inbox/topics/:topicKey/subscriptions';
const DELETE_ALL = 'POST /v1/inbox/notifications/delete';

/** The operations, with these at the end. */
function inOrder(operations: Operation[], last: string[]): Operation[] {
  return operations.toSorted((a, b) => last.indexOf(a.name) - last.indexOf(b.name));
}

/** Walks over every route for subscribers. A route that test/bodies/session-bodies.ts lacks fails here. */
describe('every route for subscribers', () => {
  const clock = new MovableClock();
  let test: TestApp;
  let scene: WidgetScene;
  let operations: Operation[];
  /** What the owner has, and what another subscriber of the environment has. */
  let things: Things;
  let owner: SessionClient;
  let ownerId: string;

  beforeAll(async () => {
    test = await startTestApp({
      clock,
      settings: { OUTBOX: 'on', DELIVER_TO: 'providers', PUBLIC_URL: 'https://notify.example.com' },
    });
    scene = await WidgetScene.of(test);
    operations = operationsOf(test.app).filter(({ isForSubscribers }) => isForSubscribers);
    things = await makeThings(test.api);
    const [subscriberId] = things['subscriberId']!;
    const subscriberHash = createHmac('sha256', test.api.apiKey!).update(subscriberId!).digest('hex');
    owner = await scene.session(subscriberId, { subscriberHash });
    ownerId = (await test.api.get(`/v2/subscribers/${subscriberId}`)).body.data._id;
  });

  afterAll(() => test.close());

  function send(client: Pick<SessionClient, 'request'>, operation: Operation): Promise<ApiResponse> {
    const path = operation.path.replace(/:(\w+)/g, (_match, parameter: string) => {
      const taken = takenBy(operation, parameter);
      if (!taken || 'word' in taken) throw new Error(`Nothing is known for :${parameter} of ${operation.name}`);
      return encodeURIComponent(things[taken.kind]![0]!);
    });
    const url = path + (SESSION_QUERIES[operation.name] ?? '');
    return client.request({ method: operation.method, url, payload: SESSION_BODIES[operation.name]?.(things) });
  }

  /** What the owner had, as far as it is different or gone. */
  function lossesOf(before: StoreSnapshot, after: StoreSnapshot): string[] {
    const owned = new Map([...before].filter(([, { text }]) => text.includes(ownerId)));
    return differencesOf(owned, new Map([...after].filter(([key]) => owned.has(key))));
  }

  it('is known to the table', () => {
    const names = operations.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(20);
    const withBody = operations.filter(({ takesBody }) => takesBody).map(({ name }) => name);
    expect(Object.keys(SESSION_BODIES).toSorted()).toEqual(withBody.toSorted());
    expect(names).toEqual(expect.arrayContaining([...Object.keys(STRANGER_STATUSES), ...Object.keys(SESSION_QUERIES)]));
  });

  it('refuses every other token and every key, and changes nothing', async () => {
    const claims = {
      _id: ownerId,
      subscriberId: things['subscriberId']![0],
      environmentId: String(scene.development._id),
    };
    const tokenFor = (audience: string, issuer: string, key: Uint8Array) =>
      new SignJWT({ ...claims, organizationId: String(scene.development.organizationId), contextKeys: [] })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setExpirationTime('1h')
        .sign(key);
    const key = new KeyRing('a secret key that only tests have').derive('carillon/sessions/v1');
    const otherKey = Buffer.from('a secret key that only tests have');
    // What is wrong with the others is that one thing.
    expect(
      (
        await new SessionClient(test.anonymous, await tokenFor('widget_user', 'novu_api', key)).get(
          'preferences/global',
        )
      ).status,
    ).toBe(200);
    const wrong = {
      'a forged token': await tokenFor('widget_user', 'novu_api', otherKey),
      'a token for another audience': await tokenFor('dashboard_user', 'novu_api', key),
      'a token of another issuer': await tokenFor('widget_user', 'somebody', key),
    };
    const headers: Record<string, Record<string, string>> = {
      nothing: {},
      'an API key': { authorization: `ApiKey ${test.api.apiKey}` },
      'an API key as a token': { authorization: `Bearer ${test.api.apiKey}` },
      ...Object.fromEntries(Object.entries(wrong).map(([what, token]) => [what, { authorization: `Bearer ${token}` }])),
      'a token as a key': { authorization: `ApiKey ${owner.token}` },
      'a token with more behind it': { authorization: `Bearer ${owner.token} x` },
    };
    const before = await snapshotOf(test.connection);
    for (const operation of operations) {
      for (const [what, sent] of Object.entries(headers)) {
        const client = {
          request: (request: Parameters<SessionClient['request']>[0]) =>
            test.anonymous.request({ ...request, headers: sent }),
        };
        const { status, body } = await send(client, operation);
        const answer = { status, message: typeof body.message };
        expect({ [operation.name]: { what, answer } }).toEqual({
          [operation.name]: { what, answer: { status: 401, message: 'string' } },
        });
      }
    }
    expect(differencesOf(before, await snapshotOf(test.connection))).toEqual([]);
  });

  it('A3, C6: shows strangers nothing of what somebody has, and lets them change nothing of it', async () => {
    const [subscriberId] = things['subscriberId']!;
    const subscriberHash = createHmac('sha256', test.otherApi.apiKey!).update(subscriberId!).digest('hex');
    const namesake = await scene.session(subscriberId, {
      applicationIdentifier: scene.production.identifier,
      subscriberHash,
    });
    const strangers = {
      somebody: [await scene.session(), await scene.session(subscriberId, { context: { tenant: 'acme' } })],
      elsewhere: [namesake],
    };
    const before = await snapshotOf(test.connection);
    const secrets = ['notificationId', 'identifier', 'transactionId'].flatMap((kind) => things[kind]!);
    // What a stranger makes under the identifier is the stranger's: nothing is asked for it afterwards.
    for (const operation of inOrder(operations, [CREATE])) {
      for (const where of ['somebody', 'elsewhere'] as const) {
        const expected = STRANGER_STATUSES[operation.name]?.[where] ?? 404;
        for (const stranger of strangers[where]) {
          const { status, body } = await send(stranger, operation);
          // An answer may repeat what the request has named.
          const text = JSON.stringify(status < 300 && operation.method === 'GET' ? (body ?? null) : null);
          const shown = secrets.filter((secret) => text.includes(secret));
          expect({ [operation.name]: { where, status, shown } }).toEqual({
            [operation.name]: { where, status: expected, shown: [] },
          });
        }
      }
      if (operation.method === 'GET') continue;
      expect({ [operation.name]: lossesOf(before, await snapshotOf(test.connection)) }).toEqual({
        [operation.name]: [],
      });
    }
  });

  it('refuses the token of somebody who is gone, also when there is somebody new of the same id', async () => {
    const { subscriberId } = aSubscriber();
    const session = await scene.session(subscriberId);
    expect((await session.get('preferences/global')).status).toBe(200);
    await test.api.delete(`/v2/subscribers/${subscriberId}`);
    expect((await session.get('preferences/global')).status).toBe(401);
    await test.api.subscriber({ subscriberId });
    expect((await session.get('preferences/global')).status).toBe(401);
  });

  it('refuses a token of an environment that is gone', async () => {
    const { _id, identifier, apiKeys } = (await test.api.post('/v1/environments', { name: 'Short-lived' })).body.data;
    const { subscriberId } = aSubscriber();
    const subscriberHash = createHmac('sha256', apiKeys[0].key).update(subscriberId).digest('hex');
    const session = await scene.session(subscriberId, { applicationIdentifier: identifier, subscriberHash });
    expect((await session.get('preferences/global')).status).toBe(200);
    await test.api.delete(`/v1/environments/${_id}`);
    expect((await session.get('preferences/global')).status).toBe(401);
  });

  it('refuses a token that names another environment than that of its subscriber', async () => {
    const token = await test.app.get(SessionTokens).issue({
      environmentId: scene.production._id,
      organizationId: scene.production.organizationId,
      subscriber: { _id: new Types.ObjectId(ownerId), subscriberId: things['subscriberId']![0]! },
      contextKeys: [],
    });
    expect((await new SessionClient(test.anonymous, token).get('preferences/global')).status).toBe(401);
  });

  it('does what the owner asks for, so that the requests above are in order', async () => {
    const deletions = operations.filter(({ method }) => method === 'DELETE').map(({ name }) => name);
    for (const operation of inOrder(operations, [...deletions, DELETE_ALL])) {
      const { status, body } = await send(owner, operation);
      const expected = OWNER_STATUSES[operation.name];
      const inOrder = expected === undefined ? status >= 200 && status < 300 : status === expected;
      const answer = inOrder ? 'in order' : { status, body };
      expect({ [operation.name]: answer }).toEqual({ [operation.name]: 'in order' });
    }
  });

  it('refuses a token after its fifteen days', async () => {
    const before = await snapshotOf(test.connection);
    clock.forward(14 * DAY);
    expect((await owner.get('preferences/global')).status).toBe(200);
    clock.forward(DAY);
    for (const operation of operations) {
      const { status } = await send(owner, operation);
      expect({ [operation.name]: status }).toEqual({ [operation.name]: 401 });
    }
    const changes = differencesOf(before, await snapshotOf(test.connection)).filter((line) =>
      line.startsWith('messages'),
    );
    expect(changes).toEqual([]);
  });
});

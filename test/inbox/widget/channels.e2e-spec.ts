import { createHmac } from 'node:crypto';
import { aConnection, anEndpoint, aSlackIntegration } from '../../builders/channel.js';
import { aSubscriber } from '../../builders/subscriber.js';
import { startTestApp, type TestApp } from '../../test-app.js';
import { type SessionClient, WidgetScene } from './widget-scene.js';

const IN_ACME = { context: { tenant: 'acme' } };

describe('the chat accounts of the subscriber of a session', () => {
  let test: TestApp;
  let scene: WidgetScene;
  let integrationIdentifier: string;

  beforeAll(async () => {
    test = await startTestApp({ settings: { PUBLIC_URL: 'https://notify.example.com' } });
    scene = await WidgetScene.of(test);
    integrationIdentifier = (await test.api.post('/v1/integrations', aSlackIntegration())).body.data.identifier;
  });

  afterAll(() => test.close());

  const proven = (subscriberId = aSubscriber().subscriberId, body: object = {}): Promise<SessionClient> => {
    const subscriberHash = createHmac('sha256', test.api.apiKey!).update(subscriberId).digest('hex');
    return scene.session(subscriberId, { subscriberHash, ...body });
  };
  const connection = (fields: object = {}) => aConnection({ integrationIdentifier, ...fields });
  const endpoint = (fields: object = {}) => anEndpoint({ integrationIdentifier, ...fields });
  const identifiersOf = async (session: SessionClient, path: string): Promise<string[]> =>
    (await session.get(path)).body.data.map(({ identifier }: { identifier: string }) => identifier);

  it('K6: are shown in exactly the contexts of the session, without tokens', async () => {
    const { subscriberId } = aSubscriber();
    const [plain, inAcme] = [await proven(subscriberId), await proven(subscriberId, IN_ACME)];
    const own = (await plain.post('channel-connections', connection())).body.data;
    const there = (await inAcme.post('channel-connections', connection(IN_ACME))).body.data;
    expect(there).toMatchObject({ subscriberId, contextKeys: ['tenant:acme'] });
    const place = { type: 'webhook', endpoint: { url: 'https://example.com/very-secret', channel: 'general' } };
    const address = (await plain.post('channel-endpoints', endpoint(place))).body.data;
    expect(await identifiersOf(plain, 'channel-connections')).toEqual([own.identifier]);
    expect(await identifiersOf(inAcme, 'channel-connections?contextKeys=tenant:acme')).toEqual([there.identifier]);
    expect(await identifiersOf(plain, 'channel-endpoints')).toEqual([address.identifier]);
    expect((await plain.get(`channel-connections/${own.identifier}`)).body).toMatchObject({
      workspace: { id: 'T1' },
      auth: { accessToken: '••••••••' },
    });
    expect((await plain.get(`channel-endpoints/${address.identifier}`)).body.data.endpoint).toEqual({
      url: '••••••••',
      channel: 'general',
    });
    for (const path of [`channel-connections/${there.identifier}`, `channel-endpoints/${address.identifier}`]) {
      const session = path.startsWith('channel-c') ? plain : inAcme;
      expect((await session.get(path)).status).toBe(404);
      expect((await session.delete(path)).status).toBe(404);
    }
  });

  it.each([
    ['GET', 'channel-connections?subscriberId=bob', {}],
    ['GET', 'channel-endpoints?contextKeys=tenant:other', {}],
    ['POST', 'channel-connections', { subscriberId: 'bob' }],
    ['POST', 'channel-connections/oauth', { context: { tenant: 'other' } }],
    ['POST', 'channel-endpoints/link', { subscriberId: 'bob' }],
    ['POST', 'chat/oauth', { connectionMode: 'shared', context: {} }],
  ])('K6, K7: %s %s about others is 403', async (method, path, fields) => {
    const session = await proven();
    const body = path === 'channel-connections' ? connection(fields) : { integrationIdentifier, ...fields };
    const answer = method === 'GET' ? await session.get(path) : await session.post(path, body);
    expect(answer.status).toBe(403);
  });

  it('K7: are not made without proof of the subscriber', async () => {
    const session = await scene.session();
    for (const [path, body] of [
      ['channel-connections', connection()],
      ['channel-endpoints', endpoint()],
      ['channel-connections/oauth', { integrationIdentifier }],
      ['channel-endpoints/oauth', { integrationIdentifier }],
      ['channel-endpoints/link', { integrationIdentifier }],
      ['chat/oauth', { integrationIdentifier }],
    ] as const) {
      const { status, body: refusal } = await session.post(path, body);
      expect({ path, status, message: refusal.message }).toEqual({
        path,
        status: 403,
        message: expect.stringContaining('subscriberHash'),
      });
    }
  });

  it('K7: are reached through own connections, and through those shared in the contexts', async () => {
    const shared = (fields: object) =>
      test.api.post('/v1/channel-connections', connection({ connectionMode: 'shared', ...fields }));
    const { identifier: foreign } = (
      await test.api.post('/v1/channel-connections', connection({ ...(await someone()) }))
    ).body.data;
    const { identifier: acme } = (await shared({ context: { tenant: 'shared-acme' } })).body.data;
    const session = await proven(undefined, { context: { tenant: 'shared-acme' } });
    const link = (connectionIdentifier: string) =>
      session.post('channel-endpoints/oauth', { integrationIdentifier, connectionIdentifier });
    expect((await link(acme)).status).toBe(201);
    expect((await link(foreign)).status).toBe(404);
    const place = (connectionIdentifier: string) =>
      session.post('channel-endpoints', endpoint({ connectionIdentifier }));
    expect((await place(acme)).status).toBe(201);
    expect((await place(foreign)).status).toBe(404);
    expect((await session.get(`channel-connections/${acme}`)).status).toBe(404);
    expect((await session.delete(`channel-connections/${acme}`)).status).toBe(404);
  });

  it('K7: are twenty endpoints at most', async () => {
    const session = await proven();
    for (let count = 0; count < 20; count++) {
      expect((await session.post('channel-endpoints', endpoint())).status).toBe(201);
    }
    expect((await session.post('channel-endpoints', endpoint())).status).toBe(400);
  });

  async function someone(): Promise<{ subscriberId: string }> {
    const { subscriberId } = await test.api.subscriber();
    return { subscriberId };
  }
});

import type { Integration } from '../../src/integrations/integration.schema.js';
import { EngineScene, HOUR } from '../delivery/engine-scene.js';
import { countCommands } from '../delivery/store-probe.js';

describe('credentials of subscribers', () => {
  let scene: EngineScene;
  let fcm: Integration;

  beforeAll(async () => {
    scene = await EngineScene.start();
    fcm = await scene.integration('push', { providerId: 'fcm', identifier: 'fcm-1' });
    await scene.integration('chat', { providerId: 'slack', identifier: 'slack-1' });
    await scene.integration('push', { providerId: 'apns', identifier: 'apns-off', active: false });
    await scene.integration('email', { providerId: 'one-signal', identifier: 'no-push' });
  });

  afterAll(() => scene.close());

  const url = (subscriberId: string) => `/v1/subscribers/${subscriberId}/credentials`;
  const put = (subscriberId: string, body: object) => scene.carillon.api.put(url(subscriberId), body);
  const patch = (subscriberId: string, body: object) => scene.carillon.api.patch(url(subscriberId), body);
  const tokens = (...deviceTokens: string[]) => ({ providerId: 'fcm', credentials: { deviceTokens } });
  const channelsOf = async (subscriberId: string) =>
    (await scene.carillon.api.get(`/v2/subscribers/${subscriberId}`)).body.data.channels;
  const numbered = (count: number) => Array.from({ length: count }, (_value, index) => `token-${index}`);

  it('R13: PUT creates them, shows them in exactly this shape, and reads them back', async () => {
    const subscriberId = await scene.subscriber();
    const { status, body } = await put(subscriberId, tokens('a', 'b'));
    expect(status).toBe(200);
    const channel = {
      providerId: 'fcm',
      integrationIdentifier: 'fcm-1',
      credentials: { deviceTokens: ['a', 'b'] },
      _integrationId: fcm._id.toHexString(),
    };
    expect(body.data).toMatchObject({ subscriberId, channels: [channel] });
    expect(await channelsOf(subscriberId)).toEqual([channel]);
    const list = await scene.carillon.api.get(`/v2/subscribers?subscriberId=${subscriberId}`);
    expect(list.body.data[0].channels).toEqual([channel]);
    const conflict = await scene.carillon.api.post('/v2/subscribers?failIfExists=true', { subscriberId });
    expect(conflict).toMatchObject({ status: 409, body: { channels: [channel] } });
  });

  it('R13: PUT replaces device tokens, an empty list clears them, and PATCH adds each once', async () => {
    const subscriberId = await scene.subscriber();
    const tokensAfter = async (method: typeof put, ...sent: string[]) =>
      (await method(subscriberId, tokens(...sent))).body.data.channels[0].credentials.deviceTokens;
    expect(await tokensAfter(put, 'a', 'b', 'a')).toEqual(['a', 'b']);
    expect(await tokensAfter(put, 'c')).toEqual(['c']);
    expect(await tokensAfter(patch, 'd', 'c', 'd')).toEqual(['c', 'd']);
    expect(await tokensAfter(patch)).toEqual(['c', 'd']);
    expect(await tokensAfter(put)).toEqual([]);
  });

  it.each(['PUT', 'PATCH'] as const)('R14: %s of one field leaves the others', async (method) => {
    const subscriberId = await scene.subscriber();
    await put(subscriberId, { providerId: 'fcm', credentials: { deviceTokens: ['a'], title: 'T', state: 's' } });
    const payload = { providerId: 'fcm', credentials: { title: 'New' } };
    const { body } = await scene.carillon.api.request({ method, url: url(subscriberId), payload });
    expect(body.data.channels[0].credentials).toEqual({ deviceTokens: ['a'], title: 'New', state: 's' });
    await scene.carillon.api.request({ method, url: url(subscriberId), payload: { providerId: 'fcm' } });
    expect((await channelsOf(subscriberId))[0].credentials).toEqual({ deviceTokens: ['a'], title: 'New', state: 's' });
  });

  it('R3: nothing is written when nothing changes', async () => {
    const subscriberId = await scene.subscriber();
    const before = (await put(subscriberId, tokens('a'))).body.data;
    scene.clock.forward(HOUR);
    expect((await patch(subscriberId, tokens('a'))).body.data).toEqual(before);
    expect((await patch(subscriberId, tokens('b'))).body.data.updatedAt > before.updatedAt).toBe(true);
  });

  it('R13: several integrations of one provider are kept apart; without a name the newest active one is meant', async () => {
    const subscriberId = await scene.subscriber();
    await put(subscriberId, tokens('first'));
    await scene.integration('push', { providerId: 'fcm', identifier: 'fcm-2' });
    await scene.integration('push', { providerId: 'fcm', identifier: 'fcm-off', active: false });
    try {
      await put(subscriberId, tokens('second'));
      await patch(subscriberId, { ...tokens('third'), integrationIdentifier: 'fcm-1' });
      expect(await channelsOf(subscriberId)).toMatchObject([
        { integrationIdentifier: 'fcm-1', credentials: { deviceTokens: ['first', 'third'] } },
        { integrationIdentifier: 'fcm-2', credentials: { deviceTokens: ['second'] } },
      ]);
      const { status } = await scene.carillon.api.delete(`${url(subscriberId)}/fcm`);
      expect(status).toBe(204);
      expect(await channelsOf(subscriberId)).toEqual([]);
    } finally {
      await scene.carillon.connection
        .collection('integrations')
        .deleteMany({ identifier: { $in: ['fcm-2', 'fcm-off'] } });
      scene.clock.forward(1000);
    }
  });

  it('DELETE forgets the provider and no other, and is 204 when there is nothing to forget', async () => {
    const subscriberId = await scene.subscriber();
    await put(subscriberId, tokens('a'));
    await put(subscriberId, { providerId: 'slack', credentials: { webhookUrl: 'https://example.com/hook' } });
    for (const provider of ['fcm', 'fcm', 'expo']) {
      const { status, body } = await scene.carillon.api.delete(`${url(subscriberId)}/${provider}`);
      expect({ status, body }).toEqual({ status: 204, body: undefined });
    }
    expect(await channelsOf(subscriberId)).toMatchObject([{ providerId: 'slack' }]);
  });

  it('R13: a hundred device tokens fit, one more is refused and changes nothing', async () => {
    const subscriberId = await scene.subscriber();
    expect((await put(subscriberId, tokens(...numbered(100), 'token-0'))).status).toBe(200);
    for (const [method, sent] of [
      [patch, ['one-more']],
      [put, numbered(101)],
    ] as const) {
      const { status, body } = await method(subscriberId, tokens(...sent));
      expect(status).toBe(422);
      expect(body.errors['credentials.deviceTokens'].messages).toEqual([
        'A subscriber has at most 100 device tokens at one integration',
      ]);
    }
    expect((await patch(subscriberId, tokens('token-99'))).status).toBe(200);
    expect((await channelsOf(subscriberId))[0].credentials.deviceTokens).toEqual(numbered(100));
  });

  it('R13: fifty PATCH requests at once with one token each end with all fifty', async () => {
    const subscriberId = await scene.subscriber();
    const answers = await Promise.all(numbered(50).map((token) => patch(subscriberId, tokens(token))));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect((await channelsOf(subscriberId))[0].credentials.deviceTokens.toSorted()).toEqual(numbered(50).toSorted());
  });

  it('are encrypted in the store, for this subscriber alone', async () => {
    const subscriberId = await scene.subscriber();
    await put(subscriberId, tokens('very-secret-token'));
    const stored = await scene.subscribers.findOne({ subscriberId }).lean();
    expect(JSON.stringify(stored)).not.toContain('very-secret-token');
    const other = await scene.subscriber();
    await scene.subscribers.updateOne({ subscriberId: other }, { $set: { channels: stored!.channels } });
    const { status, body } = await scene.carillon.api.get(`/v2/subscribers/${other}`);
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toContain('very-secret-token');
  });

  it.each(['PUT', 'PATCH', 'DELETE'] as const)('%s is 404 for nobody and for a stranger', async (method) => {
    const subscriberId = await scene.subscriber();
    const path = (id: string) => (method === 'DELETE' ? `${url(id)}/fcm` : url(id));
    const request = (id: string) => ({ method, url: path(id), payload: method === 'DELETE' ? undefined : tokens('a') });
    const nobody = await scene.carillon.api.request(request('nobody'));
    expect(nobody).toMatchObject({ status: 404, body: { message: "Subscriber 'nobody' was not found" } });
    const stranger = await scene.carillon.otherApi.request(request(subscriberId));
    expect(stranger).toMatchObject({ status: 404, body: { message: `Subscriber '${subscriberId}' was not found` } });
    expect((await scene.carillon.anonymous.request(request(subscriberId))).status).toBe(401);
  });

  const long = 'x'.repeat(2049);

  it.each<[string, object, string]>([
    ['no provider', { credentials: {} }, 'providerId'],
    ['null as provider', { providerId: null }, 'providerId'],
    ['an unknown provider', { providerId: 'pigeon' }, 'providerId'],
    ['an email provider', { providerId: 'sendgrid' }, 'providerId'],
    ['R13: a provider without integration', { providerId: 'expo' }, 'providerId'],
    ['R13: a provider without active integration', { providerId: 'apns' }, 'providerId'],
    ['a provider whose integration is of another channel', { providerId: 'one-signal' }, 'providerId'],
    ['R13: an integration nobody has', { providerId: 'fcm', integrationIdentifier: 'x' }, 'integrationIdentifier'],
    [
      'R13: an integration that is off',
      { providerId: 'apns', integrationIdentifier: 'apns-off' },
      'integrationIdentifier',
    ],
    [
      'an integration of another provider',
      { providerId: 'fcm', integrationIdentifier: 'slack-1' },
      'integrationIdentifier',
    ],
    ['null as identifier', { providerId: 'fcm', integrationIdentifier: null }, 'integrationIdentifier'],
    ['an empty identifier', { providerId: 'fcm', integrationIdentifier: '' }, 'integrationIdentifier'],
    ['a long identifier', { providerId: 'fcm', integrationIdentifier: 'x'.repeat(513) }, 'integrationIdentifier'],
    ['null as credentials', { providerId: 'fcm', credentials: null }, 'credentials'],
    ['a text as credentials', { providerId: 'fcm', credentials: 'x' }, 'credentials'],
    ['a list as credentials', { providerId: 'fcm', credentials: [] }, 'credentials'],
    ['null as tokens', { providerId: 'fcm', credentials: { deviceTokens: null } }, 'credentials.deviceTokens'],
    ['a text as tokens', { providerId: 'fcm', credentials: { deviceTokens: 'a' } }, 'credentials.deviceTokens'],
    ['a number as token', { providerId: 'fcm', credentials: { deviceTokens: [1] } }, 'credentials.deviceTokens'],
    ['an empty token', { providerId: 'fcm', credentials: { deviceTokens: [''] } }, 'credentials.deviceTokens'],
    ['a long token', tokens('x'.repeat(4097)), 'credentials.deviceTokens'],
    ...['webhookUrl', 'channel', 'alertUid', 'title', 'imageUrl', 'state', 'externalUrl'].flatMap(
      (field): [string, object, string][] =>
        [null, 1, long].map((value) => [
          `${field} that is ${value === long ? 'long' : JSON.stringify(value)}`,
          { providerId: 'fcm', credentials: { [field]: value } },
          `credentials.${field}`,
        ]),
    ),
  ])('refuses %s', async (_case, body, field) => {
    const subscriberId = await scene.subscriber();
    for (const method of [put, patch]) {
      const answer = await method(subscriberId, body);
      expect({ status: answer.status, fields: Object.keys(answer.body.errors) }).toEqual({
        status: 422,
        fields: [field],
      });
    }
    expect(await channelsOf(subscriberId)).toEqual([]);
  });

  it('does not take the integration of a stranger', async () => {
    const subscriberId = await scene.subscriber();
    await scene.carillon.otherApi.subscriber({ subscriberId });
    expect((await scene.carillon.otherApi.put(url(subscriberId), tokens('a'))).status).toBe(422);
  });

  it('costs a handful of commands', async () => {
    const subscriberId = await scene.subscriber();
    scene.clock.stop();
    await put(subscriberId, tokens('a'));
    expect(await countCommands(() => patch(subscriberId, tokens('b')))).toBeLessThanOrEqual(4);
    scene.clock.run();
  });
});

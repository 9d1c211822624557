import { createHmac } from 'node:crypto';
import { canonicalJson } from '../../../src/platform/values/canonical-json.js';
import { SessionTokens } from '../../../src/inbox/widget/sessions/session-tokens.service.js';
import { aSubscriber } from '../../builders/subscriber.js';
import { startTestApp, type TestApp } from '../../test-app.js';
import { WidgetScene } from './widget-scene.js';

const WEEK = { monday: { isEnabled: true, hours: [{ start: '09:00 AM', end: '05:00 PM' }] } };

describe('opening an inbox session', () => {
  let test: TestApp;
  let scene: WidgetScene;

  beforeAll(async () => {
    test = await startTestApp();
    scene = await WidgetScene.of(test);
  });

  afterAll(() => test.close());

  const subscriber = async (id: string) => (await test.api.get(`/v2/subscribers/${id}`)).body.data;
  const hashed = (text: string, apiKey = test.api.apiKey!) => createHmac('sha256', apiKey).update(text).digest('hex');

  /** Switches the proof of sessions in the Development environment on or off, or leaves it to the type again. */
  async function setHmac(credentials: object): Promise<void> {
    const { body } = await test.api.get('/v1/integrations');
    const own = body.find(
      (one: { channel: string; _environmentId: string }) =>
        one.channel === 'in_app' && one._environmentId === scene.development._id.toHexString(),
    );
    const { status } = await test.api.put(`/v1/integrations/${own._id}`, { credentials });
    expect(status).toBe(200);
  }

  it('answers in exactly this shape', async () => {
    const { subscriberId } = aSubscriber();
    const { status, body } = await scene.open({ subscriber: { subscriberId } });
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        data: {
          token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
          unreadCount: { total: 0, severity: { high: 0, medium: 0, low: 0, none: 0 } },
          totalUnreadCount: 0,
          removeNovuBranding: true,
          isDevelopmentMode: true,
          maxSnoozeDurationHours: 2160,
          contextKeys: [],
        },
      },
    });
    const claims = await test.app.get(SessionTokens).verify(body.data.token);
    expect(claims).toMatchObject({ subscriberId, contextKeys: [], environment: { id: scene.development._id } });
  });

  it('takes the older form, a bare id', async () => {
    const { subscriberId } = aSubscriber();
    expect((await scene.open({ subscriberId })).status).toBe(201);
    expect(await subscriber(subscriberId)).toMatchObject({ subscriberId });
  });

  const known = { subscriberId: 'ada' };
  it.each<[string, number, object, string]>([
    ['an unknown application', 400, { applicationIdentifier: 'nobody', subscriber: known }, ''],
    ['no application', 400, { applicationIdentifier: '', subscriber: known }, ''],
    ['an application that is no text', 422, { applicationIdentifier: 5, subscriber: known }, 'applicationIdentifier'],
    ['an application that is null', 422, { applicationIdentifier: null, subscriber: known }, 'applicationIdentifier'],
    ['nobody', 422, {}, 'subscriber'],
    ['a subscriber that is null', 422, { subscriber: null }, 'subscriber'],
    ['a subscriber that is a list', 422, { subscriber: ['ada'] }, 'subscriber'],
    ['a subscriber without id', 422, { subscriber: { firstName: 'Ada' } }, 'subscriber.subscriberId'],
    ['an empty id', 422, { subscriber: { subscriberId: '' } }, 'subscriber.subscriberId'],
    ['an id that is no text', 422, { subscriberId: 5 }, 'subscriber'],
    ['too long an id', 422, { subscriber: { subscriberId: 'x'.repeat(513) } }, 'subscriber.subscriberId'],
    ['a name that is no text', 422, { subscriber: { ...known, firstName: 5 } }, 'subscriber.firstName'],
    ['data that is no object', 422, { subscriber: { ...known, data: 'x' } }, 'subscriber.data'],
    ['a hash that is no text', 422, { subscriber: known, subscriberHash: 5 }, 'subscriberHash'],
    ['a hash that is null', 422, { subscriber: known, subscriberHash: null }, 'subscriberHash'],
    ['a context hash that is no text', 422, { subscriber: known, contextHash: {} }, 'contextHash'],
    ['a context that is no object', 422, { subscriber: known, context: 'acme' }, 'context'],
    ['a context without id', 422, { subscriber: known, context: { tenant: {} } }, 'context.tenant'],
    [
      'six contexts',
      422,
      { subscriber: known, context: Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((type) => [type, 'x'])) },
      'context',
    ],
    ['quiet hours that are no object', 422, { subscriber: known, defaultSchedule: [] }, 'defaultSchedule'],
    [
      'quiet hours at no time',
      422,
      {
        subscriber: known,
        defaultSchedule: { weeklySchedule: { monday: { isEnabled: true, hours: [{ start: '25:00', end: 'x' }] } } },
      },
      'defaultSchedule.weeklySchedule.monday.hours.0.start',
    ],
  ])('refuses %s: %d', async (_what, expected, request, field) => {
    const { status, body } = await scene.open(request);
    expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({
      status: expected,
      fields: field === '' ? [] : expect.arrayContaining([field]),
    });
    expect(body.message).toMatch(/\w/);
    expect((await test.api.get('/v2/subscribers/ada')).status).toBe(404);
  });

  it('G11: answers 404 where no in-app integration is active', async () => {
    const { body } = await test.api.post('/v1/environments', { name: 'Without inbox' });
    const { identifier, _id } = body.data;
    const integrations = (await test.api.get('/v1/integrations')).body;
    const inApp = integrations.find((one: { _environmentId: string }) => one._environmentId === _id);
    await test.connection
      .collection('integrations')
      .updateOne({ identifier: inApp.identifier }, { $set: { active: false } });
    const answer = await test.anonymous.post('/v1/inbox/session', {
      applicationIdentifier: identifier,
      subscriber: known,
    });
    expect(answer.status).toBe(404);
  });

  describe('its subscriber', () => {
    const all = {
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
      phone: '+4915112345678',
      avatar: 'https://example.com/ada.png',
      locale: 'en_GB',
      timezone: 'Europe/London',
      data: { plan: 'free' },
    };
    const others = {
      firstName: 'Augusta',
      lastName: 'King',
      email: 'eve@example.com',
      phone: '+4900000',
      avatar: 'https://example.com/augusta.png',
      locale: 'fr_FR',
      timezone: 'Europe/Paris',
      data: { plan: 'pro' },
    };

    /** Proves the fields that a browser is not believed. */
    const profileHash = (subscriberId: string, { email, phone, data }: Partial<typeof all>) =>
      hashed(canonicalJson({ subscriberId, email, phone, data }));

    it('is created with all that is proven, and once by twenty at the same time', async () => {
      const { subscriberId } = aSubscriber();
      const sessions = await Promise.all(
        Array.from({ length: 20 }, () =>
          scene.open({ subscriber: { subscriberId, ...all, profileHash: profileHash(subscriberId, all) } }),
        ),
      );
      expect(new Set(sessions.map(({ status }) => status))).toEqual(new Set([201]));
      expect(await test.connection.collection('subscribers').countDocuments({ subscriberId })).toBe(1);
      expect(await subscriber(subscriberId)).toMatchObject(all);
    });

    it('that is known keeps its addresses and data when nobody vouches for the browser', async () => {
      const { subscriberId } = aSubscriber();
      await test.api.subscriber({ subscriberId, ...all });
      expect((await scene.open({ subscriber: { subscriberId, ...others } })).status).toBe(201);
      const { email, phone, data } = all;
      expect(await subscriber(subscriberId)).toMatchObject({ ...others, email, phone, data });
    });

    it('that is known without addresses gets none from a browser nobody vouches for', async () => {
      const { subscriberId } = aSubscriber();
      await test.api.subscriber({ subscriberId });
      await scene.open({ subscriber: { subscriberId, ...others }, subscriberHash: hashed('somebody else') });
      const stored = await subscriber(subscriberId);
      expect([stored.email, stored.phone, stored.data]).not.toEqual(
        expect.arrayContaining([others.email, others.phone, others.data]),
      );
    });

    it('C9: is changed in all that is sent when its server vouches for all of it', async () => {
      const { subscriberId } = aSubscriber();
      await test.api.subscriber({ subscriberId, ...all });
      const proven = { subscriberId, ...others, profileHash: profileHash(subscriberId, others) };
      expect((await scene.open({ subscriber: proven, subscriberHash: hashed(subscriberId) })).status).toBe(201);
      expect(await subscriber(subscriberId)).toMatchObject(others);
    });

    it('keeps what is null or absent', async () => {
      const { subscriberId } = aSubscriber();
      await test.api.subscriber({ subscriberId, ...all });
      const proven = { subscriberId, firstName: null, email: null, profileHash: profileHash(subscriberId, {}) };
      expect((await scene.open({ subscriber: proven })).status).toBe(201);
      expect(await subscriber(subscriberId)).toMatchObject(all);
    });

    it('takes no credentials of channels', async () => {
      const { subscriberId } = aSubscriber();
      const channels = [{ providerId: 'slack', credentials: { webhookUrl: 'https://example.com/hook' } }];
      const subscriberHash = hashed(subscriberId);
      expect((await scene.open({ subscriber: { subscriberId, channels }, subscriberHash })).status).toBe(201);
      expect((await subscriber(subscriberId)).channels ?? []).toEqual([]);
    });
  });

  describe('C8: where proof is asked for', () => {
    const context = { tenant: { id: 'acme', data: { plan: 'pro', seats: [1, 2] } }, app: 'jira' };
    const text = '{"app":"jira","tenant":{"data":{"plan":"pro","seats":[1,2]},"id":"acme"}}';

    beforeAll(() => setHmac({ hmac: true }));
    afterAll(() => setHmac({ hmac: false }));

    it.each<[string, number, (id: string) => object]>([
      ['no hash', 400, () => ({})],
      ['the hash of somebody else', 400, () => ({ subscriberHash: hashed('somebody') })],
      [
        'a hash with the key of another environment',
        400,
        (id) => ({ subscriberHash: hashed(id, test.otherApi.apiKey) }),
      ],
      ['half a hash', 400, (id) => ({ subscriberHash: hashed(id).slice(0, 32) })],
      ['an empty hash', 400, () => ({ subscriberHash: '' })],
      ['the right hash', 201, (id) => ({ subscriberHash: hashed(id) })],
      ['the right hash in capitals', 201, (id) => ({ subscriberHash: hashed(id).toUpperCase() })],
      ['the right hash and an empty context', 201, (id) => ({ subscriberHash: hashed(id), context: {} })],
      ['a context without its hash', 400, (id) => ({ subscriberHash: hashed(id), context })],
      [
        'a context with the hash of another',
        400,
        (id) => ({ subscriberHash: hashed(id), context, contextHash: hashed('{"app":"jira"}') }),
      ],
      [
        'a context with its hash, in any order of members',
        201,
        (id) => ({ subscriberHash: hashed(id), context, contextHash: hashed(text) }),
      ],
      ['a context with its hash alone', 400, () => ({ context, contextHash: hashed(text) })],
    ])('%s: %d', async (_what, expected, proofs) => {
      const { subscriberId } = aSubscriber();
      const { status, body } = await scene.open({ subscriber: { subscriberId }, ...proofs(subscriberId) });
      expect(status).toBe(expected);
      expect((await test.api.get(`/v2/subscribers/${subscriberId}`)).status).toBe(expected === 201 ? 200 : 404);
      if (expected === 400) expect(body.message).toMatch(/HMAC-SHA256 .* API key .*createHmac\('sha256'/);
    });
  });

  it.each<[string, string, object | undefined, number]>([
    ['is asked for in production', 'production', undefined, 400],
    ['is not asked for in production that says so', 'production', { hmac: false }, 201],
    ['is not asked for in development', 'development', undefined, 201],
  ])('C8: proof %s', async (_rule, name, credentials, expected) => {
    const environment = name === 'production' ? scene.production : scene.development;
    const inApp = { environmentId: environment._id, channel: 'in_app' };
    const collection = test.connection.collection('integrations');
    const api = name === 'production' ? test.otherApi : test.api;
    const { _id } = (await collection.findOne(inApp))!;
    if (credentials) await api.put(`/v1/integrations/${String(_id)}`, { credentials });
    else await collection.updateOne(inApp, { $unset: { 'credentials.hmac': '' } });
    // Whatever is changed over the API is seen at once.
    await api.put(`/v1/integrations/${String(_id)}`, { name: `In-app ${_rule}` });
    const { status } = await test.anonymous.post('/v1/inbox/session', {
      applicationIdentifier: environment.identifier,
      subscriber: aSubscriber(),
    });
    expect(status).toBe(expected);
  });

  it('C3, C4: creates contexts, and never changes the data of one', async () => {
    const id = aSubscriber().subscriberId;
    const data = { plan: 'pro' };
    const context = { tenant: { id, data }, app: 'jira' };
    const { body } = await scene.open({ subscriber: known, context, contextHash: hashed(canonicalJson(context)) });
    expect(body.data.contextKeys).toEqual(['app:jira', `tenant:${id}`]);
    await scene.open({ subscriber: known, context: { tenant: { id, data: { plan: 'other' } } } });
    expect((await test.api.get(`/v2/contexts/tenant/${id}`)).body.data).toMatchObject({ id, data });
    expect((await test.api.get('/v2/contexts/app/jira')).body.data.data).toEqual({});
  });

  describe('with quiet hours', () => {
    const schedule = async (id: string, keys = '') =>
      (await test.api.get(`/v2/subscribers/${id}/preferences?contextKeys=${keys}`)).body.data.global.schedule;

    it('gives them to whoever has none, once, by twenty at the same time', async () => {
      const { subscriberId } = aSubscriber();
      await Promise.all(
        Array.from({ length: 20 }, (_value, index) =>
          scene.open({
            subscriber: { subscriberId },
            defaultSchedule: { isEnabled: index % 2 === 0, weeklySchedule: WEEK },
          }),
        ),
      );
      expect(await schedule(subscriberId)).toEqual({ isEnabled: expect.any(Boolean), weeklySchedule: WEEK });
      const stored = await test.connection.collection('subscribers').findOne({ subscriberId });
      expect(await test.connection.collection('preferences').countDocuments({ subscriberId: stored!._id })).toBe(1);
    });

    it('leaves them to whoever has some, also switched off', async () => {
      const { subscriberId } = aSubscriber();
      await test.api.subscriber({ subscriberId });
      await test.api.patch(`/v2/subscribers/${subscriberId}/preferences`, { schedule: { isEnabled: false } });
      await scene.open({ subscriber: { subscriberId }, defaultSchedule: { isEnabled: true, weeklySchedule: WEEK } });
      expect(await schedule(subscriberId)).toEqual({ isEnabled: false });
    });

    it('leaves what else the subscriber has chosen, and does not count unless they say so', async () => {
      const { subscriberId } = aSubscriber();
      await test.api.subscriber({ subscriberId });
      await test.api.patch(`/v2/subscribers/${subscriberId}/preferences`, { channels: { email: false } });
      await scene.open({ subscriber: { subscriberId }, defaultSchedule: { weeklySchedule: WEEK } });
      const { global } = (await test.api.get(`/v2/subscribers/${subscriberId}/preferences`)).body.data;
      expect(global).toMatchObject({
        channels: { email: false },
        schedule: { isEnabled: false, weeklySchedule: WEEK },
      });
    });

    it('F10: gives them in exactly the contexts of the session', async () => {
      const { subscriberId } = aSubscriber();
      const defaultSchedule = { isEnabled: true };
      await scene.open({ subscriber: { subscriberId }, context: { tenant: 'acme' }, defaultSchedule });
      expect(await schedule(subscriberId)).toBeUndefined();
      expect(await schedule(subscriberId, 'tenant:acme')).toEqual({ isEnabled: true });
    });
  });
});

import { createHmac } from 'node:crypto';
import { canonicalJson } from '../../src/platform/values/canonical-json.js';
import { aSubscriber } from '../builders/subscriber.js';
import { aTopic } from '../builders/topic.js';
import { HOUR, MovableClock } from '../delivery/engine-scene.js';
import { type SessionClient, WidgetScene } from '../inbox/widget/widget-scene.js';
import { startTestApp, type TestApp } from '../test-app.js';

/** What somebody tries who has a browser, and a session of an ordinary person in it. */
describe('a session of an inbox widget', () => {
  const clock = new MovableClock();
  let test: TestApp;
  let scene: WidgetScene;

  beforeAll(async () => {
    test = await startTestApp({ clock, settings: { WIDGET_CREATIONS_PER_HOUR: '60' } });
    scene = await WidgetScene.of(test);
  });

  afterAll(() => test.close());

  const stored = async (id: string) => (await test.api.get(`/v2/subscribers/${id}`)).body.data;
  const hashed = (text: string) => createHmac('sha256', test.api.apiKey!).update(text).digest('hex');

  describe('TS9: and topics', () => {
    /** A session whose server has vouched for the person. */
    async function provenSession(subscriberId = aSubscriber().subscriberId): Promise<SessionClient> {
      return scene.session(subscriberId, { subscriberHash: hashed(subscriberId) });
    }

    const membersOf = async (key: string): Promise<string[]> =>
      (await test.api.get(`/v1/topics/${key}`)).body.data?.subscribers ?? [];

    it('cannot subscribe to a topic that nobody has opened, nor name it, and is told what to do', async () => {
      const topic = aTopic({ name: 'Admins only' });
      await test.api.topic(topic);
      const session = await provenSession();
      for (const body of [{}, { identifier: 'mine' }, { topic: { name: 'Mine' } }, { preferences: [] }]) {
        const answer = await session.post(`topics/${topic.key}/subscriptions`, body);
        expect({ status: answer.status, message: answer.body.message }).toEqual({
          status: 403,
          message: expect.stringMatching(/selfSubscribe: true .*PATCH \/v2\/topics\//),
        });
      }
      expect(await membersOf(topic.key)).toEqual([]);
      expect((await test.api.get(`/v2/topics/${topic.key}`)).body.data.name).toBe('Admins only');
    });

    it('cannot subscribe to a topic from before topics could be opened', async () => {
      const { key } = aTopic();
      await test.api.topic({ key });
      await test.connection.collection('topics').updateOne({ key }, { $unset: { selfSubscribe: '' } });
      expect((await (await provenSession()).post(`topics/${key}/subscriptions`, {})).status).toBe(403);
      expect((await test.api.get(`/v2/topics/${key}`)).body.data.selfSubscribe).toBe(false);
    });

    it('creates no topic', async () => {
      const { key } = aTopic();
      const session = await provenSession();
      expect((await session.post(`topics/${key}/subscriptions`, { topic: { name: 'Mine' } })).status).toBe(403);
      expect((await test.api.get(`/v2/topics/${key}`)).status).toBe(404);
    });

    it('cannot tell a closed topic from one that is not there', async () => {
      const topic = aTopic();
      await test.api.topic(topic);
      const missing = aTopic().key;
      const session = await provenSession();
      const answers = async (key: string) => {
        const path = `topics/${key}/subscriptions`;
        const all = await Promise.all([
          session.get(path),
          session.post(path, {}),
          session.get(`${path}/x`),
          session.patch(`${path}/x`, { name: 'x' }),
          session.delete(`${path}/x`),
        ]);
        return all.map(({ status, body }) => [
          status,
          (JSON.stringify(body?.message ?? body) ?? '').replaceAll(key, '<key>'),
        ]);
      };
      expect(await answers(topic.key)).toEqual(await answers(missing));
    });

    it('subscribes to a topic that is open, until it is closed again', async () => {
      const { key } = await scene.openTopic();
      const [first, second] = [aSubscriber().subscriberId, aSubscriber().subscriberId];
      expect((await (await provenSession(first)).post(`topics/${key}/subscriptions`, {})).status).toBe(201);
      const closed = await test.api.patch(`/v2/topics/${key}`, { selfSubscribe: false });
      expect(closed.body.data).toMatchObject({ key, selfSubscribe: false });
      expect((await (await provenSession(second)).post(`topics/${key}/subscriptions`, {})).status).toBe(403);
      expect(await membersOf(key)).toEqual([first]);
    });

    it('sees, sets and leaves what its server has subscribed it to, and does not come back', async () => {
      const { key } = aTopic();
      const { subscriberId } = aSubscriber();
      const session = await provenSession(subscriberId);
      await test.api.post(`/v2/topics/${key}/subscriptions`, { subscriptions: [subscriberId] });
      const path = `topics/${key}/subscriptions`;
      const [own] = (await session.get(path)).body.data;
      expect(own.identifier).toBe(`tk_${key}:si_${subscriberId}`);
      expect((await session.post(path, { name: 'Mine' })).body.data).toMatchObject({ id: own.id, name: 'Mine' });
      expect((await session.post(path, {})).body.data).toMatchObject({ id: own.id, name: 'Mine' });
      expect((await session.post(path, { identifier: 'another' })).status).toBe(403);
      expect((await session.patch(`${path}/${own.identifier}`, { preferences: [] })).status).toBe(200);
      expect((await session.delete(`${path}/${own.identifier}`)).status).toBe(204);
      expect((await session.post(path, {})).status).toBe(403);
      expect(await membersOf(key)).toEqual([]);
    });

    it.each<[string, object]>([
      ['selfSubscribe that is no flag', { selfSubscribe: 'yes' }],
      ['selfSubscribe that is null', { selfSubscribe: null }],
    ])('is not let in by %s', async (_what, body) => {
      for (const path of ['/v2/topics', '/v1/topics']) {
        const answer = await test.api.post(path, { ...aTopic({ name: 'x' }), ...body });
        expect({ status: answer.status, fields: Object.keys(answer.body.errors ?? {}) }).toEqual({
          status: 422,
          fields: ['selfSubscribe'],
        });
      }
    });

    it('is let in by a topic that the older interface has opened', async () => {
      const topic = aTopic({ name: 'News', selfSubscribe: true });
      expect((await test.api.post('/v1/topics', topic)).status).toBe(201);
      expect((await (await provenSession()).post(`topics/${topic.key}/subscriptions`, {})).status).toBe(201);
    });
  });

  describe('C9: and its person', () => {
    const harmful = { email: 'victim@example.com', phone: '+4915112345678', data: { isAdmin: true } };
    const harmless = {
      firstName: 'Ada',
      lastName: 'Lovelace',
      avatar: 'https://example.com/ada.png',
      locale: 'en_GB',
      timezone: 'Europe/London',
    };

    it.each<[string, (id: string) => object]>([
      ['with a hash of the id alone', (id) => ({ subscriberHash: hashed(id) })],
      ['without any hash', () => ({})],
    ])('takes no email, phone and data from a browser %s, of a new person and of a known one', async (_what, proof) => {
      const { subscriberId } = aSubscriber();
      for (let time = 1; time <= 2; time++) {
        const { status } = await scene.open({
          subscriber: { subscriberId, ...harmful, ...harmless },
          ...proof(subscriberId),
        });
        expect(status).toBe(201);
        const person = await stored(subscriberId);
        expect(person).toMatchObject(harmless);
        expect([person.email, person.phone, person.data?.isAdmin]).toEqual([undefined, undefined, undefined]);
      }
    });

    it('takes them with a hash over them, whatever else the widget adds', async () => {
      const { subscriberId } = aSubscriber();
      const profileHash = hashed(canonicalJson({ subscriberId, ...harmful }));
      const subscriber = { ...harmless, ...harmful, subscriberId, profileHash, timezone: 'Asia/Tokyo', phone: null };
      expect((await scene.open({ subscriber })).status).toBe(400);
      expect((await scene.open({ subscriber: { ...subscriber, phone: harmful.phone } })).status).toBe(201);
      expect(await stored(subscriberId)).toMatchObject({ ...harmful, timezone: 'Asia/Tokyo' });
    });

    it.each<[string, (id: string) => string]>([
      ['of the id alone', (id) => hashed(id)],
      ['of other values', (id) => hashed(canonicalJson({ subscriberId: id, ...harmful, data: { isAdmin: false } }))],
      ['of somebody else', () => hashed(canonicalJson({ subscriberId: 'eve', ...harmful }))],
      ['that is empty', () => ''],
    ])('refuses a profile hash %s, and says how it is made', async (_what, hash) => {
      const { subscriberId } = aSubscriber();
      const { status, body } = await scene.open({
        subscriber: { subscriberId, ...harmful, profileHash: hash(subscriberId) },
        subscriberHash: hashed(subscriberId),
      });
      expect({ status, message: body.message }).toEqual({
        status: 400,
        message: expect.stringMatching(/profileHash is not right.*email, phone and data.*createHmac\('sha256'/),
      });
    });

    it.each<[string, object]>([
      ['lastName', { lastName: 'x'.repeat(256) }],
      ['avatar', { avatar: 'javascript:alert(1)' }],
      ['avatar', { avatar: 'https://example.com/"onerror="x' }],
      ['avatar', { avatar: `https://example.com/${'x'.repeat(2048)}` }],
      ['locale', { locale: 'klingon please' }],
      ['timezone', { timezone: 'Mars/Olympus' }],
      ['timezone', { timezone: 'Etc/Unknown' }],
      ['email', { email: 'no address' }],
    ])('C9: opens without what breaks the rules of the API: %s', async (field, said) => {
      const { subscriberId } = aSubscriber();
      expect((await scene.open({ subscriber: { subscriberId, firstName: 'Ada', ...said } })).status).toBe(201);
      const { body } = await test.api.get(`/v2/subscribers/${subscriberId}`);
      expect(body.data).not.toHaveProperty(field);
    });

    it('stores a language as a browser calls it', async () => {
      const { subscriberId } = aSubscriber();
      await scene.open({ subscriber: { subscriberId, locale: 'en-US-posix' } });
      expect((await test.api.get(`/v2/subscribers/${subscriberId}`)).body.data.locale).toBe('en-US-posix');
    });

    it('refuses a profile hash that is no text', async () => {
      const subscriber = { ...aSubscriber(), profileHash: 5 };
      const { status, body } = await scene.open({ subscriber });
      expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({
        status: 422,
        fields: ['subscriber.profileHash'],
      });
    });

    it('C4: gives a context no data that its server has not stated', async () => {
      const { subscriberId } = aSubscriber();
      const id = aTopic().key;
      await scene.open({ subscriber: { subscriberId }, context: { tenant: { id, data: { plan: 'enterprise' } } } });
      expect((await test.api.get(`/v2/contexts/tenant/${id}`)).body.data.data).toEqual({});
    });
  });

  it('C10: without proof creates so many people and contexts an hour, and opens those of known ones as before', async () => {
    clock.stop();
    clock.forward(HOUR);
    const known = aSubscriber().subscriberId;
    await test.api.subscriber({ subscriberId: known });
    const flood = await Promise.all(
      Array.from({ length: 80 }, (_value, index) => scene.open({ subscriber: { subscriberId: `${known}-${index}` } })),
    );
    const [opened, refused] = [201, 429].map((code) => flood.filter(({ status }) => status === code));
    expect([opened!.length, refused!.length]).toEqual([60, 20]);
    expect(refused![0]!.body.message).toMatch(/subscriberHash.*WIDGET_CREATIONS_PER_HOUR/);
    expect(Number(refused![0]!.headers['retry-after'])).toBeGreaterThan(0);
    expect(
      await test.connection.collection('subscribers').countDocuments({ subscriberId: { $regex: `^${known}-` } }),
    ).toBe(60);

    expect((await scene.open({ subscriber: { subscriberId: known } })).status).toBe(201);
    expect((await scene.open({ subscriber: { subscriberId: known }, context: { tenant: known } })).status).toBe(429);
    expect((await test.api.get(`/v2/contexts/tenant/${known}`)).status).toBe(404);
    const proven = `${known}-proven`;
    const { status } = await scene.open({ subscriber: { subscriberId: proven }, subscriberHash: hashed(proven) });
    expect(status).toBe(201);

    clock.forward(HOUR);
    expect((await scene.open({ subscriber: { subscriberId: `${known}-later` } })).status).toBe(201);
  });
});

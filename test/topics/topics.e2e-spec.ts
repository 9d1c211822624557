import { aSubscriber } from '../builders/subscriber.js';
import { aTopic } from '../builders/topic.js';
import { startTestApp, type TestApp } from '../test-app.js';

const ID = /^[0-9a-f]{24}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

describe('topics', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await startTestApp();
  });

  afterAll(() => test.close());

  const create = (body: object, query = '') => test.api.post(`/v2/topics${query}`, body);
  const path = (key: string) => `/v2/topics/${encodeURIComponent(key)}`;
  const get = (key: string) => test.api.get(path(key));
  const stored = (key: string) => test.connection.collection('topics').countDocuments({ key });
  const subscriptionsOf = (topicId: string) =>
    test.connection
      .collection('topicsubscriptions')
      .find()
      .toArray()
      .then((all) => all.filter((one) => String(one.topicId) === topicId).length);

  describe('create', () => {
    it('stores a topic with all fields and shows it in exactly this shape', async () => {
      const input = aTopic({ name: 'Orders', data: { region: 'eu', size: 2, open: true, labels: ['a', 'b'] } });
      const { status, body } = await create(input);
      expect(status).toBe(201);
      expect(body).toEqual({
        data: {
          ...input,
          _id: expect.stringMatching(ID),
          selfSubscribe: false,
          createdAt: expect.stringMatching(TIME),
          updatedAt: body.data.createdAt,
        },
      });
      expect((await get(input.key)).body).toEqual(body);
    });

    it('leaves fields that are not set out of the answer', async () => {
      const { body } = await create(aTopic());
      expect(Object.keys(body.data).sort()).toEqual(['_id', 'createdAt', 'key', 'selfSubscribe', 'updatedAt']);
      expect(Object.keys((await create(aTopic({ data: null }))).body.data)).not.toContain('data');
    });

    it.each([
      ['a letter', 'a'],
      ['every character a key may have', 'aZ09-_:'],
      ['an email address', 'ada+news@example.co.uk'],
      ['256 characters', 'k'.repeat(256)],
      ['the form of an internal id', '6925a1f0c0ffee0123456789'],
    ])('takes %s as key, and finds it by the encoded key', async (_case, key) => {
      expect((await create({ key })).status).toBe(201);
      expect(await get(key)).toMatchObject({ status: 200, body: { data: { key } } });
    });

    it('changes only the fields that are sent when the key is known, with a 200', async () => {
      const input = aTopic({ name: 'Orders', data: { region: 'eu' } });
      const created = (await create(input)).body.data;
      const { status, body } = await create({ key: input.key, name: 'All orders' });
      expect(status).toBe(200);
      expect(body.data).toEqual({ ...created, name: 'All orders', updatedAt: expect.stringMatching(TIME) });
      expect((await create({ key: input.key, data: null })).body.data).not.toHaveProperty('data');
      expect((await get(input.key)).body.data).toMatchObject({ name: 'All orders' });
    });

    it('answers 409 with the bare topic when failIfExists is set and the key is taken', async () => {
      const input = aTopic({ name: 'Orders' });
      expect((await create(input, '?failIfExists=true')).status).toBe(201);
      const { status, body } = await create({ key: input.key, name: 'Others' }, '?failIfExists=true');
      expect(status).toBe(409);
      expect(body).toEqual((await get(input.key)).body.data);
      expect(body.name).toBe('Orders');
    });

    it('R16: makes one topic of fifty simultaneous requests for one key', async () => {
      const { key } = aTopic();
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_value, index) => create({ key, name: `${index}` })),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(49);
      expect(new Set(answers.map(({ body }) => body.data._id)).size).toBe(1);
      expect(await stored(key)).toBe(1);
    });

    it('lets one of fifty simultaneous requests with failIfExists win', async () => {
      const { key } = aTopic();
      const answers = await Promise.all(Array.from({ length: 50 }, () => create({ key }, '?failIfExists=true')));
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array(49).fill(409)]);
      expect(new Set(answers.map(({ body }) => body._id ?? body.data._id)).size).toBe(1);
    });

    it('R16: keeps the same key apart in two environments', async () => {
      const input = aTopic({ name: 'Ours' });
      await create(input);
      expect((await test.otherApi.post('/v2/topics', { key: input.key, name: 'Theirs' })).status).toBe(201);
      expect((await get(input.key)).body.data.name).toBe('Ours');
    });
  });

  describe('update', () => {
    it('renames, replaces the data as a whole, and clears it with null', async () => {
      const input = aTopic({ name: 'Orders', data: { a: '1', b: '2' } });
      const created = (await create(input)).body.data;
      const renamed = await test.api.patch(path(input.key), { name: 'Sales' });
      expect(renamed).toMatchObject({ status: 200, body: { data: { name: 'Sales', data: { a: '1', b: '2' } } } });
      expect(renamed.body.data.createdAt).toBe(created.createdAt);
      expect((await test.api.patch(path(input.key), { data: { c: ['x'] } })).body.data.data).toEqual({ c: ['x'] });
      const cleared = await test.api.patch(path(input.key), { data: null });
      expect(cleared.body.data).not.toHaveProperty('data');
      expect((await get(input.key)).body).toEqual(cleared.body);
    });

    it('R16: never changes the key', async () => {
      const { key } = aTopic();
      await create({ key });
      const { status, body } = await test.api.patch(path(key), { key: 'another' });
      expect({ status, key: body.data.key }).toEqual({ status: 200, key });
      expect((await get('another')).status).toBe(404);
    });
  });

  describe('delete', () => {
    it('removes the topic and its subscriptions, and nobody else’s', async () => {
      const [{ key }, other, { subscriberId }] = [aTopic(), aTopic(), aSubscriber()];
      await test.api.post('/v2/subscribers', { subscriberId });
      const topicId = (await create({ key })).body.data._id;
      for (const one of [key, other.key]) {
        await test.api.post(`${path(one)}/subscriptions`, { subscriptions: [subscriberId] });
      }
      expect(await subscriptionsOf(topicId)).toBe(1);
      const { status, body } = await test.api.delete(path(key));
      expect({ status, body }).toEqual({ status: 200, body: { data: { acknowledged: true } } });
      expect(await subscriptionsOf(topicId)).toBe(0);
      expect((await get(key)).status).toBe(404);
      const followed = await test.api.get(`/v2/subscribers/${subscriberId}/subscriptions`);
      expect(followed.body.data).toMatchObject([{ topic: { key: other.key } }]);
    });

    it('leaves no subscription behind that is made at the same moment', async () => {
      const { subscriberId } = aSubscriber();
      await test.api.post('/v2/subscribers', { subscriberId });
      for (let round = 0; round < 10; round++) {
        const { key } = aTopic();
        const first = (await create({ key })).body.data._id;
        const [subscribed, deleted] = await Promise.all([
          test.api.post(`${path(key)}/subscriptions`, { subscriptions: [subscriberId] }),
          test.api.delete(path(key)),
        ]);
        expect([subscribed.status, deleted.status]).toEqual([201, 200]);
        expect(await subscriptionsOf(first)).toBe(0);
        const after = await get(key);
        // Either the subscription came first and went with the topic, or it has made a new one.
        const left = after.status === 200 ? await subscriptionsOf(after.body.data._id) : 0;
        expect({ status: after.status, left }).toEqual(
          after.status === 200 ? { status: 200, left: 1 } : { status: 404, left: 0 },
        );
      }
    });
  });

  describe('an unknown key is a 404, and so is one of another environment', () => {
    const requests: [string, 'GET' | 'PATCH' | 'DELETE' | 'POST', string, object | undefined][] = [
      ['get', 'GET', '', undefined],
      ['update', 'PATCH', '', { name: 'x' }],
      ['delete', 'DELETE', '', undefined],
      ['list subscriptions', 'GET', '/subscriptions', undefined],
      ['get a subscription', 'GET', '/subscriptions/x', undefined],
      ['update a subscription', 'PATCH', '/subscriptions/x', { name: 'x' }],
      ['delete subscriptions', 'DELETE', '/subscriptions', { subscriptions: ['x'] }],
    ];

    it.each(requests)('%s', async (_case, method, rest, payload) => {
      const { key } = aTopic();
      await test.otherApi.post('/v2/topics', { key });
      for (const one of ['unknown', key]) {
        const url = `${path(one)}${rest}`;
        const { status, body } = await test.api.request({ method, url, payload });
        expect(status).toBe(404);
        expect(body).toEqual({
          statusCode: 404,
          error: 'Not Found',
          timestamp: expect.stringMatching(TIME),
          path: url,
          message: `Topic '${one}' was not found`,
        });
      }
      expect((await test.otherApi.get(path(key))).status).toBe(200);
    });
  });
});

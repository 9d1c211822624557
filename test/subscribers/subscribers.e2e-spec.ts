import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Subscriber } from '../../src/subscribers/subscriber.schema.js';
import type { ApiResponse } from '../api-client.js';
import { aFullSubscriber, aSubscriber } from '../builders/subscriber.js';
import { startTestApp, type TestApp } from '../test-app.js';

const ID = /^[0-9a-f]{24}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

function errorBody(statusCode: number, path: string, message: string) {
  return { statusCode, timestamp: expect.stringMatching(TIME), path, message };
}

describe('subscribers', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await startTestApp();
  });

  afterAll(() => test.close());

  const create = (body: object, query = '') => test.api.post(`/v2/subscribers${query}`, body);
  const get = (subscriberId: string) => test.api.get(`/v2/subscribers/${encodeURIComponent(subscriberId)}`);
  const countStored = (subscriberId: string) => model().countDocuments({ subscriberId });
  const model = () => test.app.get<Model<Subscriber>>(getModelToken(Subscriber.name));

  describe('create', () => {
    it('stores a subscriber with all fields and shows it in exactly this shape', async () => {
      const input = aFullSubscriber();
      const { status, body, headers } = await create(input);
      expect(status).toBe(201);
      expect(headers['content-type']).toMatch(/^application\/json/);
      expect(body).toEqual({
        data: {
          ...input,
          _id: expect.stringMatching(ID),
          _organizationId: expect.stringMatching(ID),
          _environmentId: expect.stringMatching(ID),
          channels: [],
          topics: [],
          deleted: false,
          createdAt: expect.stringMatching(TIME),
          updatedAt: body.data.createdAt,
          __v: 0,
        },
      });
      expect((await get(input.subscriberId)).body).toEqual(body);
    });

    it('leaves fields that are not set out of the answer', async () => {
      const { body } = await create(aSubscriber());
      expect(Object.keys(body.data).sort()).toEqual(
        ['_id', '_organizationId', '_environmentId', 'subscriberId', 'channels', 'topics', 'deleted', 'createdAt']
          .concat(['updatedAt', '__v'])
          .sort(),
      );
    });

    it('belongs to the environment of the key', async () => {
      const { body } = await create(aSubscriber());
      const environments = (await test.api.get('/v1/environments')).body.data;
      expect(body.data._environmentId).toBe(environments[0]._id);
      expect(body.data._organizationId).toBe(environments[0]._organizationId);
    });

    it('R15: changes only the fields that are sent when the subscriber exists, and is still 201', async () => {
      const input = aFullSubscriber();
      const created = (await create(input)).body.data;
      const { status, body } = await create({ subscriberId: input.subscriberId, firstName: 'Augusta' });
      expect(status).toBe(201);
      expect(body.data).toEqual({ ...created, firstName: 'Augusta', updatedAt: expect.stringMatching(TIME) });
      expect(body.data.updatedAt > created.updatedAt).toBe(true);
      expect((await get(input.subscriberId)).body).toEqual(body);
    });

    it('replaces data as a whole', async () => {
      const { subscriberId } = aSubscriber();
      await create({ subscriberId, data: { plan: 'pro', seats: 2 } });
      const { body } = await create({ subscriberId, data: { seats: 3 } });
      expect(body.data.data).toEqual({ seats: 3 });
    });

    it.each(['firstName', 'lastName', 'email', 'phone', 'avatar', 'locale', 'timezone', 'data'] as const)(
      'clears %s when it is null, and nothing else',
      async (field) => {
        const input = aFullSubscriber();
        const { [field]: _cleared, ...rest } = (await create(input)).body.data;
        const { status, body } = await create({ subscriberId: input.subscriberId, [field]: null });
        expect(status).toBe(201);
        expect(body.data).toEqual({ ...rest, updatedAt: expect.any(String) });
      },
    );

    it.each(['', '?failIfExists=true'])('takes null for no value when the subscriber is new (%p)', async (query) => {
      const { status, body } = await create(aSubscriber({ firstName: null, data: null }), query);
      expect(status).toBe(201);
      expect(body.data).not.toHaveProperty('firstName');
      expect(body.data).not.toHaveProperty('data');
    });

    it('keeps data exactly as it was sent, whatever its keys', async () => {
      const data = {
        empty: {},
        list: [null, [], [{}], 1.5, -0.25, 1e300, 9007199254740991, 'Ünï\0cödé 🎈'],
        'a.b': { 'c d': '' },
        '': 1,
        constructor: 'x',
        prototype: 2,
        toObject: 1,
        toJSON: 2,
        _id: 3,
        __v: 4,
        isMongooseBuffer: true,
        length: 5,
      };
      const { subscriberId } = aSubscriber();
      for (let attempt = 1; attempt <= 2; attempt++) {
        const { status, body } = await create({ subscriberId, data });
        expect(status).toBe(201);
        expect(body.data.data).toEqual(data);
        expect((await get(subscriberId)).body.data.data).toEqual(data);
      }
    });

    it('drops fields it does not know', async () => {
      const { status, body } = await create(aSubscriber({ _id: 'x', organizationId: 'x', isOnline: true, nick: 'x' }));
      expect(status).toBe(201);
      expect(body.data).not.toHaveProperty('isOnline');
      expect(body.data).not.toHaveProperty('nick');
    });

    describe('with failIfExists', () => {
      it('R15: answers 409 with the existing subscriber, bare, and changes nothing', async () => {
        const input = aFullSubscriber();
        const created = (await create(input)).body.data;
        const { status, body } = await create({ ...input, firstName: 'Augusta' }, '?failIfExists=true');
        expect(status).toBe(409);
        expect(body).toEqual(created);
        expect((await get(input.subscriberId)).body.data).toEqual(created);
      });

      it('creates a subscriber that does not exist', async () => {
        const input = aSubscriber({ firstName: 'Ada' });
        const { status, body } = await create(input, '?failIfExists=true');
        expect(status).toBe(201);
        expect(body).toEqual((await get(input.subscriberId)).body);
      });

      it('updates when the flag is false', async () => {
        const { subscriberId } = (await create(aSubscriber())).body.data;
        expect((await create({ subscriberId, firstName: 'Ada' }, '?failIfExists=false')).status).toBe(201);
      });

      it('does not mistake the other environment’s subscriber for its own', async () => {
        const input = aSubscriber();
        await test.otherApi.post('/v2/subscribers', input);
        expect((await create(input, '?failIfExists=true')).status).toBe(201);
      });

      it.each(['maybe', '1', ''])('refuses %p as a flag', async (flag) => {
        const { status, body } = await create(aSubscriber(), `?failIfExists=${flag}`);
        expect(status).toBe(422);
        expect(body.errors.failIfExists.messages).toEqual(['failIfExists must be a boolean value']);
      });
    });

    describe('of one new id, fifty at once', () => {
      it('R4: gives one subscriber, and all answers are 201', async () => {
        const { subscriberId } = aSubscriber();
        const answers = await inParallel(50, (index) => create({ subscriberId, firstName: `Ada ${index}` }));
        expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(201));
        expect(new Set(answers.map(({ body }) => body.data._id)).size).toBe(1);
        expect(await countStored(subscriberId)).toBe(1);
      });

      it('R15: with failIfExists one is 201 and the others are 409 with that subscriber', async () => {
        const { subscriberId } = aSubscriber();
        const answers = await inParallel(50, (index) =>
          create({ subscriberId, firstName: `Ada ${index}` }, '?failIfExists=true'),
        );
        const created = answers.filter(({ status }) => status === 201);
        const refused = answers.filter(({ status }) => status === 409);
        expect([created.length, refused.length]).toEqual([1, 49]);
        for (const { body } of refused) expect(body).toEqual(created[0]?.body.data);
        expect(await countStored(subscriberId)).toBe(1);
      });
    });
  });

  describe('retrieve', () => {
    it('answers 404 that names the id when nobody has it', async () => {
      expect(await get('no body')).toMatchObject({
        status: 404,
        body: {
          ...errorBody(404, '/v2/subscribers/no%20body', "Subscriber 'no body' was not found"),
          error: 'Not Found',
        },
      });
    });

    it('answers the same for a subscriber of another environment', async () => {
      const { subscriberId } = aSubscriber();
      const withoutTime = ({ status, body: { timestamp: _timestamp, ...body } }: ApiResponse) => ({ status, body });
      const unknown = withoutTime(await get(subscriberId));
      await test.otherApi.post('/v2/subscribers', { subscriberId });
      expect(withoutTime(await get(subscriberId))).toEqual(unknown);
      expect(unknown.status).toBe(404);
    });

    it('does not find a subscriber by its internal id, or in other capitals', async () => {
      const { body } = await create(aSubscriber());
      expect((await get(body.data._id)).status).toBe(404);
      expect((await get(body.data.subscriberId.toUpperCase())).status).toBe(404);
    });

    it('keeps the environments apart when both use one id', async () => {
      const { subscriberId } = aSubscriber();
      await create({ subscriberId, firstName: 'Ada' });
      await test.otherApi.post('/v2/subscribers', { subscriberId, firstName: 'Augusta' });
      expect((await get(subscriberId)).body.data.firstName).toBe('Ada');
    });

    it.each(['GET', 'POST'] as const)('needs an API key (%s)', async (method) => {
      const { status, body } = await test.anonymous.request({ method, url: '/v2/subscribers' });
      expect(status).toBe(401);
      expect(body).toEqual({
        ...errorBody(401, '/v2/subscribers', 'Unauthorized'),
        error: 'Unauthorized',
        hint: expect.stringContaining('`Authorization: ApiKey <key>`'),
      });
    });
  });
});

function inParallel<T>(times: number, call: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, (_value, index) => call(index)));
}

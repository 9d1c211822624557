import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Subscriber } from '../../src/subscribers/subscriber.schema.js';
import { aFullSubscriber, aSubscriber } from '../builders/subscriber.js';
import { countCommands } from '../delivery/store-probe.js';
import { startTestApp, type TestApp } from '../test-app.js';

describe('subscribers in bulk', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await startTestApp();
  });

  afterAll(() => test.close());

  const create = (subscribers: unknown) => test.api.post('/v1/subscribers/bulk', { subscribers });
  const get = async (subscriberId: string) => (await test.api.get(`/v2/subscribers/${subscriberId}`)).body.data;
  const model = () => test.app.get<Model<Subscriber>>(getModelToken(Subscriber.name));
  const ids = (...subscribers: { subscriberId: string }[]) => subscribers.map(({ subscriberId }) => ({ subscriberId }));

  it('R15: puts each into exactly one list, in order, and stores them as one would be stored alone', async () => {
    const known = (await test.api.post('/v2/subscribers', aFullSubscriber())).body.data;
    const [full, plain] = [aFullSubscriber(), aSubscriber()];
    const broken = aSubscriber({ email: 'ada' });
    const change = { subscriberId: known.subscriberId, firstName: 'Augusta', phone: null };
    const { status, body } = await create([plain, broken, change, full]);
    expect(status).toBe(201);
    expect(body).toEqual({
      data: {
        created: ids(plain, full),
        updated: ids(change),
        failed: [
          {
            message: 'subscribers.1: email must be one email address, as in ada@example.com',
            subscriberId: broken.subscriberId,
          },
        ],
      },
    });
    expect(await get(full.subscriberId)).toMatchObject(full);
    const { phone: _phone, ...rest } = known;
    expect(await get(known.subscriberId)).toEqual({ ...rest, firstName: 'Augusta', updatedAt: expect.any(String) });
    expect((await test.api.get(`/v2/subscribers/${broken.subscriberId}`)).status).toBe(404);
    const shape = Object.keys(await get(plain.subscriberId)).toSorted();
    const alone = await test.api.subscriber();
    expect(shape).toEqual(Object.keys(alone as object).toSorted());
  });

  it('R15: of several with one id the first creates, and the later ones change what it has stored', async () => {
    const { subscriberId } = aSubscriber();
    const { body } = await create([
      { subscriberId, firstName: 'Ada', lastName: 'L', data: { a: 1 } },
      { subscriberId, firstName: null, data: { b: 2 } },
      { subscriberId, lastName: 'Lovelace' },
    ]);
    expect(body.data).toEqual({
      created: [{ subscriberId }],
      updated: [{ subscriberId }, { subscriberId }],
      failed: [],
    });
    const stored = await get(subscriberId);
    expect(stored).toMatchObject({ lastName: 'Lovelace', data: { b: 2 } });
    expect(stored).not.toHaveProperty('firstName');
    expect(await model().countDocuments({ subscriberId })).toBe(1);
  });

  it.each<[string, unknown, object]>([
    ['null', null, { message: 'subscribers.0: a subscriber must be an object' }],
    ['a text', 'ada', { message: 'subscribers.0: a subscriber must be an object' }],
    ['a list', [], { message: 'subscribers.0: a subscriber must be an object' }],
    ['no id', { firstName: 'Ada' }, { message: expect.stringMatching(/^subscribers\.0: subscriberId must be/) }],
    ['a number as id', { subscriberId: 7 }, { message: expect.stringMatching(/^subscribers\.0: subscriberId/) }],
    [
      'a time zone of nowhere',
      { subscriberId: 'mars', timezone: 'Mars' },
      { message: expect.stringContaining('timezone must be an IANA time zone'), subscriberId: 'mars' },
    ],
    [
      'an operator in data',
      { subscriberId: 'op', data: { $set: 1 } },
      { message: expect.stringContaining('must not have the key "$set"'), subscriberId: 'op' },
    ],
  ])('R15: %s fails alone', async (_case, entry, failed) => {
    const good = aSubscriber();
    const { status, body } = await create([entry, good]);
    expect(status).toBe(201);
    expect(body.data).toEqual({ created: ids(good), updated: [], failed: [failed] });
  });

  it.each([
    ['no list', undefined],
    ['null', null],
    ['an object', {}],
    ['a text', 'ada'],
    ['501 subscribers', Array.from({ length: 501 }, () => aSubscriber())],
  ])('R15: refuses %s as a whole', async (_case, subscribers) => {
    const { status, body } = await create(subscribers);
    expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: ['subscribers'] });
  });

  it('accepts an empty list', async () => {
    expect((await create([])).body.data).toEqual({ created: [], updated: [], failed: [] });
  });

  it('R15: stores five hundred with a handful of commands', async () => {
    const many = Array.from({ length: 500 }, () => aFullSubscriber());
    const commands = await countCommands(async () => {
      expect((await create(many)).body.data.created).toEqual(ids(...many));
    });
    expect(commands).toBeLessThanOrEqual(3);
    expect((await create(many)).body.data.updated).toHaveLength(500);
    const found = await model().countDocuments({ subscriberId: { $in: many.map(({ subscriberId }) => subscriberId) } });
    expect(found).toBe(500);
  });

  it('R4: of simultaneous bulks with the same new ids each id is created by exactly one', async () => {
    const same = Array.from({ length: 20 }, () => aSubscriber());
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(same)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
    const created = answers.flatMap(({ body }) => body.data.created as { subscriberId: string }[]);
    expect(created.map(({ subscriberId }) => subscriberId).toSorted()).toEqual(
      same.map(({ subscriberId }) => subscriberId).toSorted(),
    );
    expect(answers.flatMap(({ body }) => body.data.updated as object[])).toHaveLength(180);
  });

  it('keeps the environments apart, and needs a key', async () => {
    const [one] = [aSubscriber({ firstName: 'Ada' })];
    await test.otherApi.post('/v2/subscribers', one);
    expect((await create([one])).body.data.created).toEqual(ids(one));
    const anonymous = await test.anonymous.post('/v1/subscribers/bulk', { subscribers: [one] });
    expect(anonymous.status).toBe(401);
  });
});

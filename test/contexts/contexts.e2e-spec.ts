import { randomBytes } from 'node:crypto';
import { startTestApp, type TestApp } from '../test-app.js';

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

function aContext<Fields extends object>(fields?: Fields) {
  return { type: 'tenant', id: `c${randomBytes(6).toString('hex')}`, ...(fields as Fields) };
}

describe('contexts', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await startTestApp();
  });

  afterAll(() => test.close());

  const create = (body: object) => test.api.post('/v2/contexts', body);
  const path = ({ type, id }: { type: string; id: string }) => `/v2/contexts/${type}/${id}`;
  const get = (context: { type: string; id: string }) => test.api.get(path(context));

  it('C5: are created and shown in exactly this shape', async () => {
    const input = aContext({ data: { plan: 'pro', seats: { used: [1] } }, bridgeUrl: 'https://agents.example.com/a' });
    const { status, body } = await create(input);
    expect(status).toBe(201);
    expect(body).toEqual({
      data: { ...input, createdAt: expect.stringMatching(TIME), updatedAt: body.data.createdAt },
    });
    expect(await get(input)).toMatchObject({ status: 200, body });
  });

  it('C5: have empty data and no address unless they are given', async () => {
    const input = aContext();
    expect(Object.keys((await create(input)).body.data).sort()).toEqual([
      'createdAt',
      'data',
      'id',
      'type',
      'updatedAt',
    ]);
    expect((await get(input)).body.data.data).toEqual({});
  });

  it('C5: creating a pair that exists is a 409 and changes nothing', async () => {
    const input = aContext({ data: { plan: 'pro' } });
    await create(input);
    const { status, body } = await create({ ...input, data: { plan: 'free' } });
    expect({ status, message: body.message }).toEqual({
      status: 409,
      message: `Context 'tenant:${input.id}' already exists`,
    });
    expect((await get(input)).body.data.data).toEqual({ plan: 'pro' });
    expect((await create({ ...input, type: 'app' })).status).toBe(201);
  });

  it('C5: of fifty simultaneous creations one wins', async () => {
    const input = aContext();
    const answers = await Promise.all(Array.from({ length: 50 }, () => create(input)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array(49).fill(409)]);
  });

  it('C5: PATCH replaces the data as a whole, and the address only when it is sent', async () => {
    const input = aContext({ data: { a: 1, b: 2 }, bridgeUrl: 'http://localhost:4000/agents' });
    const created = (await create(input)).body.data;
    const { status, body } = await test.api.patch(path(input), { data: { c: 3 } });
    expect(status).toBe(200);
    expect(body.data).toEqual({ ...created, data: { c: 3 }, updatedAt: expect.stringMatching(TIME) });
    expect(body.data.updatedAt >= created.updatedAt).toBe(true);
    const moved = await test.api.patch(path(input), { data: {}, bridgeUrl: 'https://b.example.com' });
    expect(moved.body.data).toMatchObject({ data: {}, bridgeUrl: 'https://b.example.com' });
    const cleared = await test.api.patch(path(input), { data: {}, bridgeUrl: null });
    expect(cleared.body.data).not.toHaveProperty('bridgeUrl');
    expect((await get(input)).body).toEqual(cleared.body);
  });

  it('C5: are deleted, and a trigger that names one again creates it without data', async () => {
    const input = aContext({ data: { plan: 'pro' } });
    await create(input);
    expect(await test.api.delete(path(input))).toMatchObject({ status: 204, body: undefined });
    expect((await get(input)).status).toBe(404);
    expect((await create(aContext({ id: input.id }))).body.data.data).toEqual({});
  });

  it('C5: deleting one leaves the topic subscriptions that hold in it', async () => {
    const input = aContext();
    const { subscriberId } = await test.api.subscriber({ subscriberId: 'ada' });
    const request = { subscriptions: [subscriberId], context: { tenant: input.id } };
    await test.api.post('/v2/topics/kept/subscriptions', request);
    await test.api.delete(path(input));
    const { data } = (await test.api.get(`/v2/topics/kept/subscriptions?contextKeys=tenant:${input.id}`)).body;
    expect(data).toMatchObject([{ contextKeys: [`tenant:${input.id}`] }]);
  });

  it.each([
    ['GET', undefined],
    ['PATCH', { data: {} }],
    ['DELETE', undefined],
  ] as const)('C5: %s of an absent pair, and of one of another environment, is a 404', async (method, payload) => {
    const theirs = aContext();
    await test.otherApi.post('/v2/contexts', theirs);
    await create({ ...theirs, type: 'app' });
    for (const absent of [theirs, aContext(), { type: 'nothing', id: theirs.id }]) {
      const { status, body } = await test.api.request({ method, url: path(absent), payload });
      expect({ status, body }).toEqual({
        status: 404,
        body: {
          statusCode: 404,
          error: 'Not Found',
          timestamp: expect.stringMatching(TIME),
          path: path(absent),
          message: `Context '${absent.type}:${absent.id}' was not found`,
        },
      });
    }
    expect((await test.otherApi.get(path(theirs))).status).toBe(200);
  });

  describe('the list', () => {
    const idsOf = (page: { data: { id: string }[] }) => page.data.map(({ id }) => id);
    const ids = Array.from({ length: 12 }, (_value, index) => `list-${String(index).padStart(2, '0')}`);
    const list = async (query: string) => (await test.api.get(`/v2/contexts?${query}`)).body;

    beforeAll(async () => {
      for (const id of ids) await create({ type: 'project', id });
      await create({ type: 'region', id: 'list-00' });
      await test.otherApi.post('/v2/contexts', { type: 'project', id: 'list-99' });
    });

    it.each(['_id', 'createdAt', 'updatedAt'])('is read from page to page and back by %s', async (orderBy) => {
      const query = `search=project:list&orderBy=${orderBy}&orderDirection=ASC&limit=5`;
      const first = await list(query);
      expect(first).toMatchObject({ previous: null, totalCount: 12, totalCountCapped: false });
      const second = await list(`${query}&after=${first.next}`);
      const third = await list(`${query}&after=${second.next}`);
      expect([first, second, third].flatMap(idsOf)).toEqual(ids);
      expect(idsOf(await list(`${query}&before=${third.previous}`))).toEqual(idsOf(second));
    });

    it.each([
      ['exactly an id', 'id=list-00', ['list-00', 'list-00']],
      ['no part of an id', 'id=list-0', []],
      ['a part of the type', 'search=egio', ['list-00']],
      ['a part of the id', 'search=ist-11', ['list-11']],
      ['type and id together', 'search=region:list', ['list-00']],
      ['any case', 'search=REGION', ['list-00']],
      ['both filters', 'search=proj&id=list-00', ['list-00']],
      ['a pattern, which is a text', 'search=list-..', []],
      ['another environment’s context', 'id=list-99', []],
    ])('finds %s', async (_case, query, expected) => {
      const page = await list(`${query}&limit=100`);
      expect(idsOf(page)).toEqual(expected);
      expect(page.totalCount).toBe(expected.length);
    });
  });
});

/** @runs-on redis */
import { randomBytes } from 'node:crypto';
import { EnvironmentVariable } from '../../src/env-variables/environment-variable.schema.js';
import { aForeignEnvironment } from '../builders/foreign-environment.js';
import { EngineScene, inApp } from '../delivery/engine-scene.js';

const MASK = '••••••••';
const SECRET = 'hush-4711';

describe('environment variables over the API', () => {
  let scene: EngineScene;
  let development: string;
  let production: string;

  beforeAll(async () => {
    scene = await EngineScene.start();
    const { body } = await scene.carillon.api.get('/v1/environments');
    [development, production] = body.data.map(({ _id }: { _id: string }) => _id);
  });

  afterAll(() => scene.close());

  const PATH = '/v1/environment-variables';
  const newKey = () => `KEY_${randomBytes(4).toString('hex')}`;
  // The key of Production may write to Development, but not the other way round.
  const post = (fields: object) => scene.carillon.otherApi.post(PATH, fields);
  const patch = (key: string, changes: object) => scene.carillon.otherApi.patch(`${PATH}/${key}`, changes);
  const inDevelopment = (value: string) => ({ _environmentId: development, value });
  const inProduction = (value: string) => ({ _environmentId: production, value });
  const create = async (fields: object = {}): Promise<string> => {
    const key = newKey();
    expect((await post({ key, ...fields })).status).toBe(200);
    return key;
  };
  const stored = async (key: string) => JSON.stringify(await scene.model(EnvironmentVariable).findOne({ key }).lean());
  const print = async (key: string) => {
    const transactionId = await scene.trigger(await scene.workflow([inApp(`[{{env.${key}}}]`)]));
    await scene.settled(transactionId);
    return (await scene.bodies(transactionId))[0];
  };

  describe('create', () => {
    it('stores values of several environments', async () => {
      const key = newKey();
      const { status, body } = await post({ key, type: 'string', values: [inDevelopment('a'), inProduction('b')] });
      expect(status).toBe(200);
      expect(body).toEqual({
        data: {
          _id: expect.stringMatching(/^[0-9a-f]{24}$/),
          _organizationId: scene.environment.organizationId.toHexString(),
          key,
          type: 'string',
          isSecret: false,
          values: [inDevelopment('a'), inProduction('b')],
          createdAt: expect.stringMatching(/Z$/),
          updatedAt: expect.stringMatching(/Z$/),
        },
      });
      expect((await scene.carillon.otherApi.get(`${PATH}/${key}`)).body).toEqual(body);
    });

    it('needs no more than a key', async () => {
      const { body } = await post({ key: newKey() });
      expect(body.data).toMatchObject({ type: 'string', isSecret: false, values: [] });
    });

    it('L8: seals secrets, and shows them nowhere', async () => {
      const key = newKey();
      const { body } = await post({ key, isSecret: true, values: [inDevelopment(SECRET)] });
      expect(body.data.values).toEqual([inDevelopment(MASK)]);
      const answers = [await scene.carillon.api.get(PATH), await scene.carillon.api.get(`${PATH}/${key}`)];
      expect(JSON.stringify([answers, await stored(key)])).not.toContain(SECRET);
      expect(await print(key)).toBe(`[${SECRET}]`);
    });

    it('gives a key that many want at once to one of them', async () => {
      const key = newKey();
      const answers = await Promise.all(Array.from({ length: 20 }, () => post({ key })));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
      expect((await post({ key })).body.message).toBe(`Environment variable '${key}' already exists`);
    });

    it('L8: tells keys apart by their capitals', async () => {
      const key = await create({ values: [inDevelopment('upper')] });
      expect((await post({ key: key.toLowerCase(), values: [inDevelopment('lower')] })).status).toBe(200);
      expect([await print(key), await print(key.toLowerCase())]).toEqual(['[upper]', '[lower]']);
    });

    it('refuses more than there may be', async () => {
      const small = await EngineScene.start({ settings: { MAX_ENVIRONMENT_VARIABLES: '1', ROLE: 'api' } });
      expect((await small.carillon.api.post(PATH, { key: 'A' })).status).toBe(200);
      const { status, body } = await small.carillon.api.post(PATH, { key: 'B' });
      expect({ status, message: body.message }).toEqual({
        status: 400,
        message: 'An organization has at most 1 environment variables',
      });
      await small.close();
    });
  });

  describe('update', () => {
    it('L9: merges values by environment', async () => {
      const key = await create({ values: [inDevelopment('a'), inProduction('b')] });
      const { status, body } = await patch(key, { values: [inDevelopment('c')] });
      expect(status).toBe(200);
      expect(body.data.values.toSorted(byEnvironment)).toEqual([inDevelopment('c'), inProduction('b')]);
      expect(await print(key)).toBe('[c]');
      await patch(key, { values: [inDevelopment('d')] });
      expect(await print(key)).toBe('[d]');
    });

    it('L9: loses none of the values that many set at once', async () => {
      const ids = await Promise.all(
        Array.from({ length: 10 }, async () => {
          const { body } = await scene.carillon.api.post('/v1/environments', { name: newKey() });
          return body.data._id as string;
        }),
      );
      const key = await create();
      const answers = await Promise.all(ids.map((id) => patch(key, { values: [{ _environmentId: id, value: id }] })));
      expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
      const { body } = await scene.carillon.api.get(`${PATH}/${key}`);
      expect(body.data.values.map(({ value }: { value: string }) => value).toSorted()).toEqual(ids.toSorted());
    });

    it('L9: refuses the mask as a value, also of a variable that is no secret', async () => {
      for (const isSecret of [true, false]) {
        const key = await create({ isSecret, values: [inDevelopment(SECRET)] });
        const { status, body } = await patch(key, { values: [inProduction('x'), inDevelopment(MASK)] });
        expect(status).toBe(400);
        expect(body).toMatchObject({ statusCode: 400, message: expect.stringContaining('values.1.value') });
        expect(await print(key)).toBe(`[${SECRET}]`);
        expect((await post({ key: newKey(), isSecret, values: [inDevelopment(MASK)] })).status).toBe(400);
      }
    });

    it('L8: seals what becomes secret', async () => {
      const key = await create({ values: [inDevelopment(SECRET), inProduction('other-4711')] });
      const { body } = await patch(key, { isSecret: true });
      expect(body.data).toMatchObject({ isSecret: true, values: [inDevelopment(MASK), inProduction(MASK)] });
      expect(await stored(key)).not.toContain('4711');
      expect(await print(key)).toBe(`[${SECRET}]`);
    });

    it('L8: never opens a secret without new values for all that have one', async () => {
      const key = await create({ isSecret: true, values: [inDevelopment(SECRET), inProduction('other-4711')] });
      for (const values of [undefined, [], [inDevelopment('open')]]) {
        const { status, body } = await patch(key, { isSecret: false, ...(values && { values }) });
        expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: ['isSecret'] });
        expect(JSON.stringify(body)).not.toContain('4711');
      }
      const { body } = await patch(key, { isSecret: false, values: [inDevelopment('open'), inProduction('too')] });
      expect(body.data).toMatchObject({ isSecret: false, values: [inDevelopment('open'), inProduction('too')] });
      expect(await print(key)).toBe('[open]');
    });

    it('renames, and keeps what is secret readable for templates', async () => {
      const key = await create({ isSecret: true, values: [inDevelopment(SECRET)] });
      const { body } = await patch(key, { key: `${key}_2` });
      expect(body.data).toMatchObject({ key: `${key}_2`, isSecret: true });
      expect([await print(key), await print(`${key}_2`)]).toEqual(['[]', `[${SECRET}]`]);
      const other = await create();
      expect((await patch(`${key}_2`, { key: other })).status).toBe(409);
    });

    it('stays as it is when nothing is given', async () => {
      const key = await create({ values: [inDevelopment('a')] });
      expect((await patch(key, {})).body.data).toMatchObject({ key, isSecret: false, values: [inDevelopment('a')] });
    });
  });

  it('delete takes it away at once', async () => {
    const key = await create({ values: [inDevelopment('a')] });
    expect(await print(key)).toBe('[a]');
    const { status, body } = await scene.carillon.api.delete(`${PATH}/${key}`);
    expect({ status, body }).toEqual({ status: 204, body: undefined });
    expect(await print(key)).toBe('[]');
  });

  it('list finds parts of keys, whatever their capitals, in order', async () => {
    for (const key of ['ZED_Findable', 'A_FINDABLE.']) await post({ key: key.replace('.', '') });
    const keys = async (query: string) =>
      (await scene.carillon.api.get(`${PATH}?${query}`)).body.data.map(({ key }: { key: string }) => key);
    expect(await keys('search=findable')).toEqual(['A_FINDABLE', 'ZED_Findable']);
    expect(await keys('search=f.ndable')).toEqual([]);
    expect((await keys('')).length).toBeGreaterThan(2);
    expect(await keys('search=')).toEqual(await keys(''));
  });

  describe('usage', () => {
    it('names the workflows of all environments once, whether in texts or conditions', async () => {
      const key = await create();
      const steps = [inApp('a'), inApp(`{{ env.${key} }}`)].map((step, index) => ({ name: `S${index}`, ...step }));
      const shared = { workflowId: `u-${key}`, name: 'Shared', steps };
      await scene.carillon.api.post('/v2/workflows', shared);
      await scene.carillon.otherApi.post('/v2/workflows', shared);
      const condition = inApp('a', { skip: { '==': [{ var: `env.${key}` }, 'x'] } });
      const other = { workflowId: `t-${key}`, name: 'Conditional', steps: [{ name: 'S', ...condition }] };
      await scene.carillon.otherApi.post('/v2/workflows', other);
      const { status, body } = await scene.carillon.api.get(`${PATH}/${key}/usage`);
      expect(status).toBe(200);
      expect(body).toEqual({
        data: {
          workflows: [
            { name: 'Conditional', workflowId: `t-${key}` },
            { name: 'Shared', workflowId: `u-${key}` },
          ],
        },
      });
    });

    it('is nothing for a variable that is not used', async () => {
      const { body } = await scene.carillon.api.get(`${PATH}/${await create()}/usage`);
      expect(body).toEqual({ data: { workflows: [] } });
    });
  });

  const values = (...list: unknown[]) => ({ values: list });
  const REFUSALS: [string, () => object, string][] = [
    ['null as key', () => ({ key: null }), 'key'],
    ['a key that is no text', () => ({ key: 7 }), 'key'],
    ['an empty key', () => ({ key: '' }), 'key'],
    ['a key that begins with a digit', () => ({ key: '1A' }), 'key'],
    ['a key with a hyphen', () => ({ key: 'A-B' }), 'key'],
    ['a key of 129 characters', () => ({ key: 'K'.repeat(129) }), 'key'],
    ['the key name', () => ({ key: 'name' }), 'key'],
    ['the key type', () => ({ key: 'type' }), 'key'],
    ['another type', () => ({ type: 'number' }), 'type'],
    ['null as type', () => ({ type: null }), 'type'],
    ['null as isSecret', () => ({ isSecret: null }), 'isSecret'],
    ['a text as isSecret', () => ({ isSecret: 'true' }), 'isSecret'],
    ['null as values', () => ({ values: null }), 'values'],
    ['a text as values', () => ({ values: 'x' }), 'values'],
    ['101 values', () => values(...Array.from({ length: 101 }, (_one, index) => anId(index))), 'values'],
    ['an environment twice', () => values(inDevelopment('a'), inDevelopment('b')), 'values'],
    ['no environment', () => values({ value: 'a' }), 'values.0._environmentId'],
    ['a name as environment', () => values({ _environmentId: 'dev', value: 'a' }), 'values.0._environmentId'],
    ['an unknown environment', () => values(inDevelopment('a'), anId(0)), 'values.1._environmentId'],
    ['no value', () => values({ _environmentId: development }), 'values.0.value'],
    ['null as value', () => values({ _environmentId: development, value: null }), 'values.0.value'],
    ['a number as value', () => values({ _environmentId: development, value: 7 }), 'values.0.value'],
    ['a value of 8193 characters', () => values(inDevelopment('x'.repeat(8193))), 'values.0.value'],
  ];

  it.each(REFUSALS)('POST and PATCH refuse %s', async (_what, fields, field) => {
    for (const answer of [await post({ key: newKey(), ...fields() }), await patch(await create(), fields())]) {
      const { status, body } = answer;
      expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: [field] });
    }
  });

  it('POST refuses no key, and an environment of another organization', async () => {
    expect(Object.keys((await post({})).body.errors)).toEqual(['key']);
    const foreign = (await aForeignEnvironment(scene.carillon))._id.toHexString();
    const { status, body } = await post({ key: newKey(), values: [{ _environmentId: foreign, value: 'a' }] });
    expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: ['values.0._environmentId'] });
  });

  it.each<['GET' | 'PATCH' | 'DELETE', string]>([
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['GET', '/usage'],
  ])('%s%s answers 404 for one that is not there', async (method, rest) => {
    const url = `${PATH}/NOBODY${rest}`;
    const { status, body } = await scene.carillon.api.request({
      method,
      url,
      ...(method === 'PATCH' && { payload: {} }),
    });
    expect({ status, message: body.message }).toEqual({
      status: 404,
      message: "Environment variable 'NOBODY' was not found",
    });
  });
});

const anId = (index: number) => ({ _environmentId: index.toString(16).padStart(24, '0'), value: 'a' });

function byEnvironment(a: { _environmentId: string }, b: { _environmentId: string }): number {
  return a._environmentId.localeCompare(b._environmentId);
}

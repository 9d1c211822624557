import { randomUUID } from 'node:crypto';
import { Novu } from '@novu/api';
import { ErrorDto, ValidationErrorDto } from '@novu/api/models/errors/index.js';
import { type OfficialClients, startWithOfficialClients } from './official-clients.js';

describe('the official client works with environments', () => {
  let test: OfficialClients;
  let novu: Novu;

  beforeAll(async () => {
    test = await startWithOfficialClients({ settings: { MAX_ENVIRONMENTS: '20' } });
    novu = test.novu;
  });

  afterAll(() => test.close());

  const create = async (fields: object = {}) =>
    (await novu.environments.create({ name: randomUUID(), color: '#33aa77', ...fields })).result;
  const UNKNOWN = '6925a1f0c0ffee0123456789';

  it('creates, and works in the new one with its key', async () => {
    const [development] = (await novu.environments.list()).result;
    const created = await create({ parentId: development!.id });
    expect(created).toMatchObject({ type: 'prod', parentId: development!.id, apiKeys: [{ key: expect.any(String) }] });
    const serverURL = await test.app.getUrl();
    const own = new Novu({ secretKey: created.apiKeys![0]!.key, serverURL, retryConfig: { strategy: 'none' } });
    expect((await own.environments.list()).result.find(({ id }) => id === created.id)).toEqual(created);
  });

  it('lists', async () => {
    const { result } = await novu.environments.list();
    expect(result.slice(0, 2)).toMatchObject([
      { name: 'Development', type: 'dev', apiKeys: [{ key: test.api.apiKey }] },
      { name: 'Production', type: 'prod', apiKeys: [] },
    ]);
  });

  it('updates', async () => {
    const { id } = await create();
    const changes = {
      name: randomUUID(),
      identifier: `i-${randomUUID()}`,
      color: '#000000',
      dns: { inboundParseDomain: 'in.example.com' },
      bridge: { url: 'https://app.example.com/bridge' },
    };
    const { result } = await novu.environments.update(changes, id);
    expect(result).toMatchObject({ id, name: changes.name, identifier: changes.identifier });
    expect((await novu.environments.update({ bridge: {}, dns: {} }, id)).result).toEqual(result);
  });

  it('lists tags', async () => {
    await test.api.workflow({ tags: ['orders'] });
    const { id, identifier } = (await novu.environments.list()).result[0]!;
    for (const reference of [id, identifier]) {
      expect((await novu.environments.getTags(reference)).result).toEqual([{ name: 'orders' }]);
    }
  });

  it('deletes', async () => {
    const { id } = await create();
    await novu.environments.delete(id);
    await expect(novu.environments.delete(id)).rejects.toMatchObject({
      constructor: ErrorDto,
      statusCode: 404,
      message: `Environment '${id}' was not found`,
    });
  });

  it('understands refusals of create', async () => {
    await expect(create({ name: 'Production' })).rejects.toMatchObject({ constructor: ErrorDto, statusCode: 409 });
    await expect(create({ color: 'red' })).rejects.toMatchObject({
      constructor: ValidationErrorDto,
      statusCode: 422,
      errors: { color: { messages: [expect.any(String)] } },
    });
    const small = await startWithOfficialClients({ settings: { MAX_ENVIRONMENTS: '2' } });
    const more = small.novu.environments.create({ name: 'Third', color: '#fff' });
    await expect(more).rejects.toMatchObject({ constructor: ErrorDto, statusCode: 402 });
    await small.close();
  });

  it.each<[string, () => Promise<unknown>, number]>([
    ['an unknown environment on update', () => novu.environments.update({}, UNKNOWN), 404],
    ['an unknown environment on tags', () => novu.environments.getTags(UNKNOWN), 404],
    ['a name that is taken', async () => novu.environments.update({ name: 'Production' }, (await create()).id), 409],
  ])('understands the refusal of %s', async (_what, call, statusCode) => {
    await expect(call()).rejects.toMatchObject({ constructor: ErrorDto, statusCode });
  });

  it('understands the refusal of a broken update', async () => {
    const { id } = await create();
    await expect(novu.environments.update({ identifier: 'a b' }, id)).rejects.toMatchObject({
      constructor: ValidationErrorDto,
      statusCode: 422,
    });
  });

  it('understands that the last environment stays', async () => {
    const lonely = await startWithOfficialClients();
    const [development, production] = (await lonely.novu.environments.list()).result;
    const refused = { constructor: ErrorDto, statusCode: 400 };
    // Protected: it takes a key of its own, and its name has to be repeated, which this client cannot.
    await expect(lonely.novu.environments.delete(production!.id)).rejects.toMatchObject({
      ...refused,
      statusCode: 403,
    });
    await expect(lonely.otherNovu.environments.delete(production!.id)).rejects.toMatchObject(refused);
    await lonely.otherApi.put(`/v1/environments/${production!.id}`, { protected: false });
    await lonely.novu.environments.delete(production!.id);
    await expect(lonely.novu.environments.delete(development!.id)).rejects.toMatchObject(refused);
    await lonely.close();
  });

  it('understands that its key is worthless once its environment is deleted', async () => {
    const created = await create();
    const serverURL = await test.app.getUrl();
    const own = new Novu({ secretKey: created.apiKeys![0]!.key, serverURL, retryConfig: { strategy: 'none' } });
    await own.environments.delete(created.id);
    await expect(own.environments.list()).rejects.toMatchObject({ constructor: ErrorDto, statusCode: 401 });
  });

  describe('the older one', () => {
    it('retrieves the current one, its keys, and all', async () => {
      const { environments } = test.older;
      const current = await environments.getCurrent();
      expect(current.data.data).toMatchObject({ name: 'Development', apiKeys: [{ key: test.api.apiKey }] });
      expect((await environments.getApiKeys()).data.data).toEqual(current.data.data.apiKeys);
      expect((await environments.getAll()).data.data).toContainEqual(current.data.data);
    });

    it('creates without a colour, and updates', async () => {
      const { environments } = test.older;
      const { status, data } = await environments.create({ name: randomUUID() });
      expect({ status, keys: data.data.apiKeys.length }).toEqual({ status: 201, keys: 1 });
      const name = randomUUID();
      const updated = await environments.updateOne(data.data._id, { name });
      expect({ status: updated.status, name: updated.data.data.name }).toEqual({ status: 200, name });
    });

    it('renews keys', async () => {
      const { status, data } = await test.older.environments.regenerateApiKeys();
      expect({ status, data }).toEqual({
        status: 201,
        data: {
          data: [
            { key: expect.stringMatching(/^[0-9a-f]{32}$/), _userId: expect.any(String), hash: expect.any(String) },
          ],
        },
      });
    });
  });
});

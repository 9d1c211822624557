import type { Novu } from '@novu/api';
import { ErrorDto, ValidationErrorDto } from '@novu/api/models/errors/index.js';
import { type OfficialClients, startWithOfficialClients } from './official-clients.js';

describe('the official client works with contexts', () => {
  let test: OfficialClients;
  let novu: Novu;

  beforeAll(async () => {
    test = await startWithOfficialClients();
    novu = test.novu;
  });

  afterAll(() => test.close());

  it('creates and retrieves', async () => {
    const request = { type: 'tenant', id: 'acme', data: { plan: 'pro' }, bridgeUrl: 'https://agents.example.com' };
    const { result } = await novu.contexts.create(request);
    expect(result).toMatchObject({ ...request, createdAt: expect.any(String), updatedAt: expect.any(String) });
    expect((await novu.contexts.retrieve('acme', 'tenant')).result).toEqual(result);
    expect((await novu.contexts.create({ type: 'tenant', id: 'small' })).result.data).toEqual({});
  });

  it('updates the data, and the address when it sends one', async () => {
    const bridgeUrl = 'https://agents.example.com';
    await novu.contexts.create({ type: 'app', id: 'shop', data: { a: 1 }, bridgeUrl });
    const update = async (updateContextRequestDto: { data: object; bridgeUrl?: string | null }) =>
      (await novu.contexts.update({ type: 'app', id: 'shop', updateContextRequestDto })).result;
    expect(await update({ data: { b: 2 } })).toMatchObject({ data: { b: 2 }, bridgeUrl });
    expect(await update({ data: {}, bridgeUrl: null })).not.toHaveProperty('bridgeUrl');
  });

  it('lists', async () => {
    for (const id of ['one', 'two', 'three']) await novu.contexts.create({ type: 'listed', id });
    const query = { search: 'listed', orderBy: 'createdAt', orderDirection: 'ASC' as const };
    const first = (await novu.contexts.list({ ...query, limit: 2 })).result;
    expect(first).toMatchObject({ previous: null, totalCount: 3, totalCountCapped: false });
    const second = (await novu.contexts.list({ ...query, limit: 2, after: first.next! })).result;
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(['one', 'two', 'three']);
    expect((await novu.contexts.list({ id: 'two' })).result.data).toMatchObject([{ type: 'listed', id: 'two' }]);
    expect((await test.otherNovu.contexts.list({})).result.data).toEqual([]);
  });

  it('deletes', async () => {
    await novu.contexts.create({ type: 'tenant', id: 'gone' });
    await novu.contexts.delete('gone', 'tenant');
    await expect(novu.contexts.retrieve('gone', 'tenant')).rejects.toMatchObject({
      constructor: ErrorDto,
      statusCode: 404,
      message: "Context 'tenant:gone' was not found",
    });
  });

  it('understands refusals', async () => {
    await novu.contexts.create({ type: 'tenant', id: 'taken' });
    await expect(novu.contexts.create({ type: 'tenant', id: 'taken' })).rejects.toMatchObject({
      constructor: ErrorDto,
      statusCode: 409,
    });
    const invalid: [() => Promise<unknown>, string][] = [
      [() => novu.contexts.create({ type: 'Tenant', id: 'a' }), 'type'],
      [() => novu.contexts.create({ type: 'tenant', id: 'a', bridgeUrl: 'none' }), 'bridgeUrl'],
      [() => novu.contexts.list({ limit: 101 }), 'limit'],
      [
        () => novu.contexts.update({ type: 'tenant', id: 'taken', updateContextRequestDto: { data: { $set: 1 } } }),
        'data',
      ],
    ];
    for (const [call, field] of invalid) {
      await expect(call()).rejects.toMatchObject({
        constructor: ValidationErrorDto,
        errors: { [field]: { messages: expect.any(Array) } },
      });
    }
    const absent: (() => Promise<unknown>)[] = [
      () => test.otherNovu.contexts.retrieve('taken', 'tenant'),
      () => test.otherNovu.contexts.update({ type: 'tenant', id: 'taken', updateContextRequestDto: { data: {} } }),
      () => test.otherNovu.contexts.delete('taken', 'tenant'),
    ];
    for (const call of absent) await expect(call()).rejects.toMatchObject({ constructor: ErrorDto, statusCode: 404 });
  });
});

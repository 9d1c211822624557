import { type OfficialClients, startWithOfficialClients } from './official-clients.js';

describe('the older official client works with tenants', () => {
  let test: OfficialClients;

  beforeAll(async () => {
    test = await startWithOfficialClients();
  });

  afterAll(() => test.close());

  it('creates, retrieves, updates, lists and deletes', async () => {
    const { tenants } = test.older;
    const created = await tenants.create('acme', { name: 'Acme', data: { plan: 'pro' } });
    expect({ status: created.status, data: created.data.data }).toEqual({
      status: 201,
      data: expect.objectContaining({ identifier: 'acme', name: 'Acme', data: { plan: 'pro' } }),
    });
    expect((await tenants.get('acme')).data).toEqual(created.data);
    const updated = await tenants.update('acme', { identifier: 'acme-2', name: 'Acme II', data: {} });
    expect(updated.data.data).toMatchObject({ identifier: 'acme-2', name: 'Acme II', data: {} });
    const listed = await tenants.list({ page: 0, limit: 5 });
    expect(listed.data).toEqual({ page: 0, pageSize: 5, totalCount: 1, hasMore: false, data: [updated.data.data] });
    expect((await tenants.list({})).data.data).toHaveLength(1);
    expect((await tenants.delete('acme-2')).status).toBe(204);
    expect((await tenants.list({})).data.data).toEqual([]);
  });

  it('is told what is wrong', async () => {
    const { tenants } = test.older;
    await tenants.create('taken', { name: 'Taken' });
    const refusal = (status: number) => ({
      response: { status, data: expect.objectContaining({ statusCode: status }) },
    });
    await expect(tenants.create('taken', { name: 'Taken' })).rejects.toMatchObject(refusal(409));
    await expect(tenants.create('', { name: 'x' })).rejects.toMatchObject(refusal(422));
    await expect(tenants.get('nobody')).rejects.toMatchObject(refusal(404));
    await expect(tenants.update('nobody', {})).rejects.toMatchObject(refusal(404));
    await expect(tenants.delete('nobody')).rejects.toMatchObject(refusal(404));
  });
});

import { startTestApp, type TestApp } from '../../test-app.js';

const ID = '6925a1f0c0ffee0123456789';

describe('dead letters: what requests must look like', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp();
  });
  afterAll(() => test.close());

  it.each([
    ['channel=in_app', 'channel'],
    ['integrationId=x', 'integrationId'],
    ['failedAfter=yesterday', 'failedAfter'],
    ['failedBefore=1', 'failedBefore'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['after=x', 'after'],
    [`providerId=${'x'.repeat(129)}`, 'providerId'],
    [`workflowId=${'x'.repeat(257)}`, 'workflowId'],
  ])('the query %s is 422', async (query, field) => {
    const { status, body } = await test.api.get(`/v1/dead-letters?${query}`);
    expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: [field] });
  });

  it.each([
    [{ channel: 'fax' }, 'channel'],
    [{ integrationId: 7 }, 'integrationId'],
    [{ subscriberId: ['ada'] }, 'subscriberId'],
    [{ transactionId: {} }, 'transactionId'],
    [{ failedAfter: 'x' }, 'failedAfter'],
  ])('the filter %j is 422', async (filter, field) => {
    const { status, body } = await test.api.post('/v1/dead-letters/replay', filter);
    expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: [field] });
  });

  it.each(['get', 'post'] as const)('an unknown one is 404: %s', async (method) => {
    const path = method === 'get' ? `/v1/dead-letters/${ID}` : `/v1/dead-letters/${ID}/replay`;
    const { status, body } = await (method === 'get' ? test.api.get(path) : test.api.post(path, {}));
    expect({ status, message: body.message }).toEqual({ status: 404, message: `Dead letter '${ID}' was not found` });
  });

  it('without any there is nothing to send', async () => {
    expect((await test.api.post('/v1/dead-letters/replay', {})).body.data).toEqual({ replayed: 0, refused: 0 });
  });
});

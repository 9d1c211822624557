import { startTestApp, type TestApp } from '../test-app.js';
import { eventually } from '../eventually.js';

describe('C12: the inbox demo in an environment', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await startTestApp({ settings: { INBOX_DEMO: 'on', OUTBOX: 'on', DELIVER_TO: 'outbox' } });
  });

  afterAll(() => test.close());

  const open = (api = test.otherApi) => api.post('/v2/inbox-demo');
  const stepsOf = async (api: TestApp['api']): Promise<string[]> => {
    const { body } = await api.get('/v2/workflows/inbox-demo');
    return body.data.steps.map(({ type }: { type: string }) => type);
  };

  it('opens the inbox of the sample person in Production, without a proof, and makes what is missing', async () => {
    const { status, body } = await open();
    expect({ status, to: body.data.to }).toEqual({ status: 200, to: { subscriberId: 'ada' } });
    const { applicationIdentifier, workflowId } = body.data;
    const session = { applicationIdentifier, subscriber: { subscriberId: 'ada' } };
    expect((await test.anonymous.post('/v1/inbox/session', session)).status).toBe(201);
    await test.otherApi.trigger(workflowId, { to: body.data.to, payload: { number: 1 } });
    await eventually(async () => expect(await test.otherApi.inbox('ada')).toHaveLength(1));
    // Messages on other channels would leave this machine.
    expect(await stepsOf(test.otherApi)).toEqual(['in_app']);
    expect((await test.api.get('/v2/workflows/inbox-demo')).status).toBe(404);
  });

  it('is the same when it is opened again, and leaves a changed workflow and a changed person as they are', async () => {
    await test.otherApi.patch('/v2/subscribers/ada', { firstName: 'Augusta' });
    const changed = { name: 'Ours', active: true, preferences: {}, steps: [] };
    await test.otherApi.put('/v2/workflows/inbox-demo', changed);
    expect((await open()).status).toBe(200);
    expect(await stepsOf(test.otherApi)).toEqual([]);
    expect((await test.otherApi.get('/v2/subscribers/ada')).body.data.firstName).toBe('Augusta');
  });

  it('sends on all channels in Development, where an outbox keeps the messages', async () => {
    const { body } = await open(test.api);
    expect(body.data.to).toMatchObject({ subscriberId: 'ada', email: 'ada@example.com' });
    expect(await stepsOf(test.api)).toEqual(['in_app', 'email', 'sms', 'push', 'chat']);
  });

  it.each(['events:write', 'workflows:write', 'notifications:write', 'subscribers:read'])(
    'is refused without the permission %s',
    async (lacking) => {
      const all = ['subscribers:read', 'subscribers:write', 'notifications:read', 'notifications:write'];
      const permissions = [...all, 'events:write', 'workflows:write'].filter((one) => one !== lacking);
      const { key } = (await test.api.post('/v1/api-keys', { name: lacking, permissions })).body.data;
      const headers = { authorization: `ApiKey ${key}` };
      const { status, body } = await test.anonymous.request({ method: 'POST', url: '/v2/inbox-demo', headers });
      expect({ status, body }).toMatchObject({ status: 403, body: { message: expect.stringContaining(lacking) } });
    },
  );
});

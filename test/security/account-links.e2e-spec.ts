import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Types } from 'mongoose';
import { MailServer } from '#libs/providers/testing/mail-server.js';
import type { ApiClient } from '../api-client.js';
import { apiOf, createAccount, signIn, type SignedIn } from '../builders/account.js';
import { anEmailIntegration } from '../builders/integration.js';
import { startTestApp, type TestApp } from '../test-app.js';

/** A mail server of an attacker, or of the operator, which keeps what it gets. */
async function startReceiver() {
  const received: string[] = [];
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    received.push(Buffer.concat((await request.toArray()) as Buffer[]).toString());
    response.end('{}');
  };
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const credentials = {
    webhookUrl: `http://127.0.0.1:${port}/`,
    secretKey: 'k',
    from: 'a@example.com',
    senderName: 'A',
  };
  return { received, credentials, close: () => void server.close() };
}

const DEVELOPMENT = { 'carillon-environment': 'Development' };

describe('links to accounts', () => {
  let test: TestApp;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let owner: SignedIn;
  let ownerApi: ApiClient;
  let admin: ApiClient;

  beforeAll(async () => {
    receiver = await startReceiver();
    test = await startTestApp({ settings: { DELIVER_TO: 'providers', HTTP_PRIVATE_TARGETS: '127.0.0.1' } });
    owner = await signIn(test);
    ownerApi = apiOf(test, owner.token, DEVELOPMENT);
    const { body } = await test.api.get('/v1/environments/me');
    const environmentRoles = [{ environmentId: new Types.ObjectId(body.data._id as string), role: 'admin' as const }];
    admin = apiOf(test, (await signIn(test, { role: 'none', environmentRoles })).token, DEVELOPMENT);
  });

  afterAll(async () => {
    await test.close();
    receiver.close();
  });

  const mail = (fields: object = {}) =>
    anEmailIntegration({ providerId: 'email-webhook', credentials: receiver.credentials, ...fields });
  const makePrimary = async (api: ApiClient): Promise<string> => {
    const { status, body } = await api.post('/v1/integrations', mail());
    expect(status).toBe(201);
    expect((await api.post(`/v1/integrations/${body.data._id}/set-primary`)).status).toBe(200);
    return body.data._id as string;
  };
  const invite = async (role: string) => {
    const email = `i-${Math.random().toString(36).slice(2)}@example.com`;
    const { status, body } = await owner.api.post('/v1/invitations', { email, role });
    expect(status).toBe(201);
    return { ...body.data.email, wasReceived: receiver.received.some((one) => one.includes(body.data.link)) };
  };
  const NOT_SENT = { sent: false, wasReceived: false, reason: expect.stringContaining('LINK_MAIL_URL') };
  const SENT = { sent: true, wasReceived: true, through: expect.stringContaining("'Development'") };

  it('AC62: leave through no server that an API key has named', async () => {
    const id = await makePrimary(test.api);
    expect(await invite('owner')).toEqual(NOT_SENT);
    expect(await invite('viewer')).toEqual(NOT_SENT);
    const { body } = await owner.api.post(`/v1/members/${(await createAccount(test))._id.toHexString()}/reset`, {
      secondFactor: true,
    });
    expect(body.data.email).toMatchObject({ sent: false });
    expect(receiver.received).toEqual([]);
    // Renaming is no statement about the server.
    await ownerApi.put(`/v1/integrations/${id}`, { name: 'Mail' });
    await ownerApi.put(`/v1/integrations/${id}`, { credentials: { senderName: 'B' } });
    expect(await invite('viewer')).toEqual(NOT_SENT);
  });

  it('AC62: leave through the server that somebody has named who could give the role, until a key changes it', async () => {
    const id = await makePrimary(ownerApi);
    expect(await invite('owner')).toEqual(SENT);
    await ownerApi.put(`/v1/integrations/${id}`, { credentials: { senderName: 'B' } });
    expect(await invite('viewer')).toEqual(SENT);
    for (const change of [
      () => test.api.put(`/v1/integrations/${id}`, { name: 'Mail' }),
      () => test.api.put(`/v1/integrations/${id}`, { credentials: receiver.credentials }),
      () => test.api.post(`/v1/integrations/${id}/set-primary`),
    ]) {
      expect((await change()).status).toBe(200);
      expect(await invite('viewer')).toEqual(NOT_SENT);
      expect((await ownerApi.put(`/v1/integrations/${id}`, { credentials: receiver.credentials })).status).toBe(200);
      expect(await invite('viewer')).toEqual(SENT);
    }
  });

  it('AC62: leave through no server that an admin of one environment has named', async () => {
    await makePrimary(admin);
    expect(await invite('owner')).toEqual(NOT_SENT);
    expect(await invite('viewer')).toEqual(NOT_SENT);
  });

  it('AC62: a role that was lowered no longer suffices, nor does that of a member who has left', async () => {
    const { account, token } = await signIn(test, { role: 'admin' });
    await makePrimary(apiOf(test, token, DEVELOPMENT));
    expect(await invite('admin')).toEqual(SENT);
    expect(await invite('owner')).toEqual(NOT_SENT);
    const member = `/v1/members/${account._id.toHexString()}`;
    await owner.api.patch(member, { role: 'author' });
    expect(await invite('admin')).toEqual(NOT_SENT);
    expect(await invite('author')).toEqual(SENT);
    await owner.api.delete(member);
    expect(await invite('viewer')).toEqual(NOT_SENT);
  });
});

describe('AC63: with LINK_MAIL_URL', () => {
  it('all links leave through this server, whatever integrations there are', async () => {
    const server = await MailServer.start({ hideSTARTTLS: true, allowInsecureAuth: true });
    const { user, password } = MailServer.LOGIN;
    const test = await startTestApp({
      settings: {
        LINK_MAIL_URL: `smtp://${user}:${encodeURIComponent(password)}@127.0.0.1:${server.port}`,
        LINK_MAIL_FROM: 'carillon@example.com',
      },
    });
    try {
      await test.api.post('/v1/integrations', anEmailIntegration());
      const { api } = await signIn(test);
      const { body } = await api.post('/v1/invitations', { email: 'ada@example.com', role: 'viewer' });
      expect(body.data.email).toEqual({ sent: true, through: '127.0.0.1 (LINK_MAIL_URL)' });
      expect(server.received).toMatchObject([{ from: 'carillon@example.com', to: ['ada@example.com'], user }]);
      await server.close();
      const later = await api.post('/v1/invitations', { email: 'bob@example.com', role: 'viewer' });
      expect(later).toMatchObject({ status: 201, body: { data: { email: { sent: false } } } });
      expect(JSON.stringify(later.body)).not.toContain(password);
    } finally {
      await test.close();
      await server.close();
    }
  });
});

import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { OneTimeLink } from '../../src/accounts/links/one-time-link.schema.js';
import { Passwords } from '../../src/accounts/passwords.js';
import type { Account } from '../../src/auth/people/account.schema.js';
import { apiOf, createAccount, signIn, type SignedIn } from '../builders/account.js';
import { anEmailIntegration } from '../builders/integration.js';
import { MovableClock } from '../delivery/engine-scene.js';
import { startTestApp, type TestApp } from '../test-app.js';
import { cookieOf } from './people-scene.js';

const PASSWORD = 'correct horse';
const DAY_MS = 86_400_000;

const ascending = (one: number, other: number) => one - other;

describe('one-time links', () => {
  let test: TestApp;
  let clock: MovableClock;
  let owner: SignedIn;

  beforeAll(async () => {
    clock = new MovableClock();
    clock.stop();
    test = await startTestApp({ clock, settings: { PUBLIC_URL: 'https://notify.example.com', OUTBOX: 'on' } });
    owner = await signIn(test);
  });

  afterAll(() => test.close());

  const anEmail = () => `i-${randomBytes(6).toString('hex')}@example.com`;
  const tokenIn = (link: string) => link.split('#token=')[1]!;
  const invite = async (fields: object = {}, api = owner.api) => {
    const { status, body } = await api.post('/v1/invitations', { email: anEmail(), role: 'viewer', ...fields });
    expect({ status, body: status === 201 ? {} : body }).toEqual({ status: 201, body: {} });
    return { ...body.data, token: tokenIn(body.data.link) };
  };
  const lookUp = (token: string) => test.anonymous.post('/v1/invitations/lookup', { token });
  const accept = (token: string, fields: object = {}) =>
    test.anonymous.post('/v1/invitations/accept', { token, password: PASSWORD, ...fields });
  const reset = (token: string, password = PASSWORD) => test.anonymous.post('/v1/session/reset', { token, password });
  const resetLink = async ({ _id }: Account, fields: object = {}, api = owner.api) =>
    tokenIn((await api.post(`/v1/members/${_id.toHexString()}/reset`, fields)).body.data.link);
  const stored = (email: string) => test.connection.collection<Account>('accounts').findOne({ email });
  const DOES_NOT_WORK = { status: 404, body: { message: 'This link does not work' } };

  it('AC1: a browser gets the session as a cookie alone, and the one it had before ends', async () => {
    const acceptIn = (token: string, headers: Record<string, string>) => {
      const payload = { token, password: PASSWORD };
      return test.anonymous.request({ method: 'POST', url: '/v1/invitations/accept', payload, headers });
    };
    const session = (cookie: string) =>
      test.anonymous.request({ method: 'GET', url: '/v1/session', headers: { cookie } });
    const [first, second] = [await invite(), await invite()];
    expect(await acceptIn(first.token, { origin: 'https://evil.example' })).toMatchObject({ status: 403 });
    const accepted = await acceptIn(first.token, { 'sec-fetch-site': 'same-origin' });
    expect(accepted).toMatchObject({ status: 201, body: { data: { expiresAt: expect.any(String) } } });
    expect(accepted.body.data).not.toHaveProperty('token');
    const { cookie } = cookieOf(accepted);
    expect(await session(cookie)).toMatchObject({ status: 200 });
    const next = cookieOf(await acceptIn(second.token, { 'sec-fetch-site': 'same-origin', cookie }));
    expect(await session(cookie)).toMatchObject({ status: 401 });
    expect(await session(next.cookie)).toMatchObject({ status: 200 });
  });

  it('AC50: an invited person chooses a password, is a member and signed in', async () => {
    const email = anEmail();
    const { invitation, link, token, expiresAt } = await invite({
      email: email.toUpperCase(),
      name: 'Ada',
      role: 'author',
    });
    expect(link).toMatch(/^https:\/\/notify\.example\.com\/console\/accept#token=[\w-]{43}$/);
    expect(invitation).toMatchObject({ email, role: 'author', createdBy: owner.account._id.toHexString(), expiresAt });
    expect(Date.parse(expiresAt)).toBe(clock.now().getTime() + 7 * DAY_MS);
    const listed = await owner.api.get('/v1/invitations');
    expect(listed.body.data[0]).toEqual(invitation);
    expect(JSON.stringify(listed.body)).not.toContain(token);
    const details = { purpose: 'invitation', email, name: 'Ada', role: 'author', organization: 'Carillon', expiresAt };
    expect(await lookUp(token)).toMatchObject({ status: 200, body: { data: details } });

    const accepted = await accept(token);
    const { data } = accepted.body;
    expect(data).toMatchObject({ member: { email, name: 'Ada', role: 'author', hasPassword: true } });
    expect(accepted.headers['set-cookie']).toContain(`=${data.token}; Path=/`);
    const api = apiOf(test, data.token, { 'carillon-environment': 'Development' });
    expect((await api.get('/v2/workflows')).status).toBe(200);
    expect(await test.app.get(Passwords).verify(PASSWORD, (await stored(email))!.password)).toBe(true);
    expect(await test.connection.collection('users').findOne({ name: email })).toMatchObject({
      _id: (await stored(email))!._id,
    });
    expect(await accept(token)).toMatchObject(DOES_NOT_WORK);
    expect((await owner.api.get('/v1/invitations')).body.data).toEqual([]);
  });

  it('AC50: an address is the same however its characters were typed', async () => {
    const composed = `zo\u00eb-${randomBytes(4).toString('hex')}@example.com`;
    const { token } = await invite({ email: composed.normalize('NFD').toUpperCase(), role: 'viewer' });
    expect((await accept(token)).body.data.member.email).toBe(composed);
    for (const email of [composed, composed.normalize('NFD')]) {
      expect((await test.anonymous.post('/v1/session', { email, password: PASSWORD })).status).toBe(201);
    }
  });

  it('AC50: of concurrent uses one succeeds', async () => {
    const { token } = await invite();
    const statuses = (await Promise.all([1, 2, 3].map(() => accept(token)))).map(({ status }) => status);
    expect(statuses.toSorted(ascending)).toEqual([201, 404, 404]);
  });

  it('AC51: unknown, used, replaced, withdrawn and expired links are not told apart', async () => {
    const email = anEmail();
    const replaced = await invite({ email });
    const withdrawn = await invite({ email });
    expect(withdrawn.invitation.expiresAt >= replaced.invitation.expiresAt).toBe(true);
    const url = `/v1/invitations/${withdrawn.invitation._id}`;
    expect((await owner.api.delete(url)).status).toBe(204);
    expect((await owner.api.delete(url)).status).toBe(404);
    const expired = await invite();
    clock.forward(7 * DAY_MS);
    owner = await signIn(test);
    expect((await owner.api.delete(`/v1/invitations/${expired.invitation._id}`)).status).toBe(404);
    const bodies = new Set<string>();
    for (const token of [replaced.token, withdrawn.token, expired.token, 'unknown', await resetLink(owner.account)]) {
      const answer = await accept(token);
      expect(answer).toMatchObject(DOES_NOT_WORK);
      bodies.add(JSON.stringify({ ...answer.body, timestamp: '' }));
    }
    for (const token of [expired.token, 'unknown']) {
      expect(await lookUp(token)).toMatchObject(DOES_NOT_WORK);
      expect(await reset(token)).toMatchObject(DOES_NOT_WORK);
    }
    expect(bodies.size).toBe(1);
  });

  it.each([
    [{ password: 'short' }, 'password'],
    [{ password: 'password123' }, 'password'],
    [{ email: 'somebody-else@example.com' }, 'email'],
    [{ name: 7 }, 'name'],
  ])('a use with %j is refused, and the link still works', async (fields, field) => {
    const { token } = await invite();
    const { status, body } = await accept(token, fields);
    expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: [field] });
    expect(JSON.stringify(body)).not.toContain(PASSWORD);
    expect((await lookUp(token)).status).toBe(200);
  });

  it('a member is not invited again, nor made twice', async () => {
    const email = anEmail();
    const { token } = await invite({ email });
    await createAccount(test, { email, role: 'viewer' });
    expect(await owner.api.post('/v1/invitations', { email, role: 'viewer' })).toMatchObject({ status: 409 });
    expect(await accept(token)).toMatchObject({ status: 409 });
  });

  it('AC52: concurrent invitations to one address leave one that works', async () => {
    const email = anEmail();
    const links = await Promise.all([1, 2, 3, 4].map(() => invite({ email })));
    const statuses = await Promise.all(links.map(async ({ token }) => (await lookUp(token)).status));
    expect(statuses.toSorted(ascending)).toEqual([200, 404, 404, 404]);
  });

  it('AC54: the links of somebody who is removed, or may no longer make them, end', async () => {
    const [removed, demoted] = [await signIn(test, { role: 'admin' }), await signIn(test, { role: 'admin' })];
    const viewer = await createAccount(test, { role: 'viewer' });
    const byRemoved = await invite({ role: 'admin' }, removed.api);
    const byDemoted = await invite({ role: 'admin' }, demoted.api);
    const toReset = await resetLink(viewer, {}, removed.api);
    await owner.api.delete(`/v1/members/${removed.account._id.toHexString()}`);
    await owner.api.patch(`/v1/members/${demoted.account._id.toHexString()}`, { role: 'author' });
    expect(await accept(byRemoved.token)).toMatchObject(DOES_NOT_WORK);
    expect(await accept(byDemoted.token)).toMatchObject(DOES_NOT_WORK);
    expect(await reset(toReset)).toMatchObject(DOES_NOT_WORK);
    // Somebody who becomes more keeps no link that was made by somebody who may not reset more.
    const earlier = await resetLink(viewer);
    await owner.api.patch(`/v1/members/${viewer._id.toHexString()}`, { role: 'admin' });
    expect(await reset(earlier)).toMatchObject(DOES_NOT_WORK);
    // An owner's invitation to an owner is not for admins to replace or withdraw.
    const { invitation } = await invite({ role: 'owner' });
    const admin = await signIn(test, { role: 'admin' });
    const again = { email: invitation.email, role: 'viewer' };
    expect(await admin.api.post('/v1/invitations', again)).toMatchObject({ status: 403 });
    expect(await admin.api.delete(`/v1/invitations/${invitation._id}`)).toMatchObject({ status: 403 });
  });

  it('AC57: a new password ends all sessions, and keeps the second factor unless told otherwise', async () => {
    const secondFactor = { sealedSecret: 'x', confirmedAt: new Date(), recoveryCodes: [] };
    const { account, api } = await signIn(test, { role: 'author', secondFactor });
    const first = await resetLink(account);
    const token = await resetLink(account);
    expect(await lookUp(token)).toMatchObject({ body: { data: { purpose: 'reset', email: account.email } } });
    expect((await api.get('/v1/session')).status).not.toBe(401);
    expect(await reset(first)).toMatchObject(DOES_NOT_WORK);
    expect(await reset(token, account.email)).toMatchObject({ status: 422 });
    const statuses = (await Promise.all([reset(token), reset(token)])).map(({ status }) => status);
    expect(statuses.toSorted(ascending)).toEqual([204, 404]);
    expect((await api.get('/v1/members')).status).toBe(401);
    expect(await test.app.get(Passwords).verify(PASSWORD, (await stored(account.email))!.password)).toBe(true);
    expect(await stored(account.email)).toHaveProperty('secondFactor');
    expect((await reset(await resetLink(account, { secondFactor: true }))).status).toBe(204);
    expect(await stored(account.email)).not.toHaveProperty('secondFactor');
  });

  it('AC57: the link to a new password expires after a day', async () => {
    const account = await createAccount(test, { role: 'viewer' });
    const token = await resetLink(account);
    clock.forward(DAY_MS);
    expect(await reset(token)).toMatchObject(DOES_NOT_WORK);
    owner = await signIn(test);
  });

  describe('AC58: are sent', () => {
    const outbox = async () => (await test.api.get('/v1/outbox?channel=email')).body.data as { _id: string }[];

    it('to the outbox without the token', async () => {
      const { email, invitation, token } = await invite();
      expect(email).toEqual({ sent: false, reason: 'The email is in the outbox, without the token of the link' });
      const [kept] = await outbox();
      const { body } = await test.api.get(`/v1/outbox/${kept!._id}`);
      expect(body.data.content).toMatchObject({ to: [invitation.email], subject: 'You are invited to Carillon' });
      expect(body.data.content.text).toContain('https://notify.example.com/console/accept#token=…');
      expect(JSON.stringify(body)).not.toContain(token);
    });

    it('through the environment of the request, if it has an integration; the invitation is made in any case', async () => {
      const api = apiOf(test, owner.token, { 'carillon-environment': 'Production' });
      const { email } = await invite({}, api);
      const reason = "There is no active primary email integration in the environment 'Production'";
      expect(email).toEqual({ sent: false, reason });
    });
  });

  it('their tokens are not in the store', async () => {
    const { token } = await invite();
    const links = await test.app.get<Model<OneTimeLink>>(getModelToken(OneTimeLink.name)).find().lean();
    expect(links.length).toBeGreaterThan(0);
    expect(JSON.stringify(links)).not.toContain(token);
  });
});

describe('AC58: an email integration', () => {
  it('sends links, and a provider that refuses fails no request', async () => {
    const received: string[] = [];
    const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      received.push(Buffer.concat((await request.toArray()) as Buffer[]).toString());
      response.statusCode = received.length === 1 ? 200 : 400;
      response.end('{}');
    };
    const server = createServer((request, response) => void answer(request, response));
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const test = await startTestApp({ settings: { DELIVER_TO: 'providers', HTTP_PRIVATE_TARGETS: '127.0.0.1' } });
    try {
      const credentials = {
        webhookUrl: `http://127.0.0.1:${port}/`,
        secretKey: 'k',
        from: 'a@example.com',
        senderName: 'A',
      };
      const mail = anEmailIntegration({ providerId: 'email-webhook', credentials });
      const { api, token } = await signIn(test);
      const inDevelopment = apiOf(test, token, { 'carillon-environment': 'Development' });
      const { body } = await inDevelopment.post('/v1/integrations', mail);
      await inDevelopment.post(`/v1/integrations/${body.data._id}/set-primary`);
      const first = await api.post('/v1/invitations', { email: 'ada@example.com', role: 'viewer' });
      expect(first).toMatchObject({ status: 201, body: { data: { email: { sent: true } } } });
      expect(received[0]).toContain(first.body.data.link);
      const second = await api.post('/v1/invitations', { email: 'bob@example.com', role: 'viewer' });
      expect(second).toMatchObject({
        status: 201,
        body: { data: { link: expect.any(String), email: { sent: false, reason: expect.stringContaining('400') } } },
      });
    } finally {
      await test.close();
      server.close();
    }
  });
});

import { randomBytes } from 'node:crypto';
import { hashSessionToken } from '../../src/auth/people/person-session.schema.js';
import { entriesOf } from '../audit/entries.js';
import { createAccountWithPassword, PASSWORD } from '../builders/account.js';
import { MINUTE, MovableClock } from '../delivery/engine-scene.js';
import { eventually } from '../eventually.js';
import { startTestApp, type TestApp } from '../test-app.js';
import { codeAt, cookieOf, sender, signedIn, signIn, storedAccount } from './people-scene.js';

const STEP = 30_000;
const NEW_PASSWORD = 'quiet-herons-stand';

const byNumber = (one: number, another: number): number => one - another;

describe('what people do with their own account', () => {
  const clock = new MovableClock();
  let test: TestApp;
  /** Another process on the same store. */
  let other: TestApp;

  beforeAll(async () => {
    clock.stop();
    const namespace = `t${randomBytes(5).toString('hex')}`;
    test = await startTestApp({ namespace, clock });
    other = await startTestApp({ namespace, clock, settings: { ROLE: 'api' } });
  });

  afterAll(async () => {
    await other.app.close();
    await test.close();
  });

  /** Whether a stolen cookie or token still opens something, in each of the two processes. */
  async function opens(headers: Record<string, string>): Promise<boolean[]> {
    const responses = await Promise.all([test, other].map((app) => sender(app, headers)('GET', '/v1/session')));
    return responses.map(({ status }) => status === 200);
  }

  /** No longer than a process trusts what it has read, with time standing still: only a second passes. */
  async function hasEnded(headers: Record<string, string>): Promise<void> {
    expect(await sender(test, headers)('GET', '/v1/session')).toMatchObject({ status: 401 });
    clock.forward(1000);
    expect(await opens(headers)).toEqual([false, false]);
  }

  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  describe('AC3: sessions', () => {
    it('are listed for their person alone', async () => {
      const { email } = await createAccountWithPassword(test);
      await signIn(test, { email }, { headers: { 'user-agent': 'x'.repeat(400) }, address: '192.0.2.7' });
      clock.forward(MINUTE);
      const { send } = await signedIn(test, email);
      await signedIn(test, (await createAccountWithPassword(test)).email);
      const { body } = await send('GET', '/v1/sessions');
      const times = { createdAt: expect.any(String), lastSeenAt: expect.any(String), expiresAt: expect.any(String) };
      expect(body.data).toEqual([
        { id: expect.any(String), ...times, address: '127.0.0.1', userAgent: 'lightMyRequest', current: true },
        { id: expect.any(String), ...times, address: '192.0.2.7', userAgent: 'x'.repeat(300), current: false },
      ]);
    });

    it.each<[string, string]>([
      ['signing out', '/v1/session'],
      ['ending it', '/v1/sessions/:id'],
    ])('end with a stolen cookie, in two processes: by %s', async (_how, url) => {
      const { email } = await createAccountWithPassword(test);
      const { cookie } = cookieOf(await signIn(test, { email }));
      expect(await opens({ cookie })).toEqual([true, true]);
      const own = sender(test, { cookie, 'carillon-request': '1' });
      const { id } = (await own('GET', '/v1/session')).body.data.session;
      const ended = await own('DELETE', url.replace(':id', id));
      expect(ended.status).toBe(204);
      expect(cookieOf(ended).text).toMatch(/^carillon-session-\d+=; Path=\/; Expires=Thu, 01 Jan 1970/);
      await hasEnded({ cookie });
    });

    it('end one by one, or all others', async () => {
      const { email } = await createAccountWithPassword(test);
      const sessions = [await signedIn(test, email), await signedIn(test, email), await signedIn(test, email)];
      const [first, second, third] = sessions;
      const { id } = (await second!.send('GET', '/v1/session')).body.data.session;
      for (const { token } of sessions) expect(await opens(bearer(token))).toEqual([true, true]);
      expect(await first!.send('DELETE', `/v1/sessions/${id}`)).toMatchObject({ status: 204 });
      await hasEnded(bearer(second!.token));
      expect(await opens(bearer(third!.token))).toEqual([true, true]);
      expect(await first!.send('DELETE', '/v1/sessions')).toMatchObject({ status: 204 });
      await hasEnded(bearer(third!.token));
      expect(await opens(bearer(first!.token))).toEqual([true, true]);
    });

    it.each(['6925a1f0c0ffee0123456789', 'x', '%00', 'x'.repeat(300)])('unknown ones are 404: %s', async (id) => {
      const { send } = await signedIn(test, (await createAccountWithPassword(test)).email);
      expect(await send('DELETE', `/v1/sessions/${id}`)).toMatchObject({ status: 404 });
    });

    it('of others are not found', async () => {
      const [ada, eve] = [await createAccountWithPassword(test), await createAccountWithPassword(test)];
      const { send, token } = await signedIn(test, ada.email);
      const { id } = (await send('GET', '/v1/session')).body.data.session;
      const thief = await signedIn(test, eve.email);
      expect(await thief.send('DELETE', `/v1/sessions/${id}`)).toMatchObject({ status: 404 });
      expect(await opens(bearer(token))).toEqual([true, true]);
    });

    (process.env.REDIS_URL ? it : it.skip)('end at once where a notice arrives', async () => {
      const { send, token } = await signedIn(test, (await createAccountWithPassword(test)).email);
      expect(await opens(bearer(token))).toEqual([true, true]);
      await send('DELETE', '/v1/session');
      await eventually(async () => expect(await opens(bearer(token))).toEqual([false, false]));
    });
  });

  describe('AC7: the own password', () => {
    it('is changed with the one until now, and all sessions but a new one end', async () => {
      const account = await createAccountWithPassword(test);
      const { email } = account;
      const thief = await signedIn(test, email);
      const own = await signedIn(test, email);
      expect(await opens(bearer(thief.token))).toEqual([true, true]);
      const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
      const { status, body } = await own.send('PUT', '/v1/session/password', change);
      expect({ status, email: body.data.account.email }).toEqual({ status: 200, email });
      for (const token of [thief.token, own.token]) await hasEnded(bearer(token));
      expect(await opens(bearer(body.data.token))).toEqual([true, true]);
      expect(await signIn(test, { email })).toMatchObject({ status: 401 });
      expect(await signIn(test, { email, password: NEW_PASSWORD })).toMatchObject({ status: 201 });
    });

    it('ends also a session that began with the former one at the same moment', async () => {
      const { _id, email } = await createAccountWithPassword(test);
      const { send, token } = await signedIn(test, email);
      const sessions = test.connection.collection('person_sessions');
      const begun = await sessions.findOne({ accountId: _id });
      await send('PUT', '/v1/session/password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
      // It is stored after all others were deleted.
      await sessions.insertOne({ ...begun! });
      expect(begun!.tokenHash).toBe(hashSessionToken(token));
      await hasEnded(bearer(token));
      const { send: again } = await signedIn(test, email).catch(() => ({ send: undefined }));
      expect(again).toBeUndefined();
      const { body } = await signIn(test, { email, password: NEW_PASSWORD });
      const listed = await sender(test, bearer(body.data.token))('GET', '/v1/sessions');
      expect(listed.body.data).toHaveLength(2);
    });

    it('is changed once, when several change it at the same moment', async () => {
      const { email } = await createAccountWithPassword(test);
      const { token } = await signedIn(test, email);
      const change = (app: TestApp, end: string) =>
        sender(app, bearer(token))('PUT', '/v1/session/password', {
          currentPassword: PASSWORD,
          newPassword: `${NEW_PASSWORD}-${end}`,
        });
      const statuses = (await Promise.all([change(test, 'a'), change(other, 'b')])).map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect([401, 409, 422]).toContain(statuses.find((status) => status !== 200));
    });

    it.each([
      ['a wrong one until now', { currentPassword: 'A-Wrong-8e1f', newPassword: NEW_PASSWORD }, 'currentPassword'],
      ['a short one', { currentPassword: PASSWORD, newPassword: 'Abc8e1f' }, 'newPassword'],
      ['a common one', { currentPassword: PASSWORD, newPassword: 'Password123' }, 'newPassword'],
      ['a long one', { currentPassword: PASSWORD, newPassword: 'Abc8e1f'.repeat(30) }, 'newPassword'],
      ['none', { currentPassword: PASSWORD, newPassword: '' }, 'newPassword'],
    ])('is not changed with %s', async (_what, change, field) => {
      const { send } = await signedIn(test, (await createAccountWithPassword(test)).email);
      const { status, body } = await send('PUT', '/v1/session/password', change);
      expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: [field] });
      expect(JSON.stringify(body)).not.toMatch(/Wrong-8e1f|Abc8e1f|Password123/);
    });

    it('cannot be guessed with a stolen session either', async () => {
      const { send } = await signedIn(test, (await createAccountWithPassword(test)).email);
      const change = { currentPassword: 'wrong-password', newPassword: NEW_PASSWORD };
      const statuses: number[] = [];
      for (let count = 0; count < 6; count++) statuses.push((await send('PUT', '/v1/session/password', change)).status);
      expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
    });
  });

  /** An account with a second factor, its secret, and its recovery codes. */
  async function withSecondFactor() {
    const account = await createAccountWithPassword(test);
    const own = await signedIn(test, account.email);
    const { secret } = (await own.send('POST', '/v1/session/second-factor', { password: PASSWORD })).body.data;
    const code = codeAt(secret, clock.now());
    const confirmed = await own.send('POST', '/v1/session/second-factor/confirm', { code });
    expect(confirmed.status).toBe(200);
    return { ...own, account, email: account.email, secret, code, recoveryCodes: confirmed.body.data.recoveryCodes };
  }

  describe('AC9: a second factor', () => {
    it('counts once a first code is confirmed, and needs a code then', async () => {
      const account = await createAccountWithPassword(test);
      const { send } = await signedIn(test, account.email);
      const url = '/v1/session/second-factor';
      expect(await send('POST', url, { password: 'wrong-password' })).toMatchObject({ status: 422 });
      const { body } = await send('POST', url, { password: PASSWORD });
      expect(body.data.uri).toContain(`secret=${body.data.secret}`);
      expect(await signIn(test, { email: account.email })).toMatchObject({ status: 201 });
      expect(await send('POST', `${url}/confirm`, { code: '000000' })).toMatchObject({ status: 422 });
      const code = codeAt(body.data.secret, clock.now());
      expect(await send('POST', `${url}/confirm`, { code })).toMatchObject({ status: 200 });
      expect(await send('POST', `${url}/confirm`, { code })).toMatchObject({ status: 409 });
      expect(await send('POST', url, { password: PASSWORD })).toMatchObject({ status: 409 });
      expect((await send('GET', '/v1/session')).body.data.account).toMatchObject({
        hasSecondFactor: true,
        recoveryCodesLeft: 10,
      });
      expect(JSON.stringify(await storedAccount(test, account))).not.toContain(body.data.secret);
    });

    it('is asked for after the right password alone', async () => {
      const { email, secret } = await withSecondFactor();
      clock.forward(STEP);
      const code = codeAt(secret, clock.now());
      const wrong = await signIn(test, { email, password: 'wrong-password', code });
      expect(wrong).toMatchObject({ status: 401, body: { message: 'The email or the password is wrong' } });
      expect(wrong.body).not.toHaveProperty('secondFactorRequired');
      for (let count = 0; count < 8; count++)
        expect(await signIn(test, { email })).toMatchObject({ status: 401, body: { secondFactorRequired: true } });
      expect(await signIn(test, { email, code: '12345' })).toMatchObject({
        status: 401,
        body: { secondFactorRequired: true },
      });
      expect(await signIn(test, { email, code })).toMatchObject({ status: 201 });
    });

    it('takes each code once, also concurrently in two processes', async () => {
      const { email, secret, code: first } = await withSecondFactor();
      expect(await signIn(test, { email, code: first })).toMatchObject({ status: 401 });
      clock.forward(STEP);
      const code = codeAt(secret, clock.now());
      const all = await Promise.all([test, other, test, other].map((app) => signIn(app, { email, code })));
      expect(all.map(({ status }) => status).toSorted(byNumber)).toEqual([201, 401, 401, 401]);
      // The code of the next step is taken early, and that of the step before no longer.
      expect(await signIn(test, { email, code: codeAt(secret, new Date(clock.now().getTime() + STEP)) })).toMatchObject(
        { status: 201 },
      );
      clock.forward(STEP);
      expect(await signIn(test, { email, code })).toMatchObject({ status: 401 });
    });

    it('AU9: codes cannot be guessed any faster than passwords, and leave the same entries', async () => {
      const { email } = await withSecondFactor();
      const statuses: number[] = [];
      const entries = await entriesOf(test, async () => {
        for (let count = 0; count < 6; count++) statuses.push((await signIn(test, { email, code: '000000' })).status);
      });
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
      expect(entries.map(({ result, changes }) => [result, ...changes.map(({ after }) => after)])).toEqual([
        ['refused', 'code', 1],
        ['refused', 'code', 5, 'account and address'],
      ]);
    });

    it('is switched off with the password and a code', async () => {
      const { email, send, secret } = await withSecondFactor();
      const url = '/v1/session/second-factor';
      expect(await send('DELETE', url, { password: PASSWORD })).toMatchObject({ status: 422 });
      clock.forward(STEP);
      const code = codeAt(secret, clock.now());
      expect(await send('DELETE', url, { password: 'wrong-password', code })).toMatchObject({ status: 422 });
      expect(await send('DELETE', url, { password: PASSWORD, code })).toMatchObject({ status: 204 });
      expect(await send('DELETE', url, { password: PASSWORD, code })).toMatchObject({ status: 409 });
      expect(await signIn(test, { email })).toMatchObject({ status: 201 });
    });
  });

  it('AC10: a recovery code replaces a code, once, also concurrently in two processes', async () => {
    const { email, send, account, recoveryCodes } = await withSecondFactor();
    const [code, last] = recoveryCodes as string[];
    const all = await Promise.all([test, other, test].map((app) => signIn(app, { email, code })));
    expect(all.map(({ status }) => status).toSorted(byNumber)).toEqual([201, 401, 401]);
    expect((await send('GET', '/v1/session')).body.data.account.recoveryCodesLeft).toBe(9);
    expect(JSON.stringify(await storedAccount(test, account))).not.toContain(last);
    expect(await send('DELETE', '/v1/session/second-factor', { password: PASSWORD, code: last })).toMatchObject({
      status: 204,
    });
  });
});

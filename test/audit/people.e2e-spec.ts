import { PERMISSION_EXTENSION } from '../../src/auth/access.guard.js';
import { ORGANIZATION_WIDE } from '../../src/auth/permissions.js';
import { buildOpenApiDocument } from '../../src/server/openapi/openapi.js';
import type { ApiResponse } from '../api-client.js';
import { codeAt, sender, type Send, signIn as signInWithPassword } from '../accounts/people-scene.js';
import { createAccountWithPassword, PASSWORD, signIn } from '../builders/account.js';
import { startTestApp, type TestApp } from '../test-app.js';
import { entriesOf } from './entries.js';

const NEW_PASSWORD = 'quiet-herons-stand';

/** Operations that are open to everyone, and change something about a person. */
const OPEN = ['POST /v1/session', 'POST /v1/invitations/accept', 'POST /v1/session/reset'];

/** The entry that a step must leave, without ids. */
interface Step {
  operation: string;
  send: () => Promise<ApiResponse>;
  kind?: 'change' | 'session';
}

describe('the audit trail of people', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await startTestApp({ settings: { ROLE: 'api' } });
  });

  afterAll(() => test.close());

  const changesOfPeople = (): string[] =>
    Object.entries(buildOpenApiDocument(test.app).paths).flatMap(([path, item]) =>
      (['post', 'put', 'patch', 'delete'] as const).flatMap((method) => {
        const permission = (item[method] as Record<string, unknown> | undefined)?.[PERMISSION_EXTENSION];
        return ORGANIZATION_WIDE.some((one) => one === permission) ? [`${method.toUpperCase()} ${path}`] : [];
      }),
    );

  it('AU1, AU5: each of their operations leaves exactly one entry, and none has a secret', async () => {
    const owner = await signIn(test);
    const account = await createAccountWithPassword(test);
    const { email } = account;
    const id = account._id.toHexString();
    const tokens = [owner.token];
    const { api } = owner;
    let invitation = '';
    let link = '';
    let reset = '';
    let secret = '';
    const tokenOf = (url: string): string => {
      const token = url.slice(url.indexOf('#token=') + '#token='.length);
      tokens.push(token);
      return token;
    };
    const code = (): string => codeAt(secret, new Date());
    const sessionOf = async (send: Send): Promise<string> =>
      (await send('GET', '/v1/sessions')).body.data.find((one: { current: boolean }) => one.current).id;
    const invite = () => api.post('/v1/invitations', { email: 'grace@example.com', role: 'viewer' });
    const steps: Step[] = [
      {
        operation: 'POST /v1/invitations',
        async send() {
          const response = await invite();
          invitation = response.body.data.invitation._id;
          tokenOf(response.body.data.link);
          return response;
        },
      },
      { operation: 'DELETE /v1/invitations/{invitationId}', send: () => api.delete(`/v1/invitations/${invitation}`) },
      {
        operation: 'POST /v1/members/{memberId}/reset',
        async send() {
          const response = await api.post(`/v1/members/${id}/reset`, {});
          reset = tokenOf(response.body.data.link);
          return response;
        },
      },
      {
        operation: 'POST /v1/session/reset',
        send: () => test.anonymous.post('/v1/session/reset', { token: reset, password: PASSWORD }),
      },
      {
        operation: 'POST /v1/session',
        kind: 'session',
        async send() {
          const response = await signInWithPassword(test, { email });
          tokens.push(response.body.data.token);
          return response;
        },
      },
    ];
    const covered = await walk(steps);
    const [again, another] = await Promise.all([freshSession(email, tokens), freshSession(email, tokens)]);
    const anothers = await sessionOf(another);
    covered.push(
      ...(await walk([
        {
          operation: 'POST /v1/session/second-factor',
          async send() {
            const response = await again('POST', '/v1/session/second-factor', { password: PASSWORD });
            secret = response.body.data.secret;
            return response;
          },
        },
        {
          operation: 'POST /v1/session/second-factor/confirm',
          async send() {
            const response = await again('POST', '/v1/session/second-factor/confirm', { code: code() });
            tokens.push(...response.body.data.recoveryCodes);
            return response;
          },
        },
        {
          operation: 'DELETE /v1/session/second-factor',
          send: () => again('DELETE', '/v1/session/second-factor', { password: PASSWORD, code: tokens.at(-1) }),
        },
        { operation: 'DELETE /v1/sessions/{sessionId}', send: () => again('DELETE', `/v1/sessions/${anothers}`) },
        { operation: 'DELETE /v1/sessions', send: () => again('DELETE', '/v1/sessions') },
        {
          operation: 'PUT /v1/session/password',
          async send() {
            const passwords = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
            const response = await again('PUT', '/v1/session/password', passwords);
            tokens.push(response.body.data.token);
            return response;
          },
        },
        {
          operation: 'DELETE /v1/session',
          send: () => sender(test, { authorization: `Bearer ${tokens.at(-1)!}` })('DELETE', '/v1/session'),
        },
        { operation: 'PATCH /v1/members/{memberId}', send: () => api.patch(`/v1/members/${id}`, { role: 'viewer' }) },
        { operation: 'DELETE /v1/members/{memberId}', send: () => api.delete(`/v1/members/${id}`) },
      ])),
    );
    link = tokenOf((await invite()).body.data.link);
    // Looking changes nothing.
    expect(await entriesOf(test, () => test.anonymous.post('/v1/invitations/lookup', { token: link }))).toEqual([]);
    covered.push(
      ...(await walk([
        {
          operation: 'POST /v1/invitations/accept',
          kind: 'session',
          async send() {
            const response = await test.anonymous.post('/v1/invitations/accept', { token: link, password: PASSWORD });
            tokens.push(response.body.data.token);
            return response;
          },
        },
      ])),
    );
    expect(covered.toSorted()).toEqual([...changesOfPeople(), ...OPEN].toSorted());
    const entries = await test.connection.collection('audit_entries').find().toArray();
    for (const text of [...tokens, secret, PASSWORD, NEW_PASSWORD])
      expect({ text, isThere: JSON.stringify(entries).includes(text) }).toEqual({ text, isThere: false });
  });

  async function freshSession(email: string, tokens: string[]): Promise<Send> {
    const { body } = await signInWithPassword(test, { email });
    tokens.push(body.data.token);
    return sender(test, { authorization: `Bearer ${body.data.token}` });
  }

  /** Sends each, and returns the names of the operations that left their entry. */
  async function walk(steps: readonly Step[]): Promise<string[]> {
    const covered: string[] = [];
    for (const { operation, send, kind = 'change' } of steps) {
      let response: ApiResponse | undefined;
      const entries = await entriesOf(test, async () => {
        response = await send();
      });
      const [method, path] = operation.split(' ');
      const found = entries.map((entry) => [entry.method, entry.route, entry.kind, entry.actor.type]);
      const route = path!.replaceAll(/\{(\w+)\}/g, ':$1');
      expect({ operation, status: response!.status < 300, found }).toEqual({
        operation,
        status: true,
        found: [[method, route, kind, 'person']],
      });
      covered.push(operation);
    }
    return covered;
  }
});

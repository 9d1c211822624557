import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { SignJWT, UnsecuredJWT } from 'jose';
import { io } from 'socket.io-client';
import type { Attack, Target } from './target.js';

const OPERATIONS = [
  '/v1/environments',
  '/v2/subscribers',
  '/v1/integrations',
  '/v1/environments/api-keys',
  '/v1/outbox',
];

/** Every form of an `Authorization` header that is not the key in one of its forms. */
export const authorizationForms: Attack = async (target) => {
  const { development: key } = target.keys;
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const forms = [
    '',
    'ApiKey',
    'ApiKey ',
    `ApiKey ${key.slice(0, -1)}`,
    `ApiKey ${key}0`,
    `ApiKey ${key} x`,
    `ApiKey ${key},${key}`,
    `ApiKey ApiKey ${key}`,
    `ApiKey "${key}"`,
    `ApiKey ${key.replace(/^./, '%$&')}`,
    `ApiKey ${'0'.repeat(32)}`,
    `ApiKey ${'x'.repeat(8000)}`,
    'ApiKey null',
    'ApiKey undefined',
    'ApiKey [object Object]',
    'ApiKey {"$ne":null}',
    'ApiKey .*',
    `Basic ${base64(`${key}:`)}`,
    `Basic ${base64(`:${key}`)}`,
    `Basic ${base64('admin:admin')}`,
    'Basic !!',
    'Basic Og==',
    `Digest username="${key}"`,
    `Token ${key}`,
    `key=${key}`,
  ];
  for (const url of OPERATIONS) {
    for (const authorization of forms) {
      const { statusCode } = await target.send({ method: 'GET', url, headers: { authorization } });
      target.check(
        statusCode === 401 || statusCode === 400,
        `${url} with '${authorization}' responded with ${statusCode}`,
      );
    }
    // Where a key does not belong.
    for (const query of [`apiKey=${key}`, `authorization=ApiKey%20${key}`, `key=${key}&token=${key}`]) {
      const { statusCode, body } = await target.send({ method: 'GET', url: `${url}?${query}` });
      target.check(statusCode === 401 || statusCode === 400, `${url}?… responded with ${statusCode}`);
      target.check(!body.includes(key), `${url} repeats a key from its query`);
    }
    const doubled = `GET ${url} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ApiKey ${key}\r\nAuthorization: ApiKey x\r\nConnection: close\r\n\r\n`;
    target.check((await target.raw(doubled)).startsWith('HTTP/1.1 40'), `${url} with two credentials was answered`);
  }
};

async function session(target: Target): Promise<{ token: string; identifier: string }> {
  const { body } = await target.client('development').get('/v1/environments/me');
  const { identifier } = body.data as { identifier: string };
  const response = await target.client().post('/v1/inbox/session', {
    applicationIdentifier: identifier,
    subscriber: { subscriberId: 'ada' },
  });
  return { token: response.body.data.token as string, identifier };
}

/** Session tokens that differ from a real one in one thing, those that others have signed among them. */
async function forgedTokens(target: Target): Promise<Record<string, string>> {
  const { token } = await session(target);
  const [head = '', claims = '', signature = ''] = token.split('.');
  const decoded = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const sign = (key: string, alg = 'HS256') =>
    new SignJWT(decoded).setProtectedHeader({ alg }).sign(Buffer.from(key.padEnd(64, '0')));
  return {
    'not signed': new UnsecuredJWT(decoded).encode(),
    'none as algorithm': `${encode({ alg: 'none' })}.${claims}.`,
    'NONE as algorithm': `${encode({ alg: 'NONE', typ: 'JWT' })}.${claims}.${signature}`,
    'without its signature': `${head}.${claims}.`,
    'signature of another': `${head}.${encode({ ...decoded, subscriberId: 'bob' })}.${signature}`,
    'another person': `${head}.${encode({ ...decoded, _id: randomBytes(12).toString('hex') })}.${signature}`,
    'without an end': `${head}.${encode({ ...decoded, exp: undefined })}.${signature}`,
    'signed with the API key': await sign(target.keys.development),
    'signed with nothing': await sign(''),
    'signed with a well-known key': await sign('secret'),
    'signed otherwise': await sign(target.keys.development, 'HS512'),
    'key from its own header': `${encode({ alg: 'HS256', jwk: { kty: 'oct', k: 'AAAA' } })}.${claims}.${signature}`,
    'key from a file': `${encode({ alg: 'HS256', kid: '../../../../dev/null' })}.${claims}.${signature}`,
    'an API key': target.keys.development,
    'cut off': token.slice(0, -4),
    'no token': 'aaa.bbb.ccc',
    long: 'x'.repeat(6000),
  };
}

/** Session tokens that nobody has given out, each at so many operations for subscribers, and at the socket. */
export const forgedSessions =
  (each: number): Attack =>
  async (target) => {
    const forged = await forgedTokens(target);
    const paths = Object.entries(target.document.paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, operation]) =>
        JSON.stringify((operation as { security?: object }).security ?? {}).includes('SessionToken')
          ? [{ method: method.toUpperCase() as 'GET', url: path.replaceAll(/\{\w+\}/g, 'f'.repeat(24)) }]
          : [],
      ),
    );
    target.check(paths.length > 20, 'the document names no operations for subscribers');
    for (const [what, token] of Object.entries(forged)) {
      const chosen = each >= paths.length ? paths : Array.from({ length: each }, () => target.values.pick(paths));
      for (const { method, url } of chosen) {
        const { statusCode } = await target.send({ method, url, headers: { authorization: `Bearer ${token}` } });
        target.check(statusCode === 401, `${method} ${url} with a token ${what} responded with ${statusCode}`);
      }
    }
    for (const [what, token] of Object.entries({ ...forged, empty: '' })) {
      for (const handshake of [{ query: { token } }, { auth: { token } }]) {
        target.requests += 1;
        const socket = io(target.url, { transports: ['websocket'], reconnection: false, forceNew: true, ...handshake });
        const told: unknown[] = [];
        socket.onAny((...values) => told.push(values));
        const ended = await Promise.race([
          once(socket as never, 'disconnect').then(() => true),
          once(socket as never, 'connect_error').then(() => true),
          new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 5000).unref()),
        ]);
        socket.close();
        target.check(ended && told.length === 0, `a socket with a token ${what} stayed open, or was told something`);
      }
    }
  };

import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { constants, type ServerHttp2Stream } from 'node:http2';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { UnreachableError } from '../kit/http/http-exchange.js';
import type { World } from '../kit/provider.js';
import type { Account } from '../kit/account.js';
import { FakeHttp2Service } from '../testing/fake-http2-service.js';
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from '../testing/test-certificate.js';
import { apnsWith } from './apns.js';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const ACCOUNT: Account = {
  secretKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  apiKey: 'KEY7654321',
  projectName: 'TEAM123456',
  applicationId: 'com.example.shop',
  secure: true,
};
const CONTENT = { channel: 'push' as const, token: 'abc123', title: 'Order 7', body: 'On its way' };

const accept = (stream: ServerHttp2Stream) =>
  stream.respond({ ':status': 200, 'apns-id': 'id-7' }, { endStream: true });

describe('connections with Apple', () => {
  let service: FakeHttp2Service;
  let apns: ReturnType<typeof apnsWith>;
  beforeEach(async () => {
    service = await FakeHttp2Service.start();
    service.respond = accept;
    apns = apnsWith();
  });
  afterEach(() => service.close());

  const send = (world: Partial<World> = {}, account = ACCOUNT) =>
    apns.send({ key: 'a', content: CONTENT, overrides: {} }, account, {
      http: () => Promise.reject(new Error('Apple is not asked over HTTP/1')),
      connect: service.connect,
      ca: TEST_CERTIFICATE,
      now: () => new Date('2026-03-01T12:00:00Z'),
      signal: new AbortController().signal,
      ...world,
    });

  const firstSession = () => {
    const session = service.sessions.at(0);
    if (!session) throw new Error('There has been no connection');
    return session;
  };

  it('sends the documented request over HTTP/2', async () => {
    expect(await send()).toEqual({ ok: true, id: 'id-7' });
    const [{ headers, body } = { headers: {}, body: '' }] = service.received;
    expect(headers).toMatchObject({
      ':method': 'POST',
      ':scheme': 'https',
      ':authority': 'api.push.apple.com',
      ':path': '/3/device/abc123',
      'apns-topic': 'com.example.shop',
      authorization: expect.stringMatching(/^bearer eyJ/),
    });
    expect(JSON.parse(body)).toEqual({ aps: { alert: { title: 'Order 7', body: 'On its way' } } });
  });

  it('reads a refusal', async () => {
    service.respond = (stream) => {
      stream.respond({ ':status': 410 });
      stream.end('{"reason":"Unregistered"}');
    };
    expect(await send()).toMatchObject({ ok: false, kind: 'invalid_target', statusCode: 410 });
  });

  it('uses one connection for many messages at once and later', async () => {
    const results = await Promise.all(Array.from({ length: 50 }, () => send()));
    await send();
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect(service.received).toHaveLength(51);
    expect(service.sessions).toHaveLength(1);
  });

  it('keeps a connection for each account', async () => {
    await Promise.all([send(), send({}, { ...ACCOUNT, applicationId: 'com.example.other' })]);
    expect(service.sessions).toHaveLength(2);
  });

  it('closes the connection of an account that is forgotten', async () => {
    await send();
    const closed = once(firstSession(), 'close');
    apns.forget?.(ACCOUNT);
    await closed;
    expect(await send()).toMatchObject({ ok: true });
    expect(service.sessions).toHaveLength(2);
  });

  it('closes a connection that nobody uses', async () => {
    apns = apnsWith({ idleMs: 50 });
    await send();
    await once(firstSession(), 'close');
    expect(await send()).toMatchObject({ ok: true });
  });

  it('makes a new connection after the server has said goodbye', async () => {
    service.respond = (stream) => {
      accept(stream);
      stream.session?.goaway();
    };
    for (let message = 1; message <= 3; message++) expect(await send()).toMatchObject({ ok: true });
  });

  it('makes a new connection after one was lost', async () => {
    await send();
    const session = firstSession();
    const closed = once(session, 'close');
    session.destroy();
    await closed;
    expect(await send()).toMatchObject({ ok: true });
    expect(service.sessions).toHaveLength(2);
  });

  it('S2: sends again what a kept connection has not taken', async () => {
    await send();
    service.respond = (stream) =>
      service.sessions.length === 1 ? stream.close(constants.NGHTTP2_REFUSED_STREAM) : accept(stream);
    expect(await send()).toMatchObject({ ok: true });
    expect(service.sessions).toHaveLength(2);
  });

  it('S2: what a new connection does not take was not sent', async () => {
    service.respond = (stream) => stream.close(constants.NGHTTP2_REFUSED_STREAM);
    const result = await send();
    expect(result).toMatchObject({ ok: false, kind: 'transient' });
    expect(result).not.toHaveProperty('ambiguous');
  });

  it('S2: a connection that ends before the response leaves it open what has happened', async () => {
    service.respond = (stream) => stream.session?.destroy();
    expect(await send()).toMatchObject({ ok: false, kind: 'transient', ambiguous: true });
  });

  it('S2: without a response it is unknown, and the next message gets a connection of its own', async () => {
    apns = apnsWith({ timeoutMs: 300 });
    service.respond = () => undefined;
    expect(await send()).toMatchObject({ ok: false, kind: 'transient', ambiguous: true });
    service.respond = accept;
    expect(await send()).toMatchObject({ ok: true });
    expect(service.sessions).toHaveLength(2);
  });

  it('ends with the time of the message', async () => {
    const time = new AbortController();
    service.respond = () => time.abort();
    expect(await send({ signal: time.signal })).toMatchObject({ ok: false, ambiguous: true });
    expect(await send({ signal: time.signal })).not.toHaveProperty('ambiguous');
    expect(service.received).toHaveLength(1);
  });

  it('trusts nobody else to be Apple', async () => {
    const result = await send({ ca: undefined });
    expect(result).toMatchObject({ ok: false, kind: 'transient', error: expect.stringContaining('certificate') });
    expect(result).not.toHaveProperty('ambiguous');
    expect(service.received).toEqual([]);
  });

  it('does not speak anything but HTTP/2', async () => {
    const other = createTlsServer({ key: TEST_CERTIFICATE_KEY, cert: TEST_CERTIFICATE });
    const result = await send({ connect: await connectorTo(other) });
    expect(result).toMatchObject({ ok: false, kind: 'transient', error: expect.stringContaining('HTTP/2') });
    other.close();
  });

  it('passes on that an address must not be called', async () => {
    const forbidden = () => Promise.reject(new UnreachableError('forbidden', '10.0.0.1 is not public'));
    expect(await send({ connect: forbidden })).toMatchObject({ ok: false, kind: 'permanent' });
  });

  it('gives up on a server that says nothing', async () => {
    apns = apnsWith({ timeoutMs: 100 });
    const silent = createServer((socket) => socket.on('error', () => undefined));
    const result = await send({ connect: await connectorTo(silent) });
    expect(result).toMatchObject({ ok: false, kind: 'transient' });
    expect(result).not.toHaveProperty('ambiguous');
    silent.close();
  });
});

/** Starts a server and connects to it, whatever the host. */
async function connectorTo(server: Server): Promise<World['connect']> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };
}

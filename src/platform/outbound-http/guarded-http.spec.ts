import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { loadConfig } from '../config/config.js';
import { AddressGuard, HttpTargets, NameResolver } from './address-guard.js';
import { GuardedHttp, type OutboundRequest } from './guarded-http.js';

describe('GuardedHttp', () => {
  const targets = new HttpTargets(loadConfig({ HTTP_PRIVATE_TARGETS: '127.0.0.1' }));
  const http = new GuardedHttp(new AddressGuard(targets, new NameResolver()));
  let server: Server;
  let base: string;
  let answer: RequestListener;
  let received: IncomingMessage[];

  beforeAll(async () => {
    server = createServer((request, response) => {
      received.push(request);
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(async () => {
    await http.onApplicationShutdown();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  beforeEach(() => {
    received = [];
  });

  const send = (fields: Partial<OutboundRequest> = {}) =>
    http.send({ method: 'POST', url: `${base}/`, headers: {}, timeoutMs: 5000, ...fields });
  const redirect = (status: number, location: string) => (_: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(status, { location }).end();

  it('gives status, body and headers with names in lower case', async () => {
    answer = (_, response) =>
      void response.writeHead(418, { 'X-Request-Id': 'a1', 'Set-Cookie': ['a=1', 'b=2'] }).end('äöü');
    expect(await send()).toMatchObject({
      ok: true,
      statusCode: 418,
      headers: { 'x-request-id': 'a1', 'set-cookie': 'a=1, b=2' },
      body: 'äöü',
    });
  });

  it.each([
    ['a text', 'grüße'],
    ['bytes', new TextEncoder().encode('grüße')],
  ])('sends %s', async (_what, body) => {
    answer = (request, response) => void text(request).then((sent) => response.end(sent));
    expect(await send({ body })).toMatchObject({ ok: true, body: 'grüße' });
  });

  it('takes responses up to the limit, and none that is larger', async () => {
    answer = (_, response) => void response.end('x'.repeat(2000));
    expect(await send({ maxResponseBytes: 2000 })).toMatchObject({ ok: true });
    expect(await send({ maxResponseBytes: 1999 })).toEqual({
      ok: false,
      failure: 'too_large',
      error: 'the response has more than 1999 bytes',
    });
  });

  it.each<[string, RequestListener]>([
    ['sends no response', () => undefined],
    ['never ends its response', (_, response) => void response.write('begun')],
  ])('gives up in time when the other side %s', async (_what, listener) => {
    answer = listener;
    expect(await send({ timeoutMs: 80 })).toEqual({ ok: false, failure: 'timeout', error: 'no response within 80 ms' });
  });

  it('gives up in time when the name server does not respond', async () => {
    const silent = new GuardedHttp(new AddressGuard(targets, { lookup: () => undefined }));
    const request = { method: 'GET', url: 'http://example.com/', headers: {} };
    const late = { ok: false, failure: 'timeout', error: 'no response within 80 ms' };
    expect(await silent.send({ ...request, timeoutMs: 80 })).toEqual(late);
    const signal = AbortSignal.timeout(80);
    expect(await silent.send({ ...request, timeoutMs: 60_000, signal })).toMatchObject({
      ok: false,
      failure: 'aborted',
    });
  });

  it('ends when its caller says so, before and while it runs', async () => {
    expect(await send({ signal: AbortSignal.abort(new Error('enough')) })).toEqual({
      ok: false,
      failure: 'aborted',
      error: 'enough',
    });
    expect(received).toEqual([]);
    const controller = new AbortController();
    answer = () => controller.abort(new Error('enough'));
    expect(await send({ signal: controller.signal })).toEqual({ ok: false, failure: 'aborted', error: 'enough' });
  });

  it('tells a connection that breaks', async () => {
    answer = (request) => void request.socket.destroy();
    expect(await send()).toMatchObject({ ok: false, failure: 'connection' });
  });

  it('tells where no connection comes about, so that nothing was sent', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    expect(await send({ url: `http://127.0.0.1:${port}/` })).toMatchObject({ ok: false, failure: 'unreachable' });
    expect(await send({ url: 'http://nowhere.invalid/' })).toMatchObject({ ok: false, failure: 'unreachable' });
  });

  it.each([301, 302, 303, 307, 308])('a redirect with %d is followed by a GET alone', async (status) => {
    answer = (request, response) =>
      request.url === '/' ? redirect(status, '/there')(request, response) : void response.end('there');
    expect(await send({ method: 'GET' })).toMatchObject({ ok: true, statusCode: 200, body: 'there' });
    expect(received).toHaveLength(2);
    expect(await send()).toEqual({ ok: false, failure: 'redirect', error: `redirected with status ${status}` });
    expect(received).toHaveLength(3);
  });

  it.each(['GET', 'POST'])('a redirect of a %s is a response for a caller that wants it so', async (method) => {
    answer = redirect(302, 'http://10.0.0.1/');
    expect(await send({ method, followRedirects: false })).toMatchObject({
      ok: true,
      statusCode: 302,
      headers: { location: 'http://10.0.0.1/' },
    });
  });

  it('follows five redirects', async () => {
    answer = (request, response) => {
      const left = Number(request.url?.slice(1));
      if (left > 0) redirect(302, `/${left - 1}`)(request, response);
      else response.end();
    };
    expect(await send({ method: 'GET', url: `${base}/5` })).toMatchObject({ ok: true });
    expect(await send({ method: 'GET', url: `${base}/6` })).toMatchObject({ ok: false, failure: 'redirect' });
  });

  it('gives neither body nor secrets to another server', async () => {
    const other = createServer((request, response) => void text(request).then((sent) => response.end(`got ${sent}`)));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const otherBase = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
    answer = redirect(302, otherBase);
    const sent = { method: 'GET', headers: { authorization: 'secret' }, body: 'mine' };
    expect(await send(sent)).toMatchObject({ ok: true, body: 'got ' });
    other.closeAllConnections();
    await new Promise((resolve) => other.close(resolve));
  });
});

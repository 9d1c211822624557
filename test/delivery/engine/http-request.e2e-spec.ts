import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { HttpTargets } from '../../../src/platform/outbound-http/address-guard.js';
import { eventually } from '../../eventually.js';
import { EngineScene, inApp } from '../engine-scene.js';

/** A request that the step has made. */
interface Received {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

describe('HTTP step', () => {
  let scene: EngineScene;
  let server: Server;
  let base: string;
  let received: Received[] = [];
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  let allowed = true;

  beforeAll(async () => {
    scene = await EngineScene.start();
    // The server of this test is on loopback, which is allowed as an installation would allow it.
    scene.carillon.app.get(HttpTargets, { strict: false }).allowsPrivate = () => allowed;
    const receive = async (request: IncomingMessage, response: ServerResponse) => {
      const body = await text(request);
      received.push({ method: request.method, url: request.url, headers: request.headers, body });
      answer(request, response);
    };
    server = createServer((request, response) => void receive(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(async () => {
    await scene.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  beforeEach(() => {
    received = [];
    allowed = true;
    answer = (_request, response) => void response.writeHead(200).end('{"ok":true,"user":{"name":"Ada"}}');
  });

  const http = (controlValues: object = {}) => ({
    type: 'http_request',
    controlValues: { method: 'POST', url: `${base}/hook`, ...controlValues },
  });

  it('W1: renders url, headers and body, and gives the answer to later steps', async () => {
    const step = http({
      url: `${base}/orders/{{payload.id}}`,
      headers: [{ key: 'X-Source', value: '{{workflow.name}}' }],
      body: [
        { key: 'order', value: '{{payload.id}}' },
        { key: 'who', value: '{{subscriber.subscriberId}}' },
      ],
    });
    const to = scene.newId();
    const transactionId = await scene.trigger(await scene.workflow([step, inApp('{{steps.step-1.user.name}}')]), {
      to,
      payload: { id: 7 },
    });
    expect(await scene.story(transactionId)).toEqual(['completed: http_succeeded', 'completed: delivered']);
    expect(received).toMatchObject([{ method: 'POST', url: '/orders/7', headers: { 'x-source': 'Order shipped' } }]);
    expect(JSON.parse(received[0]!.body)).toEqual({ order: '7', who: to });
    expect(received[0]!.headers['content-type']).toBe('application/json');
    expect(await scene.bodies(transactionId)).toEqual(['Ada']);
  });

  it("W3: is signed with the environment's API key, and carries the id of the step", async () => {
    const before = scene.clock.now().getTime();
    await scene.tell([http({ body: 'raw {{payload.x}}' })], { payload: { x: 1 } });
    const after = scene.clock.now().getTime();
    const { headers, body } = received[0]!;
    expect(body).toBe('raw 1');
    const [, time, digest] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['novu-signature'] as string)!;
    expect(digest).toBe(createHmac('sha256', scene.carillon.api.apiKey!).update(`${time}.${body}`).digest('hex'));
    expect(Number(time)).toBeGreaterThanOrEqual(before);
    expect(Number(time)).toBeLessThanOrEqual(after);
    expect(headers['idempotency-key']).toMatch(/^[0-9a-f]{24}-[0-9a-f]{24}$/);
  });

  it.each([
    [
      'a status that is no success',
      (_: IncomingMessage, response: ServerResponse) => void response.writeHead(500).end('{}'),
    ],
    ['a connection that breaks', (request: IncomingMessage) => void request.socket.destroy()],
    [
      'an answer that is too large',
      (_: IncomingMessage, response: ServerResponse) => void response.end('x'.repeat(300_000)),
    ],
  ])('W2: %s is a failure, and ends the run', async (_case, handler) => {
    answer = handler;
    expect(await scene.tell([http(), inApp('x')])).toEqual(['failed: http_failed', 'canceled: earlier_step_failed']);
  });

  it('W2: no answer in time is a failure', async () => {
    answer = () => undefined;
    expect(await scene.tell([http({ timeout: 50 }), inApp('x')])).toEqual([
      'failed: http_failed',
      'canceled: earlier_step_failed',
    ]);
  });

  it('W2, P6: with continueOnFailure the run goes on', async () => {
    answer = (_request, response) => void response.writeHead(404).end();
    expect(await scene.tell([http({ continueOnFailure: true }), inApp('x')])).toEqual([
      'failed: http_failed',
      'completed: delivered',
    ]);
  });

  it('W1: an answer that breaks its schema is a failure when the step wants it so', async () => {
    const responseBodySchema = { type: 'object', required: ['id'] };
    expect(await scene.tell([http({ responseBodySchema })])).toEqual(['completed: http_succeeded']);
    expect(await scene.tell([http({ responseBodySchema, enforceSchemaValidation: true })])).toEqual([
      'failed: http_failed',
    ]);
  });

  it.each([
    ['loopback', () => `${base}/`],
    ['a name of loopback', () => base.replace('127.0.0.1', 'localhost')],
    ['IPv6 loopback', () => 'http://[::1]:1/'],
    ['the metadata service', () => 'http://169.254.169.254/latest/meta-data'],
    ['loopback in another notation', () => base.replace('127.0.0.1', '2130706433')],
    ['a file', () => 'file:///etc/passwd'],
  ])('W4: %s is refused', async (_what, url) => {
    allowed = false;
    const transactionId = await scene.trigger(await scene.workflow([http({ url: url() })]));
    expect(await scene.story(transactionId)).toEqual(['failed: http_failed']);
    const [job] = (await scene.activity(transactionId)).body.data[0].jobs;
    expect(job.executionDetails[0].raw).toMatch(/not an address of the public internet|only http and https/);
    expect(received).toEqual([]);
  });

  it('W4: a redirect to a private address is refused, too', async () => {
    const targets = scene.carillon.app.get(HttpTargets, { strict: false });
    targets.allowsPrivate = (host) => host === '127.0.0.1';
    answer = (_request, response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    expect(await scene.tell([http({ method: 'GET' })])).toEqual(['failed: http_failed']);
    expect(received).toHaveLength(1);
    targets.allowsPrivate = () => allowed;
  });

  it('follows the redirect of a GET, and does not hand the signature to another server', async () => {
    const other = createServer((request, response) => {
      received.push({ method: request.method, url: request.url, headers: request.headers, body: '' });
      response.end('{"from":"other"}');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/there`;
    answer = (_request, response) => void response.writeHead(302, { location }).end();
    expect(await scene.tell([http({ method: 'GET', headers: [{ key: 'Authorization', value: 'secret' }] })])).toEqual([
      'completed: http_succeeded',
    ]);
    expect(received.map(({ url }) => url)).toEqual(['/hook', '/there']);
    expect(received[1]!.headers).not.toHaveProperty('novu-signature');
    expect(received[1]!.headers).not.toHaveProperty('authorization');
    other.closeAllConnections();
    await new Promise((resolve) => other.close(resolve));
  });

  it('S1, P7: many slow answers do not hold up another trigger', async () => {
    const held: ServerResponse[] = [];
    answer = (_request, response) => void held.push(response);
    const slow = await scene.trigger(await scene.workflow([http({ timeout: 20_000 })]), {
      to: Array.from({ length: 60 }, () => scene.newId()),
    });
    await eventually(async () => expect(held.length).toBeGreaterThanOrEqual(50));
    expect(await scene.tell([inApp('x')])).toEqual(['completed: delivered']);
    answer = (_request, response) => void response.end('{}');
    for (const response of held) response.end('{}');
    await scene.settled(slow, 60);
  });
});

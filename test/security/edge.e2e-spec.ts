import { once } from 'node:events';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { ApiKeys } from '../../src/auth/api-keys.service.js';
import { eventually } from '../eventually.js';
import { basic, LegacyScene } from '../legacy/legacy-scene.js';
import { lastResponse, Wire } from './wire.js';

const LARGE = 29_000_000;
const TRIGGER = 'POST /v1/events/trigger HTTP/1.1';
const JSON_TYPE = 'Content-Type: application/json';

describe('the edge of the server', () => {
  let scene: LegacyScene;
  let urls: { main: string; legacy: string };
  let key: string;
  const wires: Wire[] = [];

  beforeAll(async () => {
    scene = await LegacyScene.start({ settings: { ROLE: 'api', REQUEST_TIMEOUT_SECONDS: '1' } });
    const { app, api } = scene.engine.carillon;
    await app.listen(0, '127.0.0.1');
    urls = { main: await app.getUrl(), legacy: scene.url };
    key = `Authorization: ApiKey ${api.apiKey}`;
    await api.workflow({ workflowId: 'hello' });
  });

  afterEach(() => {
    for (const wire of wires.splice(0)) wire.close();
  });

  afterAll(() => scene.close());

  async function open(server: keyof typeof urls = 'main'): Promise<Wire> {
    const wire = await Wire.to(urls[server]);
    wires.push(wire);
    return wire;
  }

  /** The head of a request with a body of this length. */
  const head = (line: string, length: number, ...headers: string[]): string[] => [
    line,
    'Host: localhost',
    JSON_TYPE,
    `Content-Length: ${length}`,
    ...headers,
  ];

  describe('answers a large body without credentials before it is sent, and closes the connection:', () => {
    it.each<[string, keyof typeof urls, string, string[], number]>([
      ['a trigger without a key', 'main', TRIGGER, [], 401],
      ['a trigger with a key that nobody has', 'main', TRIGGER, [`Authorization: ApiKey ${'a'.repeat(32)}`], 401],
      ['a trigger with the token of a session', 'main', TRIGGER, ['Authorization: Bearer a.b.c'], 401],
      ['a workflow', 'main', 'PUT /v2/workflows/hello HTTP/1.1', [], 401],
      ['an upload of translations', 'main', 'POST /v2/translations/upload HTTP/1.1', [], 401],
      ['a widget without a session', 'main', 'PATCH /v1/inbox/preferences HTTP/1.1', [], 401],
      [
        'a widget with a token that is none',
        'main',
        'PATCH /v1/inbox/preferences HTTP/1.1',
        ['Authorization: Bearer x'],
        401,
      ],
      ['an unknown path', 'main', 'POST /v1/nowhere HTTP/1.1', [], 404],
      ['the opening of a session', 'main', 'POST /v1/inbox/session HTTP/1.1', [], 413],
      ['a message to a bot', 'main', `POST /v2/inbound-webhooks/telegram/${'a'.repeat(24)} HTTP/1.1`, [], 404],
      ['a legacy notification without credentials', 'legacy', 'POST /api/notification HTTP/1.1', [], 401],
      [
        'a legacy notification with a wrong secret',
        'legacy',
        'POST /api/notification HTTP/1.1',
        [`Authorization: ${basic({ applicationId: 'app_x', secret: 'y' })}`],
        401,
      ],
    ])('%s', async (_what, server, line, headers, status) => {
      const wire = await open(server);
      wire.request(head(line, LARGE, ...headers), '{"name": "');
      const answer = lastResponse(await wire.untilEnd());
      expect({ status: answer.status, body: answer.body['statusCode'] }).toEqual({ status, body: status });
      expect(answer.head).toContain('\r\nconnection: close');
      expect(wire.written).toBeLessThan(1000);
    });
  });

  it('gives an answer to each of many who send large bodies without a key at once, in pieces of unknown number', async () => {
    const answers = Array.from({ length: 20 }, async () => {
      const wire = await open();
      wire.request([TRIGGER, 'Host: localhost', JSON_TYPE, 'Transfer-Encoding: chunked'], '5\r\n{"a":\r\n');
      return lastResponse(await wire.untilEnd()).status;
    });
    expect(await Promise.all(answers)).toEqual(Array.from({ length: 20 }, () => 401));
  });

  it('does not read a large body without a key, however fast it comes', async () => {
    const accepted = once(scene.engine.carillon.app.getHttpServer(), 'connection') as Promise<[Socket]>;
    const wire = await open();
    wire.request(head(TRIGGER, 5_000_000), 'x'.repeat(5_000_000));
    const [socket] = await accepted;
    expect(lastResponse(await wire.until(/\}$/)).status).toBe(401);
    await wire.untilEnd();
    await eventually(async () => expect(socket.destroyed).toBe(true));
    expect(socket.bytesRead).toBeLessThan(1_000_000);
    wire.close();
  });

  it('lets the connection be used again after a short body without a key', async () => {
    const wire = await open();
    wire.request(head(TRIGGER, 2), '{}');
    expect(lastResponse(await wire.until(/\}$/)).status).toBe(401);
    wire.request(['GET /health/live HTTP/1.1', 'Host: localhost', 'Connection: close']);
    expect(lastResponse(await wire.untilEnd()).status).toBe(200);
  });

  describe('whoever asks before they send a body (Expect: 100-continue)', () => {
    const body = JSON.stringify({ name: 'hello', to: 'ada' });
    const EXPECT = 'Expect: 100-continue';

    it('is told to send it, and answered', async () => {
      const wire = await open();
      wire.request(head(TRIGGER, body.length, key, EXPECT, 'Connection: close'));
      expect(await wire.until(/\r\n\r\n$/)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
      wire.write(body);
      expect(lastResponse(await wire.untilEnd()).status).toBe(201);
    });

    it.each<[string, () => string[], number]>([
      ['a key', () => head(TRIGGER, body.length, EXPECT), 401],
      ['a body that is short enough', () => head(TRIGGER, 2 * LARGE, key, EXPECT), 413],
      ['a kind of body that is read', () => head(TRIGGER, 10, key, EXPECT).with(2, 'Content-Type: image/png'), 415],
    ])('is not told to send it without %s', async (_what, lines, status) => {
      const wire = await open();
      wire.request(lines());
      const text = await wire.untilEnd();
      expect(text).not.toContain('100 Continue');
      expect(lastResponse(text).status).toBe(status);
    });
  });

  describe.each(['main', 'legacy'] as const)('on the port of the %s API', (server) => {
    const notification = 'POST /api/notification HTTP/1.1';

    it.each<[string, (wire: Wire, credentials: string) => void]>([
      ['sends nothing', () => undefined],
      ['stops in the middle of the head', (wire) => wire.write(`${TRIGGER}\r\nHost: localhost\r\nX-Slow: `)],
      [
        'stops in the middle of the body, with good credentials',
        (wire, credentials) =>
          wire.request(head(server === 'main' ? TRIGGER : notification, 1000, credentials), '{"name": "'),
      ],
    ])('whoever %s is told so with 408, and the connection is closed', async (_what, send) => {
      const application = server === 'legacy' ? await scene.application() : undefined;
      const wire = await open(server);
      send(wire, application ? `Authorization: ${basic(application)}` : key);
      const { status, head: sent, body } = lastResponse(await wire.untilEnd());
      expect({ status, message: body['message'] }).toEqual({
        status: 408,
        message: 'The request did not arrive in time (REQUEST_TIMEOUT_SECONDS)',
      });
      expect(sent).toContain('connection: close');
    });

    it.each([
      ['an address', [`GET /${'x'.repeat(20_000)} HTTP/1.1`, 'Host: localhost']],
      ['a header', ['GET / HTTP/1.1', 'Host: localhost', `X-Long: ${'x'.repeat(20_000)}`]],
      [
        'a thousand headers',
        ['GET / HTTP/1.1', 'Host: localhost', ...Array.from({ length: 1000 }, () => `X-Many: ${'x'.repeat(20)}`)],
      ],
    ])('%s of 20 KB or more is refused with 431, and the connection closed', async (_what, lines) => {
      const wire = await open(server);
      wire.request(lines);
      expect(lastResponse(await wire.untilEnd()).status).toBe(431);
    });
  });

  it('two hundred requests in one go are answered in their order', async () => {
    const wire = await open();
    const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    wire.write(Array.from({ length: 200 }, (_none, index) => ask(index % 2 ? '/health/live' : '/v2/topics')).join(''));
    wire.request(['GET /nowhere HTTP/1.1', 'Host: localhost', 'Connection: close']);
    const statuses = [...(await wire.untilEnd()).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
    expect(statuses).toEqual([...Array.from({ length: 200 }, (_none, index) => (index % 2 ? 200 : 401)), 404]);
  });

  it.each([
    ['/v1/inbox/session', 60_000, 400],
    ['/v1/inbox/session', 70_000, 413],
    [`/v2/inbound-webhooks/telegram/${'a'.repeat(24)}`, 60_000, 404],
    [`/v2/inbound-webhooks/telegram/${'a'.repeat(24)}`, 70_000, 404],
    [`/v2/inbound-webhooks/delivery-providers/${'a'.repeat(24)}/${'b'.repeat(24)}`, 1_000_000, 404],
    [`/v2/inbound-webhooks/delivery-providers/${'a'.repeat(24)}/${'b'.repeat(24)}`, 3_000_000, 404],
  ])(
    'what needs no credentials takes bodies of little more than it needs: %s with %d bytes is %d',
    async (url, bytes, status) => {
      const payload = { applicationIdentifier: 'x', subscriberId: 'ada', text: 'x'.repeat(bytes) };
      expect((await scene.engine.carillon.anonymous.request({ method: 'POST', url, payload })).status).toBe(status);
    },
  );

  it('a compressed body is not unpacked', async () => {
    const url = new URL('/v1/events/trigger', urls.main);
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: key.slice('Authorization: '.length),
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      },
      body: gzipSync(JSON.stringify({ name: 'hello', to: 'ada', payload: { text: ' '.repeat(1_000_000) } })),
    });
    expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
      415,
      'A body in the encoding gzip is not read. Send it without Content-Encoding.',
    ]);
  });

  it('looks a key up once for a request, with a body and without', async () => {
    const { app, api } = scene.engine.carillon;
    const service = app.get(ApiKeys);
    const findEnvironment = service.findEnvironment.bind(service);
    let lookups = 0;
    service.findEnvironment = (given) => {
      lookups += 1;
      return findEnvironment(given);
    };
    await api.trigger('hello', { to: 'ada' });
    await api.get('/v2/workflows');
    service.findEnvironment = findEnvironment;
    expect(lookups).toBe(2);
  });

  describe('legacy credentials', () => {
    const encoded = (text: string | Buffer) => `Basic ${Buffer.from(text).toString('base64')}`;

    const line = (credentials: string | Buffer): Buffer =>
      Buffer.concat([Buffer.from('Authorization: '), Buffer.from(credentials)]);
    const bytes = (...values: number[]): Buffer => Buffer.from(values);

    /** The status of a request with these header lines, and that it says what to do where it is for lack of credentials. */
    async function statusOf(lines: readonly (string | Buffer)[]): Promise<number> {
      const wire = await open('legacy');
      const ends = ['GET /api/notification/x HTTP/1.1', 'Host: localhost', 'Connection: close', ...lines, ''];
      wire.write(Buffer.concat([...ends, ''].flatMap((one, at) => [Buffer.from(at ? '\r\n' : ''), Buffer.from(one)])));
      const { status, head: sent, body } = lastResponse(await wire.untilEnd());
      if (status !== 401) return status;
      expect(body).toMatchObject({ statusCode: 401, hint: expect.any(String) });
      expect(sent).toContain('\r\nwww-authenticate: basic realm=');
      for (const given of lines.map(String).filter((one) => one.length > 24))
        expect(JSON.stringify(body)).not.toContain(given.slice(22));
      return status;
    }

    /** Credentials are checked before the notification is looked for, which is not there. */
    const ADMITTED = 404;

    it.each<[string, (own: string) => (string | Buffer)[], number]>([
      ['none', () => [], 401],
      ['no colon', () => [line(encoded('applicationsecret'))], 401],
      ['an empty id', () => [line(encoded(':secret'))], 401],
      ['an empty secret', () => [line(encoded('application:'))], 401],
      ['no credentials', () => [line('Basic ')], 401],
      ['nothing in them', () => [line(encoded(''))], 401],
      ['a colon alone', () => [line(encoded(':'))], 401],
      ['bytes of no UTF-8', () => [line(encoded(bytes(0x61, 0x3a, 0xff, 0xfe)))], 401],
      ['8 KB', () => [line(encoded(`app:${'x'.repeat(6000)}`))], 401],
      ['100 KB', () => [line(encoded(`app:${'x'.repeat(75_000)}`))], 431],
      ['many colons', () => [line(encoded('a:b:c:d:e'))], 401],
      ['an encoded zero byte', () => [line(encoded('app\0:secret'))], 401],
      ['a zero byte', () => [line(Buffer.concat([Buffer.from('Basic YQ'), bytes(0)]))], 400],
      ['no base64', () => [line('Basic ****')], 401],
      ['base64 for URLs', () => [line(`Basic ${Buffer.from('app:~~~???').toString('base64url')}`)], 401],
      ['Latin-1', () => [line(Buffer.concat([Buffer.from('Basic '), bytes(0xe4, 0x3a, 0xf6)]))], 401],
      ['plain UTF-8', () => [line('Basic äpp:geheimß')], 401],
      ['a list', () => [line(`${encoded('a:b')}, ${encoded('a:b')}`)], 401],
      ['an API key', () => [line('ApiKey 3f1c9a5be0d24d7f8a6c0b1e2d3f4a5b')], 401],
      ['a second header', (own) => [line(own), line(encoded('a:b'))], 400],
      ['the same header twice', (own) => [line(own), line(own)], 400],
      ['a line that is folded', (own) => [line(`Basic\r\n ${own.slice(6)}`)], 400],
      ['a space before the colon', (own) => [`Authorization : ${own}`], 400],
      ['a tab in place of the space', (own) => [line(own.replace(' ', '\t'))], 401],
      ['the scheme in small letters', (own) => [line(own.replace('Basic', 'basic'))], ADMITTED],
      ['spaces around', (own) => [line(`   ${own.replace(' ', '   ')}   `)], ADMITTED],
      ['a tab at the end', (own) => [line(`${own}\t`)], ADMITTED],
    ])('%s: the response is clear, and the server goes on', async (_what, lines, status) => {
      const own = basic(await scene.application());
      expect(await statusOf(lines(own))).toBe(status);
      expect(await statusOf([line(own)])).toBe(ADMITTED);
    });

    it('that were rotated are refused at once', async () => {
      const application = await scene.application();
      const ask = (of = application) => scene.get(of, 'x').then(({ status }) => status);
      expect(await ask()).toBe(404);
      const url = `/v1/legacy/applications/${application.applicationId}/rotate`;
      const { secret } = (await scene.api.post(url, {})).body.data;
      expect([await ask(), await ask({ ...application, secret })]).toEqual([401, 404]);
    });
  });
});

import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Types } from 'mongoose';
import { WidgetScene } from '../inbox-widget/widget-scene.js';
import { pageToken } from '../page-token.js';
import { startTestApp, type TestApp } from '../test-app.js';

/** Not a word that the pages themselves have. */
const SECRET = 'the code is 4711';

interface RawAnswer {
  status: number;
  /** The head and the body. */
  text: string;
}

/** What somebody tries who reaches the port of a Carillon on somebody else's machine: through a proxy, or a browser there. */
describe('the pages of this machine', () => {
  let test: TestApp;
  let scene: WidgetScene;
  let port: number;
  let token: string;
  /** What the page reads. */
  let messages: string;

  beforeAll(async () => {
    test = await startTestApp({ settings: { INBOX_DEMO: 'on', OUTBOX: 'on', DELIVER_TO: 'outbox' } });
    scene = await WidgetScene.of(test);
    await test.app.listen(0, '127.0.0.1');
    port = Number(new URL(await test.app.getUrl()).port);
    token = pageToken(test.app);
    messages = `/outbox/environments/${String(scene.development._id)}`;
    await test.connection.collection('outbox').insertOne({
      environmentId: scene.development._id,
      organizationId: scene.development.organizationId,
      key: 'one',
      channel: 'sms',
      providerId: 'novu-sms',
      integrationId: new Types.ObjectId(),
      transactionId: 'one',
      messageId: 'one',
      recipients: ['+491'],
      subject: SECRET,
      preview: SECRET,
      content: { channel: 'sms', to: '+491', body: SECRET },
      createdAt: new Date(),
      expiresAt: new Date(Date.now() + 86_400_000),
    });
  });

  afterAll(() => test.close());

  /** Sends these lines as they are, and reads until the server hangs up. */
  async function raw(...lines: string[]): Promise<RawAnswer> {
    const socket = connect(port, '127.0.0.1');
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(socket, 'close');
    const text = Buffer.concat(chunks).toString();
    return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]), text };
  }

  function get(path: string, host: string, ...headers: string[]): Promise<RawAnswer> {
    return raw(`GET ${path} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...headers);
  }

  const local = () => `127.0.0.1:${port}`;

  /** The cookie that a browser gets for the token. */
  async function cookieOf(path = '/outbox', host = local()): Promise<string> {
    const { text } = await get(`${path}?token=${token}`, host);
    return `Cookie: ${/set-cookie: ([^;]+);/i.exec(text)?.[1]}`;
  }

  const FORGED: [string, (path: string) => Promise<RawAnswer>][] = [
    ['nothing else', (path) => get(path, local())],
    ['the name localhost', (path) => get(path, `localhost:${port}`)],
    ['the IPv6 address', (path) => get(path, `[::1]:${port}`)],
    [
      'HTTP/1.0 and the address behind it, as a default nginx',
      (path) => raw(`GET ${path} HTTP/1.0`, `Host: ${local()}`),
    ],
    ['HTTP/1.0 and no Host', (path) => raw(`GET ${path} HTTP/1.0`)],
    ['a public address as Host', (path) => get(path, '203.0.113.9')],
    ['a name that was pointed here', (path) => get(path, 'rebound.example.com')],
    ['a Via of a proxy', (path) => get(path, local(), 'Via: 1.1 proxy')],
    ['the X-Forwarded-Proto of a proxy', (path) => get(path, local(), 'X-Forwarded-Proto: https')],
    ['the CF-Connecting-IP of a proxy', (path) => get(path, local(), 'CF-Connecting-IP: 203.0.113.9')],
    ['a whole address to ask for', (path) => get(`http://${local()}${path}`, 'rebound.example.com')],
    ['X-Forwarded-Host', (path) => get(path, 'rebound.example.com', `X-Forwarded-Host: ${local()}`)],
    ['a wrong token', (path) => get(`${path}?token=${'A'.repeat(24)}`, local())],
    ['no token after all', (path) => get(`${path}?token=`, local())],
    ['the token as a cookie', (path) => get(path, local(), `Cookie: carillon-pages-${port}=${pageToken(test.app)}`)],
  ];

  it.each(FORGED)('OB4: show no message and no environment to a request with %s', async (_what, ask) => {
    const page = await ask('/outbox');
    expect(page.text).not.toContain(SECRET);
    expect(page.text).not.toContain(String(scene.development._id));
    expect(page.text).toContain('data-access="key"');
    const list = await ask(messages);
    expect(list.status).toBe(401);
    expect(list.text).not.toContain(SECRET);
    const demo = await ask('/inbox-demo');
    expect([401, 403]).toContain(demo.status);
    expect(demo.text).not.toContain('data-application');
    expect(demo.text).not.toContain(scene.development.identifier);
  });

  it('OB4: let nobody empty the outbox, whatever name and proxy it comes by', async () => {
    for (const host of [local(), 'rebound.example.com']) {
      const answer = await raw(`DELETE ${messages} HTTP/1.1`, `Host: ${host}`, 'Connection: close');
      expect(answer.status).toBe(401);
    }
    expect((await test.api.get('/v1/outbox')).body.totalCount).toBe(1);
  });

  it('OB4: give a cookie for the token, that no script and no other site sees, and an address without it', async () => {
    const { status, text } = await get(`/outbox?token=${token}`, local());
    expect(status).toBe(303);
    expect(text).toMatch(/^location: \/outbox\r$/im);
    expect(text).toMatch(/^set-cookie: carillon-pages-\d+=[\w-]+; Path=\/; HttpOnly; SameSite=Strict\r$/im);
    expect(text).toMatch(/^referrer-policy: no-referrer\r$/im);
    expect(text).not.toContain(token);
  });

  it('OB4: are open to a browser with the cookie, under a name of this machine alone', async () => {
    const cookie = await cookieOf();
    expect((await get('/outbox', local(), cookie)).text).toContain('data-access="open"');
    expect((await get(messages, local(), cookie)).text).toContain(SECRET);
    for (const host of ['rebound.example.com', `203.0.113.9:${port}`, `rebound.example.com:${port}`]) {
      expect((await get('/outbox', host, cookie)).text).toContain('data-access="key"');
      expect((await get(messages, host, cookie)).status).toBe(401);
      expect((await get('/inbox-demo', host, cookie)).status).toBe(403);
    }
  });

  it('OB4: give nothing for the token under another name', async () => {
    for (const path of ['/outbox', '/inbox-demo']) {
      const { status, text } = await get(`${path}?token=${token}`, 'rebound.example.com');
      expect(status).not.toBe(303);
      expect(text).not.toMatch(/set-cookie/i);
    }
  });

  it('leave the API as it is: with a key it is read under every name', async () => {
    for (const host of [local(), 'rebound.example.com', '203.0.113.9']) {
      const { status, text } = await get(
        '/v1/outbox',
        host,
        `Authorization: ApiKey ${test.api.apiKey}`,
        'Via: 1.1 proxy',
      );
      expect([status, text.includes(SECRET)]).toEqual([200, true]);
    }
  });

  it.each([
    '/inbox-demo/packages/../../package.json',
    '/inbox-demo/packages/%2e%2e/%2e%2e/package.json',
    '/inbox-demo/packages/..%2f..%2fpackage.json',
    '/inbox-demo/packages//etc/passwd',
    '/inbox-demo/packages/..%5c..%5cpackage.json',
    '/outbox/..%2f..%2fpackage.json',
    '/outbox/page.js%00.html',
    '/docs/..%2f..%2fpackage.json',
  ])('lead to no other file of the machine: %s', async (path) => {
    const { status, text } = await get(path, local(), await cookieOf());
    expect([400, 404]).toContain(status);
    expect(text).not.toMatch(/"dependencies"|root:/);
  });

  describe('the inbox of the sample person', () => {
    let application: string;

    beforeAll(async () => {
      const { status, text } = await get('/inbox-demo', local(), await cookieOf('/inbox-demo'));
      expect(status).toBe(200);
      application = /data-application="([^"]+)"/.exec(text)![1]!;
      expect(text).not.toContain(scene.development.identifier);
    });

    const open = (applicationIdentifier: string, subscriberId: string) =>
      test.anonymous.post('/v1/inbox/session', { applicationIdentifier, subscriber: { subscriberId } });

    it('is the only one that what the page names as its application opens', async () => {
      await test.api.post('/v2/subscribers', { subscriberId: 'eve' });
      expect((await open(application, 'ada')).status).toBe(201);
      const refused = await open(application, 'eve');
      expect({ status: refused.status, message: refused.body.message }).toEqual({
        status: 400,
        message: "This applicationIdentifier opens the inbox of 'ada' alone",
      });
    });

    it('is not opened, nor another one, by a name that somebody has changed', async () => {
      const [one, , signature] = application.split('.');
      const claims = JSON.stringify([String(scene.development._id), 'eve']);
      const changed = Buffer.from(claims).toString('base64url');
      const hashed = createHmac('sha256', String(scene.development._id)).update(changed).digest('base64url');
      for (const forged of [
        `${one}.${changed}.${signature}`,
        `${one}.${changed}.${hashed}`,
        `${one}.${changed}.`,
        `${one}.x.y`,
      ]) {
        expect((await open(forged, 'eve')).status).toBe(400);
      }
    });
  });

  it.each(['/console', '/console/', '/console/subscribers/ada%2Fb', '/console/accept'])(
    'serve the console at %s under every name, with a policy that lets in its own files alone',
    async (path) => {
      const [one, other] = [await get(path, local()), await get(path, 'notify.example.com')];
      for (const { status, text } of [one, other]) {
        expect(status).toBe(200);
        expect(text).toMatch(/cache-control: no-store/i);
        expect(text).toContain("script-src 'self'; style-src 'self' 'nonce-");
        expect(text).toContain("frame-ancestors 'none'");
        expect(text).not.toMatch(/<script(?![^>]* src="\/console\/assets\/)/);
        expect(text).toContain(`nonce="${/'nonce-([^']+)'/.exec(text)?.[1]}"`);
      }
      const nonceOf = ({ text }: RawAnswer) => /'nonce-([^']+)'/.exec(text)?.[1];
      expect(nonceOf(one)).not.toBe(nonceOf(other));
    },
  );

  it('have files of the console kept for ever, and nothing else below it', async () => {
    const [, script] = /src="(\/console\/assets\/[^"]+\.js)"/.exec((await get('/console', local())).text)!;
    const { status, text } = await get(script!, local(), 'Accept-Encoding: br');
    expect(status).toBe(200);
    expect(text).toMatch(/content-encoding: br/i);
    expect(text).toMatch(/cache-control: public, max-age=31536000, immutable/i);
    for (const name of ['missing.js', '..%2Findex.html', '..%2F..%2Fsrc%2Fmain.js', '%2e%2e/index.html'])
      expect((await get(`/console/assets/${name}`, local())).text).not.toMatch(/import|immutable/);
    expect((await get('/console/assets/missing.js', local())).status).toBe(404);
  });
});

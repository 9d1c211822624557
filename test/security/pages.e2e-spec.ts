import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Types } from 'mongoose';
import { WidgetScene } from '../inbox/widget/widget-scene.js';
import { pageToken } from '../page-token.js';
import { startTestApp, type TestApp } from '../test-app.js';

/** Not a word that the pages themselves have. */
const SECRET = 'the code is 4711';

interface RawResponse {
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
  /** The header by which a guest names the environment. */
  let environment: string;

  beforeAll(async () => {
    test = await startTestApp({ settings: { INBOX_DEMO: 'on', OUTBOX: 'on', DELIVER_TO: 'outbox' } });
    scene = await WidgetScene.of(test);
    await test.app.listen(0, '127.0.0.1');
    port = Number(new URL(await test.app.getUrl()).port);
    token = pageToken(test.app);
    environment = `Carillon-Environment: ${String(scene.development._id)}`;
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
  async function raw(...lines: string[]): Promise<RawResponse> {
    const socket = connect(port, '127.0.0.1');
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(socket, 'close');
    const text = Buffer.concat(chunks).toString();
    return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]), text };
  }

  function get(path: string, host: string, ...headers: string[]): Promise<RawResponse> {
    return raw(`GET ${path} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...headers);
  }

  const local = () => `127.0.0.1:${port}`;

  /** The cookie that a browser gets for the token. */
  async function cookieOf(path = '/outbox', host = local()): Promise<string> {
    const { text } = await get(`${path}?token=${token}`, host);
    return `Cookie: ${/set-cookie: ([^;]+);/i.exec(text)?.[1]}`;
  }

  /** The outbox as a guest reads it. */
  function messages(host: string, ...headers: string[]): Promise<RawResponse> {
    return get('/v1/outbox', host, environment, ...headers);
  }

  const FORGED: [string, (path: string, ...headers: string[]) => Promise<RawResponse>][] = [
    ['nothing else', (path, ...headers) => get(path, local(), ...headers)],
    ['the name localhost', (path, ...headers) => get(path, `localhost:${port}`, ...headers)],
    ['the IPv6 address', (path, ...headers) => get(path, `[::1]:${port}`, ...headers)],
    [
      'HTTP/1.0 and the address behind it, as a default nginx',
      (path, ...headers) => raw(`GET ${path} HTTP/1.0`, `Host: ${local()}`, ...headers),
    ],
    ['HTTP/1.0 and no Host', (path, ...headers) => raw(`GET ${path} HTTP/1.0`, ...headers)],
    ['a public address as Host', (path, ...headers) => get(path, '203.0.113.9', ...headers)],
    ['a name that was pointed here', (path, ...headers) => get(path, 'rebound.example.com', ...headers)],
    ['a Via of a proxy', (path, ...headers) => get(path, local(), 'Via: 1.1 proxy', ...headers)],
    [
      'the X-Forwarded-Proto of a proxy',
      (path, ...headers) => get(path, local(), 'X-Forwarded-Proto: https', ...headers),
    ],
    [
      'the CF-Connecting-IP of a proxy',
      (path, ...headers) => get(path, local(), 'CF-Connecting-IP: 203.0.113.9', ...headers),
    ],
    [
      'a whole address to ask for',
      (path, ...headers) => get(`http://${local()}${path}`, 'rebound.example.com', ...headers),
    ],
    [
      'X-Forwarded-Host',
      (path, ...headers) => get(path, 'rebound.example.com', `X-Forwarded-Host: ${local()}`, ...headers),
    ],
    ['a wrong token', (path, ...headers) => get(`${path}?token=${'A'.repeat(24)}`, local(), ...headers)],
    ['no token after all', (path, ...headers) => get(`${path}?token=`, local(), ...headers)],
    [
      'the token as a cookie',
      (path, ...headers) => get(path, local(), `Cookie: carillon-pages-${port}=${token}`, ...headers),
    ],
  ];

  it.each(FORGED)('OB4: show no message and no environment to a request with %s', async (_what, ask) => {
    for (const path of ['/outbox', '/inbox-demo', '/console/outbox', '/v1/session/guest']) {
      const { text } = await ask(path);
      expect(text).not.toContain(SECRET);
      expect(text).not.toContain(String(scene.development._id));
      expect(text).not.toContain(scene.development.identifier);
      expect(text).not.toMatch(/set-cookie|"open"/i);
    }
    const list = await ask('/v1/outbox', environment);
    expect(list.status).toBe(401);
    expect(list.text).not.toContain(SECRET);
    const demo = await ask('/v1/inbox/demo');
    // 422 for a query, of which the operation has none.
    expect([403, 422]).toContain(demo.status);
    expect(demo.text).not.toMatch(/applicationIdentifier"/);
  });

  it('OB4: let nobody empty the outbox, whatever name and proxy it comes by', async () => {
    const cookie = await cookieOf();
    const own = 'Carillon-Request: 1';
    const forged: [status: number, host: string, headers: string[]][] = [
      [401, local(), [own]],
      [401, 'rebound.example.com', [own]],
      [401, 'rebound.example.com', [own, cookie]],
      // What a page of another site can make a browser send: without the header, or with its own origin.
      [403, local(), [cookie]],
      [403, local(), [own, cookie, 'Origin: https://evil.example.com']],
      [403, local(), [own, cookie, 'Sec-Fetch-Site: same-site']],
    ];
    for (const [status, host, headers] of forged) {
      const answer = await raw(
        'DELETE /v1/outbox HTTP/1.1',
        `Host: ${host}`,
        'Connection: close',
        environment,
        ...headers,
      );
      expect([answer.status, headers]).toEqual([status, headers]);
    }
    expect((await test.api.get('/v1/outbox')).body.totalCount).toBe(1);
  });

  it.each(['/outbox', '/inbox-demo'])(
    'OB4: give a cookie for the token at %s, that no script and no other site sees, and an address without it',
    async (path) => {
      const { status, text } = await get(`${path}?channel=sms&token=${token}`, local());
      expect(status).toBe(303);
      expect(text).toContain(`location: /console${path}?channel=sms\r`);
      expect(text).toMatch(/^set-cookie: carillon-pages-\d+=[\w-]+; Path=\/; HttpOnly; SameSite=Strict\r$/im);
      expect(text).toMatch(/^referrer-policy: no-referrer\r$/im);
      expect(text).not.toContain(token);
    },
  );

  it('OB4: are open to a browser with the cookie, under a name of this machine alone', async () => {
    const cookie = await cookieOf();
    const guest = async (host: string) => (await get('/v1/session/guest', host, cookie)).text;
    expect(await guest(local())).toMatch(/"outbox":"open","inboxDemo":"open"/);
    expect((await messages(local(), cookie)).text).toContain(SECRET);
    for (const host of ['rebound.example.com', `203.0.113.9:${port}`, `rebound.example.com:${port}`]) {
      expect(await guest(host)).toMatch(/"outbox":"off","inboxDemo":"closed","environments":\[\]/);
      expect((await messages(host, cookie)).status).toBe(401);
      expect((await get('/v1/inbox/demo', host, cookie)).status).toBe(403);
    }
  });

  it('OB4: let a browser with the cookie do nothing beside the operations of the outbox', async () => {
    const cookie = await cookieOf();
    const paths = [
      '/v1/session',
      '/v1/notifications',
      '/v2/subscribers',
      '/v2/workflows',
      '/v1/environments',
      '/v1/audit',
    ];
    for (const path of paths)
      expect([path, (await get(path, local(), environment, cookie)).status]).toEqual([path, 401]);
    const trigger = await raw(
      'POST /v1/events/trigger HTTP/1.1',
      `Host: ${local()}`,
      'Connection: close',
      'Carillon-Request: 1',
      'Content-Length: 0',
      environment,
      cookie,
    );
    expect(trigger.status).toBe(401);
  });

  it('OB4: let a key count before the cookie, and want to know the environment of a guest', async () => {
    const cookie = await cookieOf();
    const wrong = await messages(local(), cookie, 'Authorization: ApiKey no-such-key');
    expect(wrong.status).toBe(401);
    expect((await messages(local(), cookie, 'Authorization: Bearer nobody')).status).toBe(401);
    expect((await get('/v1/outbox', local(), cookie)).status).toBe(400);
    const nowhere = await get(
      '/v1/outbox',
      local(),
      cookie,
      `Carillon-Environment: ${new Types.ObjectId().toHexString()}`,
    );
    expect(nowhere.status).toBe(404);
  });

  it('OB4: give nothing for the token under another name', async () => {
    for (const path of ['/outbox', '/inbox-demo']) {
      const { text } = await get(`${path}?token=${token}`, 'rebound.example.com');
      expect(text).not.toMatch(/set-cookie/i);
      expect(text).not.toContain(token);
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
    '/inbox-demo/../package.json',
    '/inbox-demo/%2e%2e/%2e%2e/package.json',
    '/inbox-demo/..%2f..%2fpackage.json',
    '/inbox-demo//etc/passwd',
    '/inbox-demo/..%5c..%5cpackage.json',
    '/outbox/..%2f..%2fpackage.json',
    '/outbox/page.js%00.html',
    '/docs/..%2f..%2fpackage.json',
    '/guide/..%2f..%2fpackage.json',
    '/guide/%2e%2e/%2e%2e/package.json',
  ])('lead to no other file of the machine: %s', async (path) => {
    const { status, text } = await get(path, local(), await cookieOf());
    expect([400, 404]).toContain(status);
    expect(text).not.toMatch(/"dependencies"|root:/);
  });

  describe('the inbox of the sample person', () => {
    let application: string;

    beforeAll(async () => {
      const { status, text } = await get('/v1/inbox/demo', local(), await cookieOf('/inbox-demo'));
      expect(status).toBe(200);
      application = /"applicationIdentifier":"([^"]+)"/.exec(text)![1]!;
      expect(text).not.toContain(scene.development.identifier);
    });

    const open = (applicationIdentifier: string, subscriberId: string) =>
      test.anonymous.post('/v1/inbox/session', { applicationIdentifier, subscriber: { subscriberId } });

    it('is the only one that what the page names as its application opens', async () => {
      await test.api.subscriber({ subscriberId: 'eve' });
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

  it('show the document with the inbox widget in frames of this service alone, with no data in it', async () => {
    const { status, text } = await get('/console/inbox-frame', local());
    expect(status).toBe(200);
    expect(text).toContain(
      "script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; ",
    );
    expect(text).toContain("frame-ancestors 'self'");
    expect(text).not.toMatch(/<script(?! type="module" src="\/console\/inbox-frame\.js">)/);
  });

  it('show an email with its pictures in a frame of this service, without an origin, scripts, forms and requests', async () => {
    const { status, text } = await get('/console/mail-frame', local());
    expect(status).toBe(200);
    const nonce = /'nonce-([^']+)'/.exec(text)?.[1];
    expect(text).toContain(
      `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'; img-src https: http: data:; `,
    );
    expect(text).toContain("form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts");
    expect(text).not.toContain('allow-same-origin');
    expect((await get('/console/mail-frame', local())).text).not.toContain(nonce);
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
      const nonceOf = ({ text }: RawResponse) => /'nonce-([^']+)'/.exec(text)?.[1];
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

describe('the pages of a Carillon that others reach, or whose data are elsewhere', () => {
  it('OB4: let nobody read the outbox with a cookie, and the inbox demo under the name of PUBLIC_URL', async () => {
    const settings = { INBOX_DEMO: 'on', OUTBOX: 'on', HOST: '0.0.0.0', PUBLIC_URL: 'https://notify.example.com' };
    const test = await startTestApp({ settings });
    try {
      const request = (url: string, headers: Record<string, string>) =>
        test.app.getHttpAdapter().getInstance().inject({ method: 'GET', url, headers });
      const visit = await request(`/outbox?token=${pageToken(test.app)}`, { host: 'localhost:80' });
      expect(visit.headers).toMatchObject({ location: '/console/outbox' });
      expect(visit.headers['set-cookie']).toBeUndefined();
      const host = 'notify.example.com';
      const { headers } = await request(`/inbox-demo?token=${pageToken(test.app)}`, { host });
      const cookie = String(headers['set-cookie']).split(';')[0]!;
      expect((await request('/v1/inbox/demo', { host, cookie })).statusCode).toBe(200);
      expect((await request('/v1/inbox/demo', { host: 'other.example.com', cookie })).statusCode).toBe(403);
      const environment = await test.connection.collection('environments').findOne({}, { sort: { _id: 1 } });
      const named = { 'carillon-environment': String(environment!._id) };
      for (const name of [host, 'localhost', '127.0.0.1'])
        expect((await request('/v1/outbox', { host: name, cookie, ...named })).statusCode).toBe(401);
      expect((await request('/v1/session/guest', { host, cookie })).json().data).toEqual({
        outbox: 'off',
        inboxDemo: 'open',
        environments: [],
      });
    } finally {
      await test.close();
    }
  });
});

import { generateKeyPairSync } from 'node:crypto';
import { Types } from 'mongoose';
import { MailServer } from '#libs/providers/testing/mail-server.js';
import { Environment } from '../../src/auth/environment.schema.js';
import { PreferenceLinks } from '../../src/preferences/links/preference-links.service.js';
import { Preference } from '../../src/preferences/preference.schema.js';
import { EngineScene, inApp } from '../delivery/engine-scene.js';
import { eventually } from '../eventually.js';
import { aSubscriber } from '../builders/subscriber.js';

const PUBLIC = 'https://notify.example.com';
const BODY = '<p>Hi</p><a href="{{unsubscribeUrl}}">Leave</a> <a href="{{preferencesUrl}}">Choose</a>';
const email = { type: 'email', controlValues: { subject: 'News', body: BODY, editorType: 'html' } };
const subscription = { kind: 'subscription' };
const critical = { preferences: { user: { all: { enabled: true, readOnly: true }, channels: {} } } };
const DELIVERED = ['completed: delivered'];
const UNSUBSCRIBED = ['skipped: unsubscribed'];

let scene: EngineScene;
let mail: MailServer;

beforeAll(async () => {
  mail = await MailServer.start({ hideSTARTTLS: true });
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const settings = { DELIVER_TO: 'providers', HTTP_PRIVATE_TARGETS: '127.0.0.1', PUBLIC_URL: PUBLIC };
  scene = await EngineScene.start({ settings });
  const { status } = await scene.carillon.api.post('/v1/integrations', {
    providerId: 'nodemailer',
    channel: 'email',
    name: 'Mail',
    active: true,
    check: false,
    credentials: {
      host: '127.0.0.1',
      port: String(mail.port),
      from: 'shop@example.com',
      senderName: 'Shop',
      secretKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      domain: 'example.com',
      accountSid: 'mail2026',
    },
  });
  expect(status).toBe(201);
});

afterAll(async () => {
  await scene.close();
  await mail.close();
});

const person = () => scene.subscriber({ email: `${scene.newId()}@example.com` });
const story = async (name: string, to: string, more: object = {}) =>
  scene.story(await scene.trigger(name, { to, ...more }));

interface Received {
  headers: Map<string, string>;
  body: string;
}

/** The next email that a trigger sends, as the server has received it; its headers are unfolded. */
async function received(name: string, to: string, more: object = {}): Promise<Received> {
  mail.received.length = 0;
  expect(await story(name, to, more)).toEqual(DELIVERED);
  const content = mail.received.at(-1)!.content.toString();
  const [head = '', ...rest] = content.split('\r\n\r\n');
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = new Map(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]));
  return { headers, body: rest.join('\r\n\r\n').replaceAll('=\r\n', '').replaceAll('=3D', '=') };
}

/** The path of the page that the headers of an email name. */
const pathOf = ({ headers }: Received): string => {
  const [, address = ''] = /^<(https:\/\/[^>]+)>$/.exec(headers.get('List-Unsubscribe') ?? '') ?? [];
  expect(address.startsWith(`${PUBLIC}/u/`)).toBe(true);
  return address.slice(PUBLIC.length);
};

const ONE_CLICK = {
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: 'List-Unsubscribe=One-Click',
};
const post = (url: string, how: object = ONE_CLICK) => scene.carillon.app.inject({ method: 'POST', url, ...how });
const get = (url: string, method: 'GET' | 'HEAD' = 'GET') => scene.carillon.app.inject({ method, url });
const consents = async (to: string) => (await scene.carillon.api.get(`/v2/subscribers/${to}/consents`)).body.data;
const stored = () => scene.model(Preference).find().lean();

describe('CS6: emails of a subscription', () => {
  it('say in their headers how to unsubscribe, signed, and link to it', async () => {
    const name = await scene.workflow([email], subscription);
    const one = await received(name, await person());
    expect(one.headers.get('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    const path = pathOf(one);
    expect(one.body).toContain(`href="${PUBLIC}${path}"`);
    expect(one.body).toMatch(/href="https:\/\/notify\.example\.com\/preferences\/[\w-]+"/);
    const [, signed = ''] = /[; ]h=([^;]+);/.exec(one.headers.get('DKIM-Signature') ?? '') ?? [];
    const fields = signed.toLowerCase().split(/[\s:]+/);
    expect(fields).toEqual(expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post']));
  });

  it('have no such headers where the workflow is transactional or critical', async () => {
    for (const fields of [{}, critical]) {
      const { headers, body } = await received(await scene.workflow([email], fields), await person());
      expect(headers.has('List-Unsubscribe')).toBe(false);
      expect(body).toContain(`${PUBLIC}/u/`);
    }
  });

  it('keep the headers that the trigger sets', async () => {
    const name = await scene.workflow([email], subscription);
    const overrides = { email: { headers: { 'List-Unsubscribe': '<mailto:stop@example.com>' } } };
    const { headers } = await received(name, await person(), { overrides });
    expect(headers.get('List-Unsubscribe')).toBe('<mailto:stop@example.com>');
    expect(headers.has('List-Unsubscribe-Post')).toBe(false);
  });

  it('name the person also where others get a copy, and in a digest', async () => {
    const digest = { type: 'digest', controlValues: { type: 'regular', amount: 1, unit: 'minutes' } };
    const name = await scene.workflow([digest, email], subscription);
    const to = await person();
    mail.received.length = 0;
    const overrides = { email: { cc: ['boss@example.com'] } };
    await scene.settled(await scene.trigger(name, { to, overrides }));
    await scene.later(61_000);
    await eventually(async () => expect(mail.received).toHaveLength(1));
    expect(mail.received[0]!.to).toHaveLength(2);
    expect(mail.received[0]!.content.toString()).toContain(`\r\nList-Unsubscribe: <${PUBLIC}/u/`);
  });
});

describe('CS6: a POST', () => {
  it.each<[string, object]>([
    ["the RFC's body", ONE_CLICK],
    [
      'a form with parts',
      {
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
        payload: '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      },
    ],
    ['no body', {}],
    ['a body of no type', { payload: 'List-Unsubscribe=One-Click' }],
    ['a type that is none', { headers: { 'content-type': 'x' }, payload: 'List-Unsubscribe=One-Click' }],
    [
      'an empty body of another type and language',
      { headers: { 'content-type': 'application/json; charset=utf-16', 'accept-language': '*;q=x, ü, \u00a0' } },
    ],
    [
      'bytes that are no text',
      { headers: { 'content-type': 'application/octet-stream' }, payload: Buffer.from([0, 255, 254, 0]) },
    ],
    [
      'further fields, headers of a prefetch and cookies',
      {
        headers: { ...ONE_CLICK.headers, 'sec-purpose': 'prefetch', cookie: 'a=b', origin: 'https://evil.example' },
        payload: 'List-Unsubscribe=One-Click&from=other&from=page&__proto__=x&%=%',
      },
    ],
  ])('with %s changes one preference, and nothing when it is repeated', async (_case, how) => {
    const [name, other] = [await scene.workflow([email], subscription), await scene.workflow([email], subscription)];
    const [to, stranger] = [await person(), await person()];
    const path = pathOf(await received(name, to));
    const response = await post(path, how);
    expect({ status: response.statusCode, cookie: response.headers['set-cookie'] }).toEqual({ status: 200 });
    expect(response.headers['location']).toBeUndefined();
    const after = await stored();
    const [again, atOnce] = [await post(path, how), await Promise.all([1, 2, 3].map(() => post(path, how)))];
    expect([again, ...atOnce].map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(await stored()).toEqual(after);
    expect(await story(name, to)).toEqual(UNSUBSCRIBED);
    expect(await story(other, to)).toEqual(DELIVERED);
    expect(await story(name, stranger)).toEqual(DELIVERED);
    expect(await consents(to)).toEqual([
      expect.objectContaining({
        choice: 'opted_out',
        channels: ['email'],
        workflowId: name,
        origin: expect.objectContaining({ source: 'one_click' }),
      }),
    ]);
  });

  it('of several at once is noted once', async () => {
    const name = await scene.workflow([email], subscription);
    const to = await person();
    const path = pathOf(await received(name, to));
    await Promise.all([1, 2, 3, 4, 5].map(() => post(path)));
    expect(await consents(to)).toHaveLength(1);
  });

  it('changes the channel of the message, in its contexts', async () => {
    const name = await scene.workflow([email, inApp('x')], subscription);
    const to = await person();
    const context = { tenant: 'acme' };
    mail.received.length = 0;
    await story(name, to, { context });
    const [, path = ''] = /List-Unsubscribe: <https:\/\/[^/]+([^>]+)>/.exec(mail.received[0]!.content.toString()) ?? [];
    expect((await post(path)).statusCode).toBe(200);
    expect(await story(name, to, { context })).toEqual([...UNSUBSCRIBED, ...DELIVERED]);
    expect(await story(name, to)).toEqual([...DELIVERED, ...DELIVERED]);
  });

  it('changes nothing of a critical workflow: a one-time code arrives after every opt-out', async () => {
    const tags = ['account'];
    const code = await scene.workflow([email], { ...critical, tags, category: 'account' });
    const news = await scene.workflow([email], { ...subscription, tags });
    const to = await person();
    const { body } = await received(code, to);
    const before = await stored();
    const [, link = ''] = /href="https:\/\/notify\.example\.com(\/u\/[\w-]+)"/.exec(body) ?? [];
    const { api } = scene.carillon;
    expect(await post(link)).toMatchObject({
      statusCode: 200,
      body: expect.stringContaining('is necessary and cannot be switched off'),
    });
    expect(await stored()).toEqual(before);
    await post(pathOf(await received(news, to)));
    await api.patch(`/v2/subscribers/${to}/preferences`, { category: 'account', channels: { email: false } });
    await api.patch(`/v2/subscribers/${to}/preferences`, { channels: { email: false, sms: false } });
    expect(await story(news, to)).toEqual(UNSUBSCRIBED);
    expect((await post(link)).statusCode).toBe(200);
    expect(await story(code, to)).toEqual(DELIVERED);
    await api.delete(`/v2/workflows/${news}`);
    expect(await post(link)).toMatchObject({
      statusCode: 200,
      body: expect.stringContaining('is necessary and cannot be switched off'),
    });
    expect(await story(code, to)).toEqual(DELIVERED);
  });
});

describe('CS2, CS4: a category', () => {
  it('is one choice for six workflows, and the latest choice counts', async () => {
    const fields = { ...subscription, tags: ['Product news 1.0', 'other'] };
    const names = await Promise.all([1, 2, 3, 4, 5].map(() => scene.workflow([email], fields)));
    names.push(await scene.workflow([email], { tags: ['a', 'Product news 1.0'], category: 'Product news 1.0' }));
    const uncategorised = await scene.workflow([email], { ...fields, category: null });
    const to = await person();
    const { api } = scene.carillon;
    const choose = async (change: object) => {
      const { status, body } = await api.patch(`/v2/subscribers/${to}/preferences`, change);
      expect(status).toBe(200);
      return body.data;
    };
    await choose({ workflowId: names[0]!, channels: { email: true } });
    await post(pathOf(await received(names[1]!, to)));
    const stories = () => Promise.all([...names, uncategorised].map(async (name) => (await story(name, to))[0]));
    const out = 'skipped: unsubscribed';
    expect(await stories()).toEqual([out, out, out, out, out, 'skipped: preference', 'completed: delivered']);
    expect((await consents(to))[0]).toMatchObject({ choice: 'opted_out', category: 'Product news 1.0' });
    const { categories, workflows } = await choose({ workflowId: names[2]!, channels: { email: true } });
    expect(categories).toContainEqual({
      category: 'Product news 1.0',
      channels: { email: false },
      workflows: expect.arrayContaining(names),
    });
    expect(workflows).toContainEqual(
      expect.objectContaining({
        channels: { email: true },
        workflow: expect.objectContaining({ identifier: names[2], kind: 'subscription', category: 'Product news 1.0' }),
      }),
    );
    expect(await story(names[2]!, to)).toEqual(DELIVERED);
    // The link of an earlier message takes back what was chosen since.
    await post(pathOf(await received(names[2]!, to)));
    expect(await story(names[2]!, to)).toEqual(UNSUBSCRIBED);
    await choose({ channels: { email: true } });
    expect(await stories()).toEqual(Array<string>(7).fill('completed: delivered'));
  });

  it('is switched off by a link also where each of its workflows is already', async () => {
    const fields = { ...subscription, tags: [`category ${scene.newId()}`] };
    const name = await scene.workflow([email], fields);
    const to = await person();
    const path = pathOf(await received(name, to));
    const { api } = scene.carillon;
    await api.patch(`/v2/subscribers/${to}/preferences`, { workflowId: name, channels: { email: false } });
    expect((await get(path)).body).toContain('Do you want to unsubscribe');
    await post(path);
    await post(path);
    expect((await get(path)).body).toContain('You are unsubscribed from');
    expect((await consents(to)).map(({ category }: { category?: string }) => category)).toEqual([
      fields.tags[0],
      undefined,
    ]);
    expect(await story(await scene.workflow([email], fields), to)).toEqual(UNSUBSCRIBED);
  });

  it.each<[string, object, number]>([
    ['that no workflow is in', { category: 'unknown', channels: { email: false } }, 404],
    ['together with a workflow', { category: 'news', workflowId: 'x', channels: { email: false } }, 422],
    ['together with a schedule', { category: 'news', schedule: { isEnabled: false } }, 422],
  ])('%s is refused', async (_case, change, status) => {
    const response = await scene.carillon.api.patch(`/v2/subscribers/${await person()}/preferences`, change);
    expect(response.status).toBe(status);
  });
});

describe('CS5: a link', () => {
  it('changes nothing when it is opened, and asks', async () => {
    const name = await scene.workflow([email], { ...subscription, name: 'Weekly <news>' });
    const to = await person();
    const path = pathOf(await received(name, to));
    const before = await stored();
    const [page, again, head] = [await get(path), await get(path), await get(path, 'HEAD')];
    expect([page, again, head].map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(page.body).toContain('Weekly &#60;news&#62;');
    expect(page.body).toMatch(/<form method="post">/);
    expect(page.body).not.toContain('<script');
    expect(page.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
    expect(String(page.headers['content-security-policy'])).toContain("default-src 'none'");
    expect(await stored()).toEqual(before);
    expect(await consents(to)).toEqual([]);
    // Who got the message forwarded sees whose choice it is, and not the whole address.
    expect(page.body).toContain(`These choices are for \u2068${to.charAt(0)}…@example.com\u2069`);
    expect(page.body).toContain('forwarded to you');
    expect(page.body).not.toContain(to);
    const done = await post(path, { ...ONE_CLICK, payload: 'from=page' });
    expect(done.body).toContain('You are unsubscribed from');
    expect((await get(path)).body).toContain('You are unsubscribed from');
    const [entry] = await consents(to);
    expect(entry.origin).toMatchObject({
      source: 'unsubscribe_page',
      wording: expect.stringContaining('Weekly <news>'),
      language: 'en',
    });
  });

  it.each(['OPTIONS', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const)('is not changed by %s', async (method) => {
    const name = await scene.workflow([email], subscription);
    const to = await person();
    const path = pathOf(await received(name, to));
    const { statusCode } = await scene.carillon.app.inject({ method, url: path, ...ONE_CLICK });
    expect(statusCode).toBeLessThan(500);
    const bodied = await scene.carillon.app.inject({ method: 'GET', url: path, ...ONE_CLICK });
    expect(bodied.statusCode).toBe(200);
    expect(await story(name, to)).toEqual(DELIVERED);
    expect(await consents(to)).toEqual([]);
  });

  it('opens in as many contexts, with names as long, as a trigger may have', async () => {
    const name = await scene.workflow([email], subscription);
    const to = await person();
    const long = 'x'.repeat(99);
    const context = Object.fromEntries([1, 2, 3, 4, 5].map((index) => [`${long}${index}`, `${index}${long}`]));
    mail.received.length = 0;
    expect(await story(name, to, { context })).toEqual(DELIVERED);
    const [, link = ''] =
      /href="https:\/\/[^/]+(\/u\/[\w-]+)"/.exec(
        mail.received[0]!.content.toString().replaceAll('=\r\n', '').replaceAll('=3D', '='),
      ) ?? [];
    expect((await get(link)).statusCode).toBe(200);
    expect((await post(link)).statusCode).toBe(200);
    expect(await story(name, to, { context })).toEqual(UNSUBSCRIBED);
    expect(await story(name, to)).toEqual(DELIVERED);
  });

  it.each<[string, (path: string) => string]>([
    ['forged', () => '/u/AAAA'],
    ['changed', (path) => `${path.slice(0, -2)}AA`],
    ['nearly a sample of a preview', () => '/u/Sample'],
    ['one for all choices', (path) => path],
  ])('%s is 404 with a page that helps', async (kind, change) => {
    const name = await scene.workflow([email], subscription);
    const message = await received(name, await person());
    const [, choices = ''] = /\/preferences\/([\w-]+)/.exec(message.body) ?? [];
    const path = change(kind === 'one for all choices' ? `/u/${choices}` : pathOf(message));
    for (const response of [await get(path), await post(path)]) {
      expect(response.statusCode).toBe(404);
      expect(response.body).toContain('This link does not work');
    }
  });

  it.each(['/u/sample', '/preferences/sample'])('of a preview says so: %s', async (path) => {
    const [page, german, posted] = [await get(path), await get(`${path}?lang=de`), await post(path)];
    expect(page).toMatchObject({ statusCode: 200, body: expect.stringContaining('This link is from a preview') });
    expect(german.body).toContain('Dieser Link stammt aus einer Vorschau');
    expect(posted.statusCode).toBe(200);
    expect(posted.body).not.toContain('<form');
  });

  it('is good in its environment alone, and until it expires', async () => {
    const name = await scene.workflow([email], subscription);
    const to = await person();
    const { _id: subscriberId } = (await scene.subscribers.findOne({ subscriberId: to }).lean())!;
    const workflowId = new Types.ObjectId(
      String((await scene.carillon.api.get(`/v2/workflows/${name}`)).body.data._id),
    );
    const [own, other] = await scene.model(Environment).find().sort({ _id: 1 }).lean();
    const sign = await scene.carillon.app.get(PreferenceLinks, { strict: false }).signer();
    const claims = { opens: 'unsubscribe', subscriberId, workflowId, contextKeys: [], channel: 'email' } as const;
    const statusOf = async (more: { environmentId: Types.ObjectId; expiresAt?: Date }) =>
      (await post(`/u/${sign({ ...claims, ...more })}`)).statusCode;
    expect(await statusOf({ environmentId: new Types.ObjectId() })).toBe(404);
    expect(await statusOf({ environmentId: own!._id, expiresAt: scene.clock.now() })).toBe(404);
    // The person is unknown there.
    expect(await statusOf({ environmentId: other!._id })).toBe(200);
    expect(await story(name, to)).toEqual(DELIVERED);
    expect(await statusOf({ environmentId: own!._id })).toBe(200);
    expect(await story(name, to)).toEqual(UNSUBSCRIBED);
  });

  it('survives a new name of the workflow and new keys, and helps when person or workflow are gone', async () => {
    const { api } = scene.carillon;
    const name = await scene.workflow([email], subscription);
    const [to, gone] = [await person(), await person()];
    const [path, deserted] = [pathOf(await received(name, to)), pathOf(await received(name, gone))];
    await api.patch(`/v2/workflows/${name}`, { name: 'Another name' });
    expect((await get(path)).body).toContain('Another name');
    await api.delete(`/v2/subscribers/${gone}`);
    expect(await get(deserted)).toMatchObject({
      statusCode: 410,
      body: expect.stringContaining('You will receive none of them'),
    });
    expect(await post(deserted)).toMatchObject({ statusCode: 200 });
    await api.post('/v2/subscribers', aSubscriber({ subscriberId: gone, email: 'new@example.com' }));
    await post(deserted);
    expect(await story(name, gone)).toEqual(DELIVERED);
    await api.delete(`/v2/workflows/${name}`);
    expect(await get(path)).toMatchObject({ statusCode: 410 });
    expect(await post(path)).toMatchObject({ statusCode: 200 });
    expect(await consents(to)).toEqual([]);
  });
});

import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { UnreachableError } from '../kit/http/http-exchange.js';
import type { SendResult, World } from '../kit/provider.js';
import type { Account } from '../kit/account.js';
import { MailServer, type Refusals, socketWorld } from '../testing/mail-server.js';
import { SAMPLE_EMAIL, SAMPLE_SENDER } from '../testing/conformance.js';
import { SELF_SIGNED } from '../testing/test-certificate.js';
import { SmtpPools, smtpProvider } from './nodemailer.js';

const provider = smtpProvider(new SmtpPools());
const LOGIN = MailServer.LOGIN;

const sending = (account: Account, world: World = socketWorld(), content = SAMPLE_EMAIL): Promise<SendResult> =>
  provider.send({ key: '6925a1f0c0ffee0123456789', content, overrides: {} }, account, world);

describe('what a mail server says no to', () => {
  let server: MailServer;
  let account: Account;

  beforeAll(async () => {
    server = await MailServer.start();
    account = { host: 'localhost', port: String(server.port), tlsOptions: { ca: SELF_SIGNED.cert }, ...SAMPLE_SENDER };
  });
  afterEach(() => {
    server.refuse = {};
    server.beforeResponse = () => undefined;
    server.received.length = 0;
  });
  afterAll(async () => {
    provider.forget?.(account);
    await server.close();
  });

  it.each<[string, Refusals, object]>([
    ['421 as a greeting', { connection: [421, 'too busy'] }, { kind: 'transient', statusCode: 421 }],
    ['554 as a greeting', { connection: [554, 'not you'] }, { kind: 'permanent', statusCode: 554 }],
    ['450 for the sender', { sender: [450, 'later'] }, { kind: 'transient', statusCode: 450 }],
    ['550 for the sender', { sender: [550, 'never'] }, { kind: 'permanent', statusCode: 550 }],
    ['421 in between', { sender: [421, 'going down'] }, { kind: 'transient', statusCode: 421 }],
    ['451 for everyone', { recipient: () => [451, 'greylisted'] }, { kind: 'transient', statusCode: 451 }],
    ['550 for everyone', { recipient: () => [550, '5.1.1 no such user'] }, { kind: 'permanent', statusCode: 550 }],
    ['452 for the message', { message: [452, 'disk full'] }, { kind: 'transient', statusCode: 452 }],
    ['552 for the message', { message: [552, 'too large'] }, { kind: 'permanent', statusCode: 552 }],
  ])('S1: %s', async (_name, refuse, expected) => {
    provider.forget?.(account);
    server.refuse = refuse;
    const result = await sending(account);
    // A refusal is a reply, so the result is not ambiguous.
    expect(result).toMatchObject({ ok: false, fault: expect.any(String), error: expect.any(String), ...expected });
    expect(result).not.toHaveProperty('ambiguous');
    server.refuse = {};
    expect(await sending(account)).toMatchObject({ ok: true });
  });

  it('S1: 421 over connections that were kept', async () => {
    await Promise.all([sending(account), sending(account), sending(account)]);
    server.refuse = { sender: [421, 'going down'] };
    expect(await sending(account)).toEqual({
      ok: false,
      fault: expect.any(String),
      kind: 'transient',
      error: '421 going down',
      statusCode: 421,
    });
  });

  it('is not a success when nobody of those it is for is reached', async () => {
    server.refuse = { recipient: (address) => (address === 'log@example.com' ? undefined : [550, 'no such user']) };
    expect(await sending(account)).toMatchObject({ ok: false, kind: 'permanent', statusCode: 550 });
    server.refuse = { recipient: (address) => (address === 'bob@example.com' ? [550, 'no such user'] : undefined) };
    expect(await sending(account)).toMatchObject({ ok: true });
  });

  it.each([
    ['with a wrong password', { user: LOGIN.user, password: 'pass-word-2' }, 535],
    ['with a wrong name', { user: 'somebody', password: LOGIN.password }, 535],
  ])('S1: a login %s is permanent, and the password is not repeated', async (_name, login, statusCode) => {
    const wrong = { ...account, ...login };
    const result = await sending(wrong);
    provider.forget?.(wrong);
    expect(result).toMatchObject({ ok: false, kind: 'permanent', statusCode });
    expect(JSON.stringify(result)).not.toContain(login.password);
  });

  it('S2: is not known when the connection ends with the message on the other side', async () => {
    server.beforeResponse = () => server.dropConnections();
    expect(await sending(account)).toMatchObject({ ok: false, kind: 'transient', ambiguous: true });
    // The provider itself must not send it again.
    expect(server.received).toHaveLength(1);
  });

  it('S2: is not known when the response does not come in time', async () => {
    const given = new AbortController();
    server.beforeResponse = () => given.abort();
    expect(await sending(account, socketWorld(given.signal))).toMatchObject({
      ok: false,
      kind: 'transient',
      ambiguous: true,
    });
  });

  it('is a file that cannot be read', async () => {
    const open = () =>
      new Readable({
        read() {
          this.destroy(new Error('the file is gone'));
        },
      });
    const content = { ...SAMPLE_EMAIL, attachments: [{ name: 'a.txt', size: 2, open }] };
    expect(await sending(account, socketWorld(), content)).toMatchObject({ ok: false, kind: 'permanent' });
    expect(server.received).toEqual([]);
  });
});

describe('a mail server that is none', () => {
  let server: Server;
  const sockets = new Set<Socket>();
  let onSocket: (socket: Socket) => void;
  let account: Account;

  beforeAll(async () => {
    server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      onSocket(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    account = { host: '127.0.0.1', port: String((server.address() as AddressInfo).port), ...SAMPLE_SENDER };
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  it('S2: says nothing: nothing was sent', async () => {
    onSocket = () => undefined;
    const result = await sending(account, socketWorld(AbortSignal.timeout(200)));
    expect(result).toEqual({ ok: false, fault: expect.any(String), kind: 'transient', error: expect.any(String) });
  });

  it('S2: closes the connection: nothing was sent', async () => {
    onSocket = (socket) => socket.destroy();
    expect(await sending(account)).toEqual({
      ok: false,
      fault: expect.any(String),
      kind: 'transient',
      error: expect.any(String),
    });
  });

  it('S1: speaks another language', async () => {
    onSocket = (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    expect(await sending(account)).toMatchObject({ ok: false, kind: 'transient' });
  });

  it('S1: is not there', async () => {
    const result = await sending({ ...account, port: '1' });
    expect(result).toEqual({
      ok: false,
      fault: expect.any(String),
      kind: 'transient',
      error: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('W4: must not be called', async () => {
    const world = {
      ...socketWorld(),
      connect: () => Promise.reject(new UnreachableError('forbidden', 'not a public address')),
    };
    expect(await sending(account, world)).toEqual({
      ok: false,
      fault: expect.any(String),
      kind: 'permanent',
      error: 'not a public address',
    });
  });
});

describe('an account that lacks something', () => {
  it.each([
    ['host', { port: '25' }],
    ['port', { host: 'localhost' }],
    ['port', { host: 'localhost', port: '70000' }],
    ['password', { host: 'localhost', port: '25', user: 'carillon' }],
    ['accountSid', { host: 'localhost', port: '25', secretKey: 'key', domain: 'example.com' }],
  ])('is told: "%s"', async (key, account) => {
    const result = await sending({ ...account, ...SAMPLE_SENDER });
    expect(result).toMatchObject({ ok: false, kind: 'permanent', error: expect.stringContaining(`"${key}"`) });
    expect(() => provider.forget?.(account)).not.toThrow();
  });

  it('E3: is told that nobody sends it', async () => {
    const result = await sending({ host: 'localhost', port: '25' });
    expect(result).toMatchObject({ ok: false, kind: 'permanent', error: expect.stringContaining('"from"') });
  });
});

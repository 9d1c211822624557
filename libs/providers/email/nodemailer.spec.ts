import { createHash, generateKeyPairSync } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import type { SMTPServerOptions } from 'smtp-server';
import type { Account } from '../kit/account.js';
import type { EmailContent } from '../kit/content.js';
import type { SendResult } from '../kit/provider.js';
import { MailServer, type ReceivedEmail, socketWorld } from '../testing/mail-server.js';
import { isSigned } from '../testing/dkim.js';
import { SAMPLE_EMAIL, SAMPLE_SENDER } from '../testing/conformance.js';
import { SELF_SIGNED } from '../testing/test-certificate.js';
import { SmtpPools, smtpProvider } from './nodemailer.js';

const KEY = '6925a1f0c0ffee0123456789';
const LOGIN = MailServer.LOGIN;
const TRUST = { tlsOptions: { ca: SELF_SIGNED.cert } };

describe('email by SMTP', () => {
  let server: MailServer;
  let provider: ReturnType<typeof smtpProvider>;
  let account: Account;

  async function start(options: SMTPServerOptions, more: Account = {}): Promise<void> {
    server = await MailServer.start(options);
    provider = smtpProvider(new SmtpPools());
    account = { host: 'localhost', port: String(server.port), ...TRUST, ...SAMPLE_SENDER, ...more };
  }

  afterEach(async () => {
    provider.forget?.(account);
    await server.close();
  });

  const send = (content: EmailContent = SAMPLE_EMAIL): Promise<SendResult> =>
    provider.send({ key: KEY, content, overrides: {} }, account, socketWorld());
  const last = (): ReceivedEmail => server.received.at(-1)!;

  it('arrives as it was written, and hides who is hidden', async () => {
    await start({});
    expect(await send({ ...SAMPLE_EMAIL, headers: { ...SAMPLE_EMAIL.headers, 'X-Ünïcode': 'Grüße' } })).toEqual({
      ok: true,
      id: `<${KEY}@example.com>`,
    });
    const { from, to, content } = last();
    expect({ from, to }).toEqual({
      from: 'noreply@example.com',
      to: ['ada@example.com', 'bob@example.com', 'carl@example.com', 'log@example.com'],
    });
    expect(content.toString()).not.toContain('log@example.com');
    expect(content.toString()).not.toContain('odemailer');
    const email = await PostalMime.parse(content);
    expect(email).toMatchObject({
      from: { name: 'Example "Shop"', address: 'noreply@example.com' },
      to: [{ address: 'ada@example.com' }, { address: 'bob@example.com' }],
      cc: [{ address: 'carl@example.com' }],
      replyTo: [{ address: 'help@example.com' }],
      subject: 'Grüße',
      text: 'Hello\n',
      html: '<p>Hello</p>\n',
      messageId: `<${KEY}@example.com>`,
      date: '2026-03-01T12:00:00.000Z',
    });
    expect(email.headers.find(({ key }) => key === 'x-order')?.value).toBe('7');
    expect(email.attachments).toMatchObject([{ filename: 'a.txt', mimeType: 'text/plain' }]);
  });

  it('carries bodies of any kind unharmed', async () => {
    await start({});
    const text = `.\n..\nGrüße 👋 ${'long '.repeat(400)}\n${'x'.repeat(3000)}\nFrom here on\n`;
    const html = `<p>${'ß'.repeat(2000)}</p>\n.\n`;
    await send({ ...SAMPLE_EMAIL, text, html, subject: `Ünïcode ${'ä'.repeat(200)}` });
    const email = await PostalMime.parse(last().content);
    // A line break at the very end may be lost.
    expect({ text: email.text?.trimEnd(), html: email.html?.trimEnd(), subject: email.subject }).toEqual({
      text: text.trimEnd(),
      html: html.trimEnd(),
      subject: `Ünïcode ${'ä'.repeat(200)}`,
    });
  });

  it('cannot be made to write headers or recipients by what is in it', async () => {
    await start({});
    await send({
      ...SAMPLE_EMAIL,
      subject: 'A\r\nBcc: eve@example.com',
      senderName: 'B\r\nBcc: eve@example.com',
      headers: { 'X-Order': '7\r\nBcc: eve@example.com' },
    });
    const email = await PostalMime.parse(last().content);
    expect(email.bcc ?? []).toEqual([]);
    expect(last().to).not.toContain('eve@example.com');
  });

  it('carries a file of 20 MB unchanged, and never has all of it in memory', async () => {
    await start({ size: 64 * 1024 * 1024 });
    const chunk = Buffer.alloc(64 * 1024, createHash('sha512').update('chunk').digest());
    const chunks = 320;
    let ahead = 0;
    function* bytes(): Generator<Buffer> {
      for (let sent = 0; sent < chunks; sent++) {
        ahead = Math.max(ahead, sent * chunk.length - server.arriving);
        yield chunk;
      }
    }
    const file = {
      name: 'big.bin',
      mime: 'application/pdf',
      size: chunks * chunk.length,
      open: () => Readable.from(bytes()),
    };
    expect(await send({ ...SAMPLE_EMAIL, attachments: [file] })).toMatchObject({ ok: true });
    // Only the socket buffers of both ends may be filled; the rest is not read before it is needed.
    expect(ahead).toBeLessThan(10 * 1024 * 1024);
    const [attachment] = (await PostalMime.parse(last().content)).attachments;
    const digest = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');
    expect(digest(new Uint8Array(attachment?.content as ArrayBuffer))).toBe(
      digest(Buffer.concat(Array.from({ length: chunks }, () => chunk))),
    );
  });

  describe.each([
    ['without encryption', { hideSTARTTLS: true }, {}, false],
    ['when the server offers encryption', {}, {}, true],
    ['with encryption as a condition', {}, { requireTls: true }, true],
    ['when encryption is offered and not wanted', {}, { ignoreTls: true }, false],
    ['encrypted from the start', { secure: true }, { secure: true }, true],
  ] as const)('%s', (_name, options, more, secure) => {
    it.each([['PLAIN'], ['LOGIN']])('logs in by %s', async (method) => {
      await start(
        { ...options, authMethods: [method], authOptional: false, allowInsecureAuth: true },
        { ...more, ...LOGIN },
      );
      expect(await send()).toMatchObject({ ok: true });
      expect(last()).toMatchObject({ secure, user: LOGIN.user });
    });
  });

  it('takes a server at its certificate', async () => {
    await start({}, { tlsOptions: {} });
    expect(await send()).toMatchObject({ ok: false, kind: 'transient', error: expect.stringContaining('certificate') });
    account = { ...account, tlsOptions: { rejectUnauthorized: false } };
    expect(await send()).toMatchObject({ ok: true });
  });

  it('does not go on without the encryption that is a condition', async () => {
    await start({ hideSTARTTLS: true, disabledCommands: ['STARTTLS'] }, { requireTls: true });
    expect(await send()).toMatchObject({ ok: false });
    expect(server.received).toEqual([]);
  });

  it('is signed where there is a key', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const secretKey = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    await start({}, { secretKey, domain: 'example.com', accountSid: 'mail2026' });
    expect(await send()).toMatchObject({ ok: true });
    expect(last().content.toString()).toMatch(/^DKIM-Signature: [^]*d=example\.com;[^]*s=mail2026;/m);
  });

  it('CS6: says how to unsubscribe in one line each, and the signature covers both', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const secretKey = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    await start({}, { secretKey, domain: 'example.com', accountSid: 'mail2026' });
    const address = `<https://notify.example.com/u/${'a'.repeat(250)}>`;
    const headers = { 'List-Unsubscribe': address, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
    expect(await send({ ...SAMPLE_EMAIL, headers })).toMatchObject({ ok: true });
    const content = last().content.toString('latin1');
    expect(content).toContain(`\r\nList-Unsubscribe: ${address}\r\n`);
    expect(content).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
    expect(isSigned(content, publicKey)).toBe(true);
    expect(isSigned(content.replace('One-Click', 'Two-Click'), publicKey)).toBe(false);
    expect(isSigned(content.replace(address, '<https://evil.example.com>'), publicKey)).toBe(false);
  });
});

describe('connections to mail servers', () => {
  let server: MailServer;
  let account: Account;
  let pools: SmtpPools;
  let provider: ReturnType<typeof smtpProvider>;

  beforeEach(async () => {
    server = await MailServer.start({ hideSTARTTLS: true });
    account = { host: '127.0.0.1', port: String(server.port), ...SAMPLE_SENDER };
    use(new SmtpPools());
  });
  afterEach(async () => {
    provider.forget?.(account);
    await server.close();
  });

  function use(fresh: SmtpPools): void {
    pools = fresh;
    provider = smtpProvider(pools);
  }

  const send = (key: string, from: Account = account): Promise<SendResult> =>
    provider.send({ key, content: SAMPLE_EMAIL, overrides: {} }, from, socketWorld());
  const sendMany = async (count: number): Promise<SendResult[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => send(`key-${index}`)));

  async function until(holds: () => boolean): Promise<void> {
    for (const end = Date.now() + 60_000; !holds(); await wait(5)) {
      if (Date.now() > end) throw new Error(`It has not come to that: ${holds.toString()}`);
    }
  }

  it('are few, and used for many messages', async () => {
    expect((await sendMany(60)).every(({ ok }) => ok)).toBe(true);
    expect(new Set(server.received.map(({ content }) => /Message-ID: (\S+)/.exec(content.toString())?.[1])).size).toBe(
      60,
    );
    expect(server.connections).toBeLessThanOrEqual(5);
    await send('one more');
    expect(server.connections).toBeLessThanOrEqual(5);
    expect(pools.size).toBe(1);
  });

  it('serve accounts that differ in their sender alone together', async () => {
    await send('1');
    await send('2', { ...account, from: 'other@example.com', senderName: 'Other' });
    expect({ pools: pools.size, connections: server.connections }).toEqual({ pools: 1, connections: 1 });
  });

  it('are made anew when the server has closed them, files and all', async () => {
    await send('1');
    server.dropConnections();
    expect(await send('2')).toMatchObject({ ok: true });
    expect(server.received.map(({ content }) => content.toString().includes('aGk='))).toEqual([true, true]);
    expect(server.connections).toBe(2);
  });

  it('are closed when the account is forgotten', async () => {
    await send('1');
    provider.forget?.(account);
    await until(() => server.open === 0);
    expect(pools.size).toBe(0);
  });

  it('send what has begun when the account is forgotten', async () => {
    let forgotten = false;
    server.beforeResponse = () => {
      if (!forgotten) provider.forget?.(account);
      forgotten = true;
    };
    expect((await sendMany(20)).every(({ ok }) => ok)).toBe(true);
    await until(() => server.open === 0);
  });

  it('are closed when nobody uses them', async () => {
    use(new SmtpPools({ servers: 10, idleMs: 50 }));
    await send('1');
    await until(() => server.open === 0 && pools.size === 0);
    expect(await send('2')).toMatchObject({ ok: true });
  });

  it('are kept to a limited number of servers: those that were used last', async () => {
    use(new SmtpPools({ servers: 2, idleMs: 60_000 }));
    const others = ['a', 'b', 'c'].map((servername) => ({ ...account, tlsOptions: { servername } }));
    for (const other of others) await send('1', other);
    expect(pools.size).toBe(2);
    await until(() => server.open === 2);
    for (const other of others) provider.forget?.(other);
    await until(() => server.open === 0);
  });

  it('do not mind many at once while the server fails', async () => {
    server.refuse = { connection: [421, 'too busy'] };
    const results = await sendMany(12);
    expect(results.every((result) => !result.ok && result.kind === 'transient' && !result.ambiguous)).toBe(true);
  });
});

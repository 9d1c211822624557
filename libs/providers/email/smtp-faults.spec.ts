import type { EmailContent } from '../kit/content.js';
import type { ProviderResult } from '../kit/provider.js';
import { SAMPLE_EMAIL, SAMPLE_SENDER } from '../testing/conformance.js';
import { MailServer, type Refusals, socketWorld } from '../testing/mail-server.js';
import { SELF_SIGNED } from '../testing/test-certificate.js';
import { SmtpPools, smtpProvider } from './nodemailer.js';
import { smtpRuling } from './smtp-faults.js';

describe('who has to act after a reply of a mail server', () => {
  it.each([
    // RFC 3463, section 3.2: addresses
    [550, '5.1.1 no such user', 'RCPT TO', 'recipient'],
    [550, '5.1.2 bad destination system', 'RCPT TO', 'recipient'],
    [553, '5.1.3 bad syntax', 'RCPT TO', 'recipient'],
    [550, '5.1.6 mailbox has moved', 'RCPT TO', 'recipient'],
    [553, '5.1.7 bad sender', 'MAIL FROM', 'account'],
    [550, '5.1.8 bad sender system', 'RCPT TO', 'account'],
    [556, '5.1.10 null MX (RFC 7505)', 'RCPT TO', 'recipient'],
    // section 3.3: mailboxes
    [550, '5.2.1 mailbox disabled', 'RCPT TO', 'recipient'],
    [552, '5.2.2 mailbox full', 'RCPT TO', 'recipient'],
    [552, '5.2.3 message too long', 'DATA', 'content'],
    [452, '4.2.2 mailbox full', 'RCPT TO', 'passing'],
    // section 3.4 and 3.5: systems and networks
    [552, '5.3.4 message too big', 'MAIL FROM', 'content'],
    [550, '5.4.1 Recipient address rejected: Access denied', 'RCPT TO', 'recipient'],
    [550, '5.4.5 Daily user sending limit exceeded', 'DATA', 'account'],
    // section 3.6 and 3.7: protocol and content
    [530, '5.5.1 Authentication Required', 'MAIL FROM', 'account'],
    [554, '5.6.0 content refused', 'DATA', 'content'],
    // section 3.8, RFC 4954, RFC 7372: security and policy
    [535, '5.7.8 Username and Password not accepted', 'AUTH', 'account'],
    [550, '5.7.1 relaying denied', 'RCPT TO', 'account'],
    [550, '5.7.1 message looks like spam', 'DATA', 'content'],
    [550, '5.7.1 Client host [192.0.2.1] blocked using Spamhaus', 'RCPT TO', 'account'],
    [550, '5.7.23 SPF validation failed', 'DATA', 'account'],
    [550, '5.7.26 unauthenticated mail', 'DATA', 'account'],
    [554, '5.7.60 Client does not have permissions to send as this sender', 'DATA', 'account'],
    [550, '5.7.124 sender not in allowed-senders list', 'RCPT TO', 'recipient'],
    [550, '5.7.606 Access denied, banned sending IP', 'RCPT TO', 'account'],
    // RFC 5321, section 4.2, without enhanced codes
    [421, 'closing', 'CONN', 'passing'],
    [451, 'greylisted', 'RCPT TO', 'passing'],
    [454, '4.7.0 temporary authentication failure', 'AUTH', 'passing'],
    [535, 'no', 'AUTH', 'account'],
    [550, 'sender not owned', 'MAIL FROM', 'account'],
    [550, 'daily sending quota exceeded', 'RCPT TO', 'account'],
    [554, 'your IP is blocked', 'CONN', 'account'],
    [550, 'no', 'RCPT TO', 'recipient'],
    [550, 'no', 'MAIL FROM', 'account'],
    [554, 'no', 'DATA', 'content'],
    [552, 'too large', 'DATA', 'content'],
    [521, 'host does not accept mail (RFC 7504)', 'CONN', 'recipient'],
  ])('S1: %d %s at %s: %s', (code, reply, stage, ruling) => {
    expect(smtpRuling(code, `${code} ${reply}`, stage)).toBe(ruling);
  });
});

describe('an email to several addresses', () => {
  const provider = smtpProvider(new SmtpPools());
  let server: MailServer;

  beforeAll(async () => {
    server = await MailServer.start();
  });
  afterEach(() => {
    server.refuse = {};
    server.received.length = 0;
  });
  afterAll(() => server.close());

  const send = async (
    recipient: Refusals['recipient'],
    changes: Partial<EmailContent> = {},
  ): Promise<ProviderResult> => {
    server.refuse = { recipient };
    const account = {
      host: 'localhost',
      port: String(server.port),
      tlsOptions: { ca: SELF_SIGNED.cert },
      ...SAMPLE_SENDER,
    };
    const content = { ...SAMPLE_EMAIL, ...changes };
    const result = await provider.send(
      { key: '6925a1f0c0ffee0123456789', content, overrides: {} },
      account,
      socketWorld(),
    );
    provider.forget?.(account);
    return result;
  };

  it('S1: has an outcome for each, and is sent again only to those that are left', async () => {
    const first = await send((address) => {
      if (address === 'ada@example.com' || address === 'bob@example.com') return [451, '4.7.1 greylisted'];
      return address === 'log@example.com' ? [550, '5.1.1 no such user'] : undefined;
    });
    expect(first).toMatchObject({ ok: false, fault: 'passing', kind: 'transient', statusCode: 451 });
    expect(first.addresses).toEqual([
      { address: 'ada@example.com', ok: false, fault: 'passing', error: expect.stringContaining('greylisted') },
      { address: 'bob@example.com', ok: false, fault: 'passing', error: expect.stringContaining('greylisted') },
      { address: 'carl@example.com', ok: true },
      {
        address: 'log@example.com',
        ok: false,
        fault: 'recipient',
        error: expect.stringContaining('no such user'),
        suppress: 'bounce',
      },
    ]);
    const only = first.addresses!.filter(({ fault }) => fault === 'passing').map(({ address }) => address);
    expect(await send(() => undefined, { only })).toMatchObject({ ok: true });
    expect(server.received.map(({ to }) => to)).toEqual([['carl@example.com'], ['ada@example.com', 'bob@example.com']]);
    const [before, after] = server.received.map(({ content }) => /^(To|Cc): .*$/gm[Symbol.match](content.toString()));
    expect(after).toEqual(before);
  });

  it('says which address was refused when the others got it', async () => {
    const result = await send((address) => (address === 'carl@example.com' ? [550, '5.1.1 no such user'] : undefined));
    expect(result).toMatchObject({ ok: true });
    expect(result.addresses?.filter(({ ok }) => !ok)).toMatchObject([
      { address: 'carl@example.com', fault: 'recipient' },
    ]);
  });

  it('has outcomes, too, when all are refused', async () => {
    const result = await send((address) => (address === 'ada@example.com' ? [451, 'later'] : [550, 'no such user']));
    expect(result.addresses?.map(({ fault }) => fault)).toEqual(['passing', 'recipient', 'recipient', 'recipient']);
  });

  it('keeps names of recipients and of the reply address, and only the last part of a path', async () => {
    const file = SAMPLE_EMAIL.attachments?.[0];
    const result = await send(() => undefined, {
      to: ['"Lovelace, Ada" <ada@example.com>'],
      replyTo: '"Help \\"Desk\\"" <help@example.com>',
      attachments: [{ ...file!, name: '../secret\\reports/q3.txt' }],
    });
    expect(result).toMatchObject({ ok: true });
    const [{ to, content }] = server.received as [(typeof server.received)[0]];
    expect(to).toEqual(['ada@example.com', 'carl@example.com', 'log@example.com']);
    expect(content.toString()).toContain('To: "Lovelace, Ada" <ada@example.com>');
    expect(content.toString()).toContain('Reply-To: "Help \\"Desk\\"" <help@example.com>');
    expect(content.toString()).toContain('filename=q3.txt');
  });

  it('has no line over 998 bytes, whatever its subject is', async () => {
    const subject = `${'x'.repeat(1200)}ü${'y'.repeat(30)}`;
    await send(() => undefined, { subject });
    const [{ content }] = server.received as [(typeof server.received)[0]];
    expect(
      Math.max(
        ...content
          .toString()
          .split('\r\n')
          .map((line) => Buffer.byteLength(line)),
      ),
    ).toBeLessThan(998);
    const words = /^Subject:((?:.*\r\n )*.*)\r\n/m.exec(content.toString())?.[1]?.split(/\r\n /);
    const read = words!.map((word) =>
      Buffer.from(/=\?UTF-8\?B\?(.*)\?=/.exec(word.trim())?.[1] ?? '', 'base64').toString(),
    );
    expect(read.join('')).toBe(subject);
  });
});

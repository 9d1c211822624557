import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import type { ProviderEvent, WebhookRequest } from '#libs/providers/webhooks/webhook-format.js';
import { requestSignature } from '../../delivery/http/request-signature.js';
import { formatOf } from './formats.js';

const NOW = new Date('2026-02-03T04:05:06.000Z');
const SECONDS = String(NOW.getTime() / 1000);
const AT = '2026-02-03T04:05:00.000Z';

const format = (providerId: string) => formatOf({ kind: 'delivery', channel: 'email', providerId })!;
const request = (body: unknown, headers: WebhookRequest['headers'] = {}): WebhookRequest => ({
  headers,
  body,
  rawBody: JSON.stringify(body),
});

/** A provider's events: how they are signed, and what is understood of them. */
interface Example {
  provider: string;
  body: object;
  sign: (body: string) => WebhookRequest['headers'];
  key: string;
  events: Partial<ProviderEvent>[];
}

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const MAILGUN_KEY = 'mailgun-signing-key';
const RESEND_KEY = `whsec_${Buffer.from('resend secret').toString('base64')}`;

const mailgun = (data: object) => ({
  signature: {
    timestamp: SECONDS,
    token: 'a'.repeat(50),
    signature: createHmac('sha256', MAILGUN_KEY)
      .update(SECONDS + 'a'.repeat(50))
      .digest('hex'),
  },
  'event-data': { message: { headers: { 'message-id': '1@example.com' } }, ...data },
});

const EXAMPLES: Example[] = [
  {
    provider: 'nodemailer',
    key: 'own key',
    body: [
      { eventId: 'e1', messageId: 'm1', type: 'delivered', timestamp: AT },
      { messageId: 'm1', type: 'complained' },
    ],
    sign: (body) => ({ 'novu-signature': requestSignature('own key', body, NOW) }),
    events: [
      { id: 'e1', messageId: 'm1', status: 'delivered', at: new Date(AT) },
      { messageId: 'm1', status: 'complaint' },
    ],
  },
  {
    provider: 'sendgrid',
    key: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    body: [
      {
        event: 'bounce',
        type: 'blocked',
        sg_event_id: 'e1',
        sg_message_id: '14c5.dfd.64b469.filter0001.16648.5515E0B88.0',
        timestamp: NOW.getTime() / 1000,
        reason: '550 no such user',
      },
      { event: 'open', sg_event_id: 'e2', sg_message_id: 'PMXB.recvd-p3mdw1-756b-1.0', timestamp: 1 },
      { event: 'group_resubscribe', sg_message_id: 'x' },
    ],
    sign: (body) => ({
      'x-twilio-email-event-webhook-timestamp': SECONDS,
      'x-twilio-email-event-webhook-signature': sign('sha256', Buffer.from(SECONDS + body), privateKey).toString(
        'base64',
      ),
    }),
    events: [
      { id: 'e1', alsoKnownAs: ['14c5.dfd.64b469'], status: 'blocked', at: NOW, response: '550 no such user' },
      { id: 'e2', alsoKnownAs: ['PMXB'], status: 'opened', at: new Date(1000) },
    ],
  },
  {
    provider: 'mailgun',
    key: MAILGUN_KEY,
    body: mailgun({
      event: 'failed',
      severity: 'permanent',
      id: 'e1',
      timestamp: NOW.getTime() / 1000,
      'delivery-status': { message: 'No such mailbox', 'attempt-no': 2 },
    }),
    sign: () => ({}),
    events: [
      {
        id: 'e1',
        messageId: '1@example.com',
        alsoKnownAs: ['<1@example.com>'],
        status: 'bounced',
        at: NOW,
        response: 'No such mailbox',
        attempts: 2,
      },
    ],
  },
  {
    provider: 'postmark',
    key: 'password',
    body: { RecordType: 'Bounce', ID: 42, MessageID: 'm1', BouncedAt: AT, Description: 'The server said no' },
    sign: () => ({ authorization: `Basic ${Buffer.from('any:password').toString('base64')}` }),
    events: [{ id: 'Bounce-42', messageId: 'm1', status: 'bounced', at: new Date(AT), response: 'The server said no' }],
  },
  {
    provider: 'resend',
    key: RESEND_KEY,
    body: { type: 'email.bounced', created_at: AT, data: { email_id: 'm1', bounce: { message: 'Mailbox full' } } },
    sign: (body) => ({
      'svix-id': 'e1',
      'svix-timestamp': SECONDS,
      'svix-signature': `v1,AAAA v1,${createHmac('sha256', 'resend secret').update(`e1.${SECONDS}.${body}`).digest('base64')}`,
    }),
    events: [{ id: 'e1', messageId: 'm1', status: 'bounced', at: new Date(AT), response: 'Mailbox full' }],
  },
];

describe.each(EXAMPLES)('reports of $provider', ({ provider, body, sign: signed, key, events }) => {
  const genuine = request(body, signed(JSON.stringify(body)));

  it('S8: are understood', () => {
    expect(format(provider).read(genuine)).toEqual(events.map((event) => expect.objectContaining(event)));
  });

  it('B4: are authentic with their signature, and only with the right key', () => {
    expect(format(provider).isAuthentic(genuine, key, NOW)).toBe(true);
    expect(format(provider).isAuthentic(genuine, 'another key', NOW)).toBe(false);
    expect(format(provider).isAuthentic(genuine, '', NOW)).toBe(false);
  });

  it('B4: are not authentic without a signature, or with a damaged one', () => {
    const unsigned = request({ ...body, signature: undefined });
    expect(format(provider).isAuthentic(unsigned, key, NOW)).toBe(false);
    for (const name of Object.keys(genuine.headers)) {
      const damaged = { ...genuine, headers: { ...genuine.headers, [name]: 'x' } };
      expect({ name, is: format(provider).isAuthentic(damaged, key, NOW) }).toEqual({ name, is: false });
    }
  });
});

describe('B4: reports whose signature covers the body', () => {
  it.each(['nodemailer', 'sendgrid', 'resend'])('are not authentic with another body: %s', (provider) => {
    const { body, sign: signed, key } = EXAMPLES.find((one) => one.provider === provider)!;
    const genuine = request(body, signed(JSON.stringify(body)));
    expect(format(provider).isAuthentic({ ...genuine, rawBody: `${genuine.rawBody} ` }, key, NOW)).toBe(false);
  });

  it.each(['nodemailer', 'resend'])('are not authentic for more than five minutes: %s', (provider) => {
    const { body, sign: signed, key } = EXAMPLES.find((one) => one.provider === provider)!;
    const genuine = request(body, signed(JSON.stringify(body)));
    const after = (ms: number) => format(provider).isAuthentic(genuine, key, new Date(NOW.getTime() + ms));
    expect([after(-300_001), after(-300_000), after(300_000), after(300_001)]).toEqual([false, true, true, false]);
  });
});

describe('reports that say nothing', () => {
  it.each([
    ['mailgun', mailgun({ event: 'stored' })],
    ['postmark', { RecordType: 'SubscriptionChange', MessageID: 'm1', SuppressSending: false }],
    ['postmark', { RecordType: 'Inbound', MessageID: 'm1' }],
    ['resend', { type: 'contact.created', data: {} }],
    ['resend', { type: 'constructor', data: {} }],
    ['sendgrid', [{ event: 'delivered' }]],
  ])('are left out: %s', (provider, body) => {
    expect(format(provider).read(request(body))).toEqual([]);
  });
});

describe('reports in the wrong form', () => {
  it.each([
    ['nodemailer', 'text', 'WebhookBodyError'],
    ['nodemailer', [1], 'WebhookBodyError'],
    ['nodemailer', null, 'WebhookBodyError'],
    ['nodemailer', {}, 'ValidationException'],
    ['nodemailer', { messageId: 1, type: 'sent' }, 'ValidationException'],
    ['nodemailer', { messageId: '', type: 'sent' }, 'ValidationException'],
    ['nodemailer', { messageId: ''.padEnd(513, 'm'), type: 'sent' }, 'ValidationException'],
    ['nodemailer', { messageId: 'm1', type: 'toString' }, 'ValidationException'],
    ['nodemailer', { messageId: 'm1', type: 'sent', eventId: null }, 'ValidationException'],
    ['nodemailer', { messageId: 'm1', type: 'sent', timestamp: 'yesterday' }, 'ValidationException'],
    ['nodemailer', { messageId: 'm1', type: 'sent', timestamp: '2026-99-99T00:00:00Z' }, 'ValidationException'],
    ['mailgun', mailgun({ event: 'delivered', message: {} }), 'WebhookBodyError'],
    ['postmark', { RecordType: 'Open' }, 'WebhookBodyError'],
    ['resend', { type: 'email.sent', data: null }, 'WebhookBodyError'],
    ['sendgrid', 'text', 'WebhookBodyError'],
  ])('are refused: %s %j', (provider, body, name) => {
    expect(() => format(provider).read(request(body))).toThrow(expect.objectContaining({ name }));
  });
});

it('takes up to 2,000 reports at once', () => {
  const reports = (count: number) => request(Array.from({ length: count }, () => ({ messageId: 'm1', type: 'sent' })));
  expect(format('nodemailer').read(reports(2000))).toHaveLength(2000);
  expect(() => format('nodemailer').read(reports(2001))).toThrow('More than 2000 events at once');
});

describe('what is reported', () => {
  it.each([
    [{ kind: 'delivery', channel: 'in_app', providerId: 'novu' }],
    [{ kind: 'delivery', channel: 'tool', providerId: 'pagerduty' }],
    [{ kind: 'agent', providerId: 'anthropic' }],
  ] as const)('is nothing by %j', (integration) => {
    expect(formatOf(integration)).toBeUndefined();
  });

  it('comes in the own form from a provider whose form is not known, whatever its name', () => {
    const own = format('nodemailer');
    for (const channel of ['sms', 'chat', 'push'] as const) {
      expect(formatOf({ kind: 'delivery', channel, providerId: 'constructor' })).toBe(own);
    }
    expect(format('constructor')).toBe(own);
  });
});

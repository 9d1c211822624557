import { createPublicKey, verify } from 'node:crypto';
import { optionalText, text } from '../kit/account.js';
import { mailboxOf } from '../kit/content.js';
import { emailProvider } from '../kit/http/http-provider.js';
import { countIn, eventsOf, idIn, secondsIn, statusIn, type StatusWords, textIn } from '../webhooks/read-events.js';
import { type ReportedReason, saysMailboxExists, suppressing } from '../webhooks/suppressions.js';
import type { ProviderEvent, WebhookFormat } from '../webhooks/webhook-format.js';
import { addressObjects, base64Files, customTexts, senderOf } from './mail.js';

const SIGNATURE = 'x-twilio-email-event-webhook-signature';
const TIMESTAMP = 'x-twilio-email-event-webhook-timestamp';

const STATUSES: StatusWords = {
  processed: 'accepted',
  deferred: 'deferred',
  delivered: 'delivered',
  bounce: 'bounced',
  dropped: 'dropped',
  open: 'opened',
  click: 'clicked',
  spamreport: 'spam',
  unsubscribe: 'unsubscribed',
  group_unsubscribe: 'unsubscribed',
};

/**
 * SendGrid signs time and body with ECDSA; the key is the public key from its settings, in base64. Events name the
 * message by the id from the response to sending, followed by a suffix.
 */
export const sendgridWebhook: WebhookFormat = {
  instructions: (address) =>
    `Enter ${address} at SendGrid as the address of the event webhook, switch its signature on, and set ` +
    'inboundWebhookSigningKey to the verification key that SendGrid shows.',
  proofHeaders: [SIGNATURE],
  isAuthentic: ({ headers, rawBody }, key) => {
    const [signature, timestamp] = [headers[SIGNATURE], headers[TIMESTAMP]];
    if (typeof signature !== 'string' || typeof timestamp !== 'string') return false;
    try {
      const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
      return verify('sha256', Buffer.from(timestamp + rawBody), publicKey, Buffer.from(signature, 'base64'));
    } catch {
      // The key is not in SendGrid's form, or the signature is malformed.
      return false;
    }
  },
  read: ({ body }) => eventsOf(body).flatMap(toEvents),
};

function toEvents(event: Readonly<Record<string, unknown>>): ProviderEvent[] {
  const status = statusIn(STATUSES, event.event);
  const messageId = idIn(event.sg_message_id);
  // Test events of its settings page do not belong to one of our messages either.
  if (messageId === undefined || status === undefined) return [];
  return [
    {
      id: idIn(event.sg_event_id),
      messageId,
      alsoKnownAs: [messageId.replace(/\.(?:filter|recv).*$/s, '')],
      status: status === 'bounced' && event.type === 'blocked' ? 'blocked' : status,
      at: secondsIn(event.timestamp),
      response: textIn(event.reason, event.response),
      attempts: countIn(Number(event.attempt)),
      ...suppressing(reasonOf(event), event.email),
    },
  ];
}

/** Classes of bounces that are about the sender or the content. `blocked` bounces are not permanent. */
const OTHER_BOUNCES: readonly unknown[] = ['Technical', 'Content', 'Reputation', 'Frequency/Volume'];

/** What SendGrid does not send, because the address is on one of its own lists. */
const DROPPED: Readonly<Record<string, ReportedReason>> = {
  'Bounced Address': 'bounce',
  Invalid: 'bounce',
  'Spam Reporting Address': 'complaint',
  'Unsubscribed Address': 'unsubscribe',
};

/** https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event and its classification of bounces. */
function reasonOf(event: Readonly<Record<string, unknown>>): ReportedReason | undefined {
  const { event: kind, type, reason, status, bounce_classification: classification } = event;
  switch (kind) {
    case 'bounce': {
      const words = [status, reason].filter((one) => typeof one === 'string').join(' ');
      return type === 'blocked' || OTHER_BOUNCES.includes(classification) || saysMailboxExists(words)
        ? undefined
        : 'bounce';
    }
    case 'dropped':
      return typeof reason === 'string' && Object.hasOwn(DROPPED, reason) ? DROPPED[reason] : undefined;
    case 'spamreport':
      return 'complaint';
    case 'unsubscribe':
    case 'group_unsubscribe':
      return 'unsubscribe';
    default:
      return undefined;
  }
}

/** SendGrid. The region "eu" keeps mail in Europe; an account belongs to one region. It recognizes no repetitions. */
export const sendgrid = emailProvider({
  id: 'sendgrid',
  name: 'SendGrid',
  documentation: 'https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send',
  keys: { needed: ['apiKey', 'from', 'senderName'], optional: ['ipPoolName', 'region'] },
  reports: sendgridWebhook,
  async request({ content }, account) {
    const { to, cc, bcc, replyTo, subject, html, text: plain, headers, attachments, customData } = content;
    const host = optionalText(account, 'region')?.toLowerCase() === 'eu' ? 'api.eu.sendgrid.com' : 'api.sendgrid.com';
    return {
      url: `https://${host}/v3/mail/send`,
      json: {
        personalizations: [{ to: addressObjects(to), cc: addressObjects(cc), bcc: addressObjects(bcc) }],
        from: senderOf(content, account),
        reply_to: replyTo === undefined ? undefined : mailboxOf(replyTo),
        subject,
        // An empty body is refused.
        content: [
          { type: 'text/plain', value: plain },
          { type: 'text/html', value: html },
        ].filter(({ value }) => value !== ''),
        attachments: (await base64Files(attachments))?.map(({ name, mime, content: data }) => ({
          content: data,
          filename: name,
          type: mime,
          disposition: 'attachment',
        })),
        headers,
        custom_args: customTexts(customData),
        ip_pool_name: content.ipPoolName ?? optionalText(account, 'ipPoolName'),
      },
      headers: { authorization: `Bearer ${text(account, 'apiKey')}` },
    };
  },
  // https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send#responses and /mail-send/errors (by field and message)
  faults: {
    account: [
      /sender identity|"field":"from|authorization grant|permission|access forbidden/i,
      /maximum credits exceeded|credit/i,
    ],
    recipient: /does not contain a valid address.{0,80}(?:\bto|cc\b)|personalizations\.\d+\.(?:to|cc|bcc)/i,
  },
  messageId: ({ headers }) => headers['x-message-id'],
});

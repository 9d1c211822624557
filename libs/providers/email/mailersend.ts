import { createHmac } from 'node:crypto';
import { isSameSecret } from '#libs/secrets/is-same-secret.js';
import { text } from '../kit/account.js';
import { type EmailContent, mailboxOf } from '../kit/content.js';
import { emailProvider } from '../kit/http/http-provider.js';
import { at, readJson } from '../kit/json.js';
import {
  eventsOf,
  idIn,
  incompleteEvent,
  memberOf,
  statusIn,
  type StatusWords,
  textIn,
  timeIn,
} from '../webhooks/read-events.js';
import { type ReportedReason, saysMailboxExists, suppressing } from '../webhooks/suppressions.js';
import type { ProviderEvent, WebhookFormat } from '../webhooks/webhook-format.js';
import { addressObjects, base64Files, senderOf } from './mail.js';

/**
 * MailerSend saves a webhook only when its address accepts this event, which is sent before a signing secret exists.
 */
const TEST_KIND = 'webhook.test';

/** The secret that MailerSend signs its test event with, for every account; it is in its documentation. */
const TEST_SECRET = 'test_Am3L1GuOIc4blLUuHqAPxxwkZaJyEk8G';

const STATUSES: StatusWords = {
  'activity.sent': 'sent',
  'activity.delivered': 'delivered',
  'activity.soft_bounced': 'bounced',
  'activity.hard_bounced': 'bounced',
  'activity.deferred': 'deferred',
  'activity.suppressed': 'dropped',
  'activity.opened': 'opened',
  'activity.opened_unique': 'opened',
  'activity.clicked': 'clicked',
  'activity.clicked_unique': 'clicked',
  'activity.unsubscribed': 'unsubscribed',
  'activity.spam_complaint': 'spam',
  'activity.spam_complaints': 'spam',
};

/**
 * MailerSend signs the body: HMAC-SHA256 in hexadecimal with the signing secret of the webhook. There are two versions
 * of its events; in the first the ids are nested deeper.
 */
export const mailersendWebhook: WebhookFormat = {
  instructions: (address) =>
    `Create a webhook for the domain at MailerSend with the address ${address}, and set inboundWebhookSigningKey to the ` +
    'signing secret that MailerSend shows for it.',
  proofHeaders: ['signature'],
  isAuthentic: ({ headers, rawBody, body }, key) => {
    const { signature } = headers;
    if (typeof signature !== 'string') return false;
    const isSignedWith = (secret: string) =>
      isSameSecret(signature, createHmac('sha256', secret).update(rawBody).digest('hex'));
    // The test event reports nothing, so its secret may be public.
    return isSignedWith(key) || (memberOf(body, 'type') === TEST_KIND && isSignedWith(TEST_SECRET));
  },
  read: ({ body }) => eventsOf(body).flatMap(toEvents),
};

function toEvents({ type, data, created_at: createdAt }: Readonly<Record<string, unknown>>): ProviderEvent[] {
  const status = statusIn(STATUSES, type);
  if (status === undefined) return [];
  const messageId = idIn(memberOf(data, 'message_id') ?? at(data, 'email.message.id'));
  if (messageId === undefined) throw incompleteEvent('message_id');
  return [
    {
      id: idIn(memberOf(data, 'id')),
      messageId,
      status,
      at: timeIn(memberOf(data, 'created_at') ?? createdAt),
      response: textIn(
        at(data, 'meta.bounce_reason'),
        at(data, 'meta.suppression_reason'),
        at(data, 'meta.unsubscribe_reason'),
        at(data, 'morph.readable_reason'),
        at(data, 'morph.reason'),
      ),
      ...suppressing(
        reasonOf(type, data),
        at(data, 'email.recipient.email') ?? at(data, 'recipient.email') ?? memberOf(data, 'recipient'),
      ),
    },
  ];
}

/** By event: https://developers.mailersend.com/api/v1/webhooks.html. `suppressed` does not say on which list an address is. */
const REASONS: Readonly<Record<string, ReportedReason>> = {
  'activity.hard_bounced': 'bounce',
  'activity.spam_complaint': 'complaint',
  'activity.spam_complaints': 'complaint',
  'activity.unsubscribed': 'unsubscribe',
};

function reasonOf(type: unknown, data: unknown): ReportedReason | undefined {
  const found = typeof type === 'string' && Object.hasOwn(REASONS, type) ? REASONS[type] : undefined;
  const words = textIn(at(data, 'meta.bounce_reason'), at(data, 'morph.readable_reason'), at(data, 'morph.reason'));
  return found === 'bounce' && saysMailboxExists(words) ? undefined : found;
}

/** All recipients are suppressed after bounces or complaints, although the status says that the email was accepted. */
const ALL_SUPPRESSED = /^ALL_?SUPPRESSED$/;

/** MailerSend. It recognizes no repetitions, and does not support custom data. */
export const mailersend = emailProvider({
  id: 'mailersend',
  name: 'MailerSend',
  documentation: 'https://developers.mailersend.com/api/v1/email.html#send-an-email',
  keys: { needed: ['apiKey', 'from', 'senderName'] },
  reports: mailersendWebhook,
  // https://www.mailersend.com/help/how-to-add-a-custom-unsubscribe-header: other plans would refuse the email.
  noUnsubscribeHeaders: 'it takes them in its Professional and Enterprise plans alone',
  async request({ content }, account) {
    const { to, cc, bcc, replyTo, subject, html, text: plain, headers, attachments } = content;
    return {
      url: 'https://api.mailersend.com/v1/email',
      json: {
        from: senderOf(content, account),
        to: addressObjects(to),
        cc: addressObjects(cc),
        bcc: addressObjects(bcc),
        reply_to: replyTo === undefined ? undefined : mailboxOf(replyTo),
        subject,
        text: plain,
        html,
        attachments: (await base64Files(attachments))?.map(({ name, content: data }) => ({
          content: data,
          disposition: 'attachment',
          filename: name,
        })),
        headers: takenOf(headers),
      },
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${text(account, 'apiKey')}`,
        'x-requested-with': 'XMLHttpRequest',
      },
    };
  },
  // https://developers.mailersend.com/general.html#status-codes (421: maintenance) and #api-error-codes
  code: ({ status, body }) => [status === 421 ? 'MAINTENANCE' : undefined, ...(body.match(/MS\d{5}/g) ?? [])],
  faults: {
    passing: 'MAINTENANCE',
    gone: /ALL_?SUPPRESSED/,
    account: ['MS42207', /from\.email|domain must be verified/i, 'MS42225'],
    recipient: /\b(?:to|cc|bcc)\.\d+\.email/,
  },
  verdict: (body) =>
    ALL_SUPPRESSED.test(String(at(readJson(body), 'warnings.0.type'))) ? { refused: body } : 'accepted',
  addresses({ body }, { to, cc = [], bcc = [] }) {
    const suppressed = at(readJson(body), 'warnings.0.recipients');
    if (!Array.isArray(suppressed)) return undefined;
    const [gone, error] = [suppressed.map((one) => at(one, 'email')), 'suppressed after a bounce or a complaint'];
    return [...to, ...cc, ...bcc]
      .map((one) => mailboxOf(one).email)
      .map((address) =>
        gone.includes(address) ? { address, ok: false, fault: 'recipient', error } : { address, ok: true },
      );
  },
  messageId: ({ headers }) => headers['x-message-id'],
});

/** Those for unsubscribing are left out. */
function takenOf(headers: EmailContent['headers'] = {}): { name: string; value: string }[] | undefined {
  const taken = Object.entries(headers).filter(([name]) => !/^list-unsubscribe/i.test(name));
  return taken.length > 0 ? taken.map(([name, value]) => ({ name, value })) : undefined;
}

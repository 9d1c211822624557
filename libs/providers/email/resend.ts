import { createHmac } from 'node:crypto';
import { isSameSecret } from '#libs/secrets/is-same-secret.js';
import type { EmailContent } from '../kit/content.js';
import { type Draft, emailProvider } from '../kit/http/http-provider.js';
import type { ProviderMessage } from '../kit/provider.js';
import { at } from '../kit/json.js';
import { type Account, text } from '../kit/account.js';
import { isFresh, type ProviderEvent, type WebhookFormat, type WebhookRequest } from '../webhooks/webhook-format.js';
import { type ReportedReason, suppressing } from '../webhooks/suppressions.js';
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
import { base64Files, mailbox, senderOf } from './mail.js';

const STATUSES: StatusWords = {
  'email.sent': 'sent',
  'email.delivered': 'delivered',
  'email.delivery_delayed': 'delayed',
  'email.complained': 'complaint',
  'email.bounced': 'bounced',
  'email.opened': 'opened',
  'email.clicked': 'clicked',
  'email.failed': 'failed',
};

/**
 * Resend signs id, time and body, joined by dots: HMAC-SHA256 in base64 with the part of the key after `whsec_`, which
 * is also base64. The header may list several signatures, so that keys can be rotated.
 */
export const resendWebhook: WebhookFormat = {
  instructions: (address) =>
    `Enter ${address} at Resend as the address of a webhook, and set inboundWebhookSigningKey to the signing secret ` +
    'that Resend shows for it.',
  proofHeaders: ['svix-signature'],
  isAuthentic: ({ headers, rawBody }, key, now) => {
    const [id, timestamp, signatures] = [headers['svix-id'], headers['svix-timestamp'], headers['svix-signature']];
    if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return false;
    if (!isFresh(timestamp, now)) return false;
    const secret = Buffer.from(key.replace(/^whsec_/, ''), 'base64');
    const expected = createHmac('sha256', secret).update(`${id}.${timestamp}.${rawBody}`).digest('base64');
    return signatures.split(' ').some((one) => isSameSecret(one, `v1,${expected}`));
  },
  read: (request) => eventsOf(request.body).flatMap((event) => toEvents(event, request)),
};

function toEvents(event: Readonly<Record<string, unknown>>, { headers }: WebhookRequest): ProviderEvent[] {
  const status = statusIn(STATUSES, event.type);
  if (status === undefined) return [];
  const messageId = idIn(memberOf(event.data, 'email_id'));
  if (messageId === undefined) throw incompleteEvent('email_id');
  return [
    {
      id: idIn(headers['svix-id']),
      messageId,
      status,
      at: timeIn(event.created_at),
      response: textIn(
        memberOf(memberOf(event.data, 'bounce'), 'message'),
        memberOf(memberOf(event.data, 'failed'), 'reason'),
      ),
      ...suppressing(reasonOf(event), ...onlyOne(memberOf(event.data, 'to'))),
    },
  ];
}

/** https://resend.com/docs/dashboard/emails/email-bounces: a full mailbox is a transient bounce. */
function reasonOf({ type, data }: Readonly<Record<string, unknown>>): ReportedReason | undefined {
  if (type === 'email.complained') return 'complaint';
  const isPermanent = at(data, 'bounce.type') === 'Permanent';
  return type === 'email.bounced' && isPermanent ? 'bounce' : undefined;
}

/** Events name all recipients of an email, and not the one that they are about. */
function onlyOne(to: unknown): unknown[] {
  return Array.isArray(to) && to.length === 1 ? to : [];
}

/** Resend. Repetitions are recognized by a key for 24 hours. */
export const resend = emailProvider({
  id: 'resend',
  name: 'Resend',
  documentation: 'https://resend.com/docs/api-reference/emails/send-email',
  keys: { needed: ['apiKey', 'from', 'senderName'] },
  reports: resendWebhook,
  request: resendRequest('https://api.resend.com/emails'),
  // https://resend.com/docs/api-reference/errors. A concurrent request is sending the same message, or a quota is used up.
  code: 'name',
  faults: {
    passing: 'concurrent_idempotent_requests rate_limit_exceeded application_error internal_server_error',
    quota: 'daily_quota_exceeded monthly_quota_exceeded',
    account: [
      /from.{0,20} (?:field|address)|testing emails|domain .{0,80}not (?:been )?verified/i,
      'missing_api_key restricted_api_key invalid_api_key invalid_from_address invalid_access invalid_region',
      'not_found method_not_allowed',
    ],
    recipient: /`to` field/i,
    content: [
      'validation_error invalid_attachment invalid_parameter missing_required_field security_error',
      'invalid_idempotency_key invalid_idempotent_request',
    ],
  },
  messageId: 'id',
});

/** Anypost accepts the requests of Resend. A repetition gets the first response again; custom data is not supported. */
export const anypost = emailProvider({
  id: 'anypost',
  name: 'Anypost',
  documentation: 'https://anypost.com/docs/send-email',
  keys: { needed: ['apiKey', 'from', 'senderName'] },
  request: resendRequest('https://api.anypost.com/v1/email'),
  // https://anypost.com/docs/errors. The first request is still in progress.
  code: 'error.type',
  faults: { passing: 'idempotency_concurrent', account: /domain .{0,80}not (?:been )?verified/i },
  messageId: 'id',
});

/** Returns the request of Resend; Anypost accepts it at its own address. */
function resendRequest(url: string) {
  return async ({ key, content }: ProviderMessage<EmailContent>, account: Account): Promise<Draft> => {
    const { to, cc, bcc, replyTo, subject, html, text: plain, headers, attachments } = content;
    return {
      url,
      json: {
        from: mailbox(senderOf(content, account)),
        to,
        cc,
        bcc,
        reply_to: replyTo,
        subject,
        html,
        text: plain,
        headers,
        attachments: (await base64Files(attachments))?.map(({ name, mime, content: data }) => ({
          filename: name,
          content: data,
          content_type: mime,
        })),
      },
      headers: { authorization: `Bearer ${text(account, 'apiKey')}`, 'idempotency-key': key },
    };
  };
}

import { text } from '../kit/account.js';
import { derivedUuid } from '../kit/provider.js';
import { mailboxOf } from '../kit/content.js';
import { emailProvider } from '../kit/http/http-provider.js';
import { at, readJson } from '../kit/json.js';
import {
  BASIC_CHALLENGE,
  hasBearer,
  hasPassword,
  type ProviderEvent,
  type WebhookFormat,
} from '../webhooks/webhook-format.js';
import {
  eventsOf,
  idIn,
  incompleteEvent,
  secondsIn,
  statusIn,
  type StatusWords,
  textIn,
} from '../webhooks/read-events.js';
import { type ReportedReason, saysMailboxExists, suppressing } from '../webhooks/suppressions.js';
import { addressObjects, base64Files, senderOf } from './mail.js';

const MS_PER_SECOND = 1000;

const STATUSES: StatusWords = {
  // Comes before any attempt, and also before "blocked".
  request: 'accepted',
  sent: 'sent',
  delivered: 'delivered',
  hard_bounce: 'bounced',
  // While Brevo still retries, the event is "deferred".
  soft_bounce: 'bounced',
  deferred: 'deferred',
  blocked: 'blocked',
  invalid_email: 'rejected',
  error: 'failed',
  spam: 'spam',
  complaint: 'spam',
  opened: 'opened',
  unique_opened: 'opened',
  proxy_open: 'opened',
  unique_proxy_open: 'opened',
  click: 'clicked',
  unsubscribed: 'unsubscribed',
  unsubscribe: 'unsubscribed',
};

/**
 * Brevo signs nothing; it sends a token that is set for the webhook, or the user name and the password from the
 * address. The token or the password is the key. Events have no id of their own.
 */
export const sendinblueWebhook: WebhookFormat = {
  challenge: BASIC_CHALLENGE,
  instructions: (address) =>
    `Create a transactional webhook at Brevo with the address ${address} and the authentication method "token", with ` +
    'inboundWebhookSigningKey as the token; or put any user name and that key as the password before the host of the ' +
    'address (https://user:password@…).',
  proofHeaders: ['authorization'],
  isAuthentic: ({ headers }, key) => hasBearer(headers, key) || hasPassword(headers, key),
  read: ({ body }) => eventsOf(body).flatMap(toEvents),
};

function toEvents(event: Readonly<Record<string, unknown>>): ProviderEvent[] {
  const status = statusIn(STATUSES, event.event);
  if (status === undefined) return [];
  const messageId = idIn(event['message-id']);
  if (messageId === undefined) throw incompleteEvent('message-id');
  return [
    {
      messageId,
      status,
      at: timeOf(event),
      response: textIn(event.reason),
      ...suppressing(reasonOf(event), event.email),
    },
  ];
}

/** By event: https://developers.brevo.com/docs/transactional-webhooks. `blocked` does not say why an address is blocked. */
const REASONS: Readonly<Record<string, ReportedReason>> = {
  hard_bounce: 'bounce',
  invalid_email: 'bounce',
  spam: 'complaint',
  complaint: 'complaint',
  unsubscribed: 'unsubscribe',
  unsubscribe: 'unsubscribe',
};

function reasonOf({ event, reason }: Readonly<Record<string, unknown>>): ReportedReason | undefined {
  const found = typeof event === 'string' && Object.hasOwn(REASONS, event) ? REASONS[event] : undefined;
  return event === 'hard_bounce' && saysMailboxExists(textIn(reason)) ? undefined : found;
}

/** In seconds, else in milliseconds; `ts` and `date` are in the time zone of the account. */
function timeOf({ ts_event: seconds, ts_epoch: epoch }: Readonly<Record<string, unknown>>): Date | undefined {
  return secondsIn(seconds) ?? (typeof epoch === 'number' ? secondsIn(epoch / MS_PER_SECOND) : undefined);
}

/** Brevo, formerly Sendinblue. Repetitions are recognized by a key for half an hour, and refused. */
export const sendinblue = emailProvider({
  id: 'sendinblue',
  name: 'Brevo',
  documentation: 'https://developers.brevo.com/reference/sendtransacemail',
  keys: { needed: ['apiKey', 'from', 'senderName'] },
  reports: sendinblueWebhook,
  async request({ key, content }, account) {
    const { to, cc, bcc, replyTo, subject, html, text: plain, headers, attachments, customData } = content;
    return {
      url: 'https://api.brevo.com/v3/smtp/email',
      json: {
        sender: senderOf(content, account),
        to: addressObjects(to),
        cc: addressObjects(cc),
        bcc: addressObjects(bcc),
        replyTo: replyTo === undefined ? undefined : mailboxOf(replyTo),
        subject,
        htmlContent: html,
        textContent: plain,
        attachment: (await base64Files(attachments))?.map(({ name, content: data }) => ({ content: data, name })),
        headers: {
          ...headers,
          ...(customData && { 'X-Mailin-custom': JSON.stringify(customData) }),
          idempotencyKey: derivedUuid(key),
        },
      },
      headers: { accept: 'application/json', 'api-key': text(account, 'apiKey') },
    };
  },
  // https://developers.brevo.com/docs/how-it-works#error-codes
  code: 'code',
  faults: {
    account: [
      'unauthorized permission_denied account_under_validation method_not_allowed document_not_found',
      /sender/i,
      'not_enough_credits',
    ],
    recipient: /email is not valid in (?:to|cc|bcc)|\bto\b.{0,20}(?:invalid|missing)/i,
    content: 'invalid_parameter missing_parameter out_of_range bad_request not_acceptable',
  },
  isRepetition: ({ status, body }) => status === 400 && at(readJson(body), 'code') === 'duplicate_parameter',
  messageId: 'messageId',
});

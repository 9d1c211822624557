import { text } from '../kit/account.js';
import { judged } from '../kit/http/read-response.js';
import { readJson } from '../kit/json.js';
import { mailboxOf } from '../kit/content.js';
import { emailProvider } from '../kit/http/http-provider.js';
import { hasPassword, type ProviderEvent, type WebhookFormat } from '../webhooks/webhook-format.js';
import { type ReportedReason, suppressing } from '../webhooks/suppressions.js';
import {
  eventsOf,
  idIn,
  incompleteEvent,
  statusIn,
  type StatusWords,
  textIn,
  timeIn,
} from '../webhooks/read-events.js';
import { addressList, base64Files, customTexts, mailbox, senderOf } from './mail.js';

const STATUSES: StatusWords = {
  Delivery: 'delivered',
  Bounce: 'bounced',
  SpamComplaint: 'spam',
  Open: 'opened',
  Click: 'clicked',
  SubscriptionChange: 'unsubscribed',
};

/** Postmark signs nothing; it sends the user name and password from the address. The password is the key. */
export const postmarkWebhook: WebhookFormat = {
  instructions: (address) =>
    `Enter ${address} at Postmark as the address of a webhook, with basic authentication: any user name, and ` +
    'inboundWebhookSigningKey as the password.',
  proofHeaders: ['authorization'],
  isAuthentic: ({ headers }, key) => hasPassword(headers, key),
  read: ({ body }) => eventsOf(body).flatMap(toEvents),
};

function toEvents(event: Readonly<Record<string, unknown>>): ProviderEvent[] {
  const { RecordType: kind } = event;
  const status = statusIn(STATUSES, kind);
  if (status === undefined) return [];
  // Resubscribing says nothing about a delivery.
  if (kind === 'SubscriptionChange' && event.SuppressSending === false) return [];
  const messageId = idIn(event.MessageID);
  if (messageId === undefined) throw incompleteEvent('MessageID');
  return [
    {
      // Only bounces and complaints have an id.
      ...(typeof event.ID === 'number' && { id: `${String(kind)}-${event.ID}` }),
      messageId,
      status,
      at: timeIn(event.DeliveredAt ?? event.BouncedAt ?? event.ReceivedAt ?? event.ChangedAt),
      response: textIn(event.Details, event.Description),
      ...suppressing(reasonOf(event), event.Email ?? event.Recipient),
    },
  ];
}

/**
 * Bounces by their `Type`, and suppressions by their `SuppressionReason`. Others are temporary, automatic replies, or about
 * the sender: https://postmarkapp.com/developer/api/bounce-api#bounce-types
 */
const REASONS: Readonly<Record<string, ReportedReason>> = {
  HardBounce: 'bounce',
  BadEmailAddress: 'bounce',
  SpamComplaint: 'complaint',
  Unsubscribe: 'unsubscribe',
  ManualSuppression: 'unsubscribe',
};

function reasonOf(event: Readonly<Record<string, unknown>>): ReportedReason | undefined {
  if (event.RecordType === 'SpamComplaint') return 'complaint';
  const name = event.RecordType === 'SubscriptionChange' ? event.SuppressionReason : event.Type;
  const isKnown = event.RecordType === 'Bounce' || event.RecordType === 'SubscriptionChange';
  return isKnown && typeof name === 'string' && Object.hasOwn(REASONS, name) ? REASONS[name] : undefined;
}

/** Postmark. It recognizes no repetitions. */
export const postmark = emailProvider({
  id: 'postmark',
  name: 'Postmark',
  documentation: 'https://postmarkapp.com/developer/api/email-api',
  keys: { needed: ['apiKey', 'from', 'senderName'] },
  reports: postmarkWebhook,
  async request({ content }, account) {
    const { to, cc, bcc, replyTo, subject, html, text: plain, headers, attachments, customData } = content;
    return {
      url: 'https://api.postmarkapp.com/email',
      json: {
        From: mailbox(senderOf(content, account)),
        To: addressList(to),
        Cc: addressList(cc),
        Bcc: addressList(bcc),
        Subject: subject,
        HtmlBody: html,
        TextBody: plain,
        ReplyTo: replyTo,
        Metadata: customTexts(customData),
        Headers: headers && Object.entries(headers).map(([Name, Value]) => ({ Name, Value })),
        Attachments: (await base64Files(attachments))?.map(({ name, mime, content: data }) => ({
          Name: name,
          Content: data,
          // The type is required.
          ContentType: mime ?? 'application/octet-stream',
        })),
      },
      headers: { accept: 'application/json', 'x-postmark-server-token': text(account, 'apiKey') },
    };
  },
  // https://postmarkapp.com/developer/api/overview#error-codes. 406: all recipients have bounced or complained.
  code: 'ErrorCode',
  faults: {
    gone: '406',
    account: ['10 400 401 405 412 413 1235 1236', /'From' address/],
    recipient: /'(?:To|Cc|Bcc)' address|zero recipients/i,
    content: '300 402 403 409 410 411',
    passing: '100 429',
  },
  verdict: judged('ErrorCode', { good: [0] }),
  addresses({ body }, content) {
    const inactive = /inactive addresses: ([^"\\]+?)\.(?: |$)/.exec(String(readJson(body).Message))?.[1]?.split(', ');
    if (readJson(body).ErrorCode !== 0 || !inactive) return undefined;
    const error = 'inactive: it has bounced or complained';
    return [...content.to, ...(content.cc ?? []), ...(content.bcc ?? [])]
      .map((one) => mailboxOf(one).email)
      .map((address) =>
        inactive.includes(address) ? { address, ok: false, fault: 'recipient', error } : { address, ok: true },
      );
  },
  messageId: 'MessageID',
});

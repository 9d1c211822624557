import { text } from '../kit/account.js';
import { problemOf } from '../kit/http/read-response.js';
import { at, idAt, readJson } from '../kit/json.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { EmailProvider } from '../kit/provider.js';
import { hasPassword, type ProviderEvent, type WebhookFormat } from '../webhooks/webhook-format.js';
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
    },
  ];
}

/** The recipient is inactive after a hard bounce, a complaint or a block: Postmark no longer sends to it. */
const INACTIVE_RECIPIENT = 406;

/** Postmark. It recognizes no repetitions. */
export const postmark: EmailProvider = httpProvider({
  id: 'postmark',
  channel: 'email',
  name: 'Postmark',
  documentation: 'https://postmarkapp.com/developer/api/email-api',
  keys: { needed: ['apiKey', 'from', 'senderName'] },
  reports: postmarkWebhook,
  async request({ content }, account) {
    const { to, cc, bcc, replyTo, subject, html, text: plain, headers, attachments, customData } = content;
    return {
      method: 'POST',
      url: 'https://api.postmarkapp.com/email',
      ...jsonBody(
        {
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
        { accept: 'application/json', 'x-postmark-server-token': text(account, 'apiKey') },
      ),
    };
  },
  problem(response, now) {
    const code = at(readJson(response.body), 'ErrorCode');
    if (code === INACTIVE_RECIPIENT) return { ...problemOf(response, now), kind: 'invalid_target' };
    return response.status === 200 && typeof code === 'number' && code !== 0 ? problemOf(response, now) : undefined;
  },
  messageId: ({ body }) => idAt(body, 'MessageID'),
});

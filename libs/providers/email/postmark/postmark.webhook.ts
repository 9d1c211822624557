import { eventsOf, idIn, incompleteEvent, timeIn, wordsIn } from '../../webhooks/read-events.js';
import { hasPassword } from '../../webhooks/proofs.js';
import { statusIn, type StatusWords } from '../../webhooks/status-in.js';
import type { ProviderEvent, WebhookFormat } from '../../webhooks/webhook-format.js';

const STATUSES: StatusWords = {
  Delivery: 'delivered',
  Bounce: 'bounced',
  SpamComplaint: 'spam',
  Open: 'opened',
  Click: 'clicked',
  SubscriptionChange: 'unsubscribed',
};

/** Postmark signs nothing; it sends the user name and password that stand in the address. The password is the key. */
export const postmarkWebhook: WebhookFormat = {
  instructions: (address) =>
    `Enter ${address} at Postmark as the address of a webhook, with basic authentication: any user name, and ` +
    'inboundWebhookSigningKey as the password.',
  isAuthentic: ({ headers }, key) => hasPassword(headers, key),
  read: ({ body }) => eventsOf(body).flatMap(toEvents),
};

function toEvents(event: Readonly<Record<string, unknown>>): ProviderEvent[] {
  const { RecordType: kind } = event;
  const status = statusIn(STATUSES, kind);
  if (status === undefined) return [];
  // Whoever subscribes again reports nothing about a delivery.
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
      response: wordsIn(event.Details, event.Description),
    },
  ];
}

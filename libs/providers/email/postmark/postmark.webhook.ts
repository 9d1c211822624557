import { isSameSecret } from '../../../secrets/is-same-secret.js';
import type { DeliveryStatus } from '../../webhooks/delivery-status.js';
import { eventsOf, idIn, incompleteEvent, timeIn, wordsIn } from '../../webhooks/read-events.js';
import type { ProviderEvent, WebhookFormat } from '../../webhooks/webhook-format.js';

const STATUSES: Readonly<Record<string, DeliveryStatus>> = {
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
  isAuthentic: ({ headers }, key) => {
    const encoded = /^Basic\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1];
    if (encoded === undefined) return false;
    const given = Buffer.from(encoded, 'base64').toString('utf8');
    return isSameSecret(given.slice(given.indexOf(':') + 1), key);
  },
  read: ({ body }) => eventsOf(body).flatMap(toEvents),
};

function toEvents(event: Readonly<Record<string, unknown>>): ProviderEvent[] {
  const kind = String(event.RecordType);
  if (!Object.hasOwn(STATUSES, kind)) return [];
  // Whoever subscribes again reports nothing about a delivery.
  if (kind === 'SubscriptionChange' && event.SuppressSending === false) return [];
  const messageId = idIn(event.MessageID);
  if (messageId === undefined) throw incompleteEvent('MessageID');
  return [
    {
      // Only bounces and complaints have an id.
      ...(typeof event.ID === 'number' && { id: `${kind}-${event.ID}` }),
      messageId,
      status: STATUSES[kind]!,
      at: timeIn(event.DeliveredAt ?? event.BouncedAt ?? event.ReceivedAt ?? event.ChangedAt),
      response: wordsIn(event.Details, event.Description),
    },
  ];
}

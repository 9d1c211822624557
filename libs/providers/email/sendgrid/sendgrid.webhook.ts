import { createPublicKey, verify } from 'node:crypto';
import { countIn, eventsOf, idIn, secondsIn, wordsIn } from '../../webhooks/read-events.js';
import { statusIn, type StatusWords } from '../../webhooks/status-in.js';
import type { ProviderEvent, WebhookFormat } from '../../webhooks/webhook-format.js';

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
 * SendGrid signs time and body with ECDSA; the key is the public one that its settings show, in base64. Events name the
 * message by the id that the sending was answered with, and more behind it.
 */
export const sendgridWebhook: WebhookFormat = {
  instructions: (address) =>
    `Enter ${address} at SendGrid as the address of the event webhook, switch its signature on, and set ` +
    'inboundWebhookSigningKey to the verification key that SendGrid shows.',
  isAuthentic: ({ headers, rawBody }, key) => {
    const [signature, timestamp] = [headers[SIGNATURE], headers[TIMESTAMP]];
    if (typeof signature !== 'string' || typeof timestamp !== 'string') return false;
    try {
      const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
      return verify('sha256', Buffer.from(timestamp + rawBody), publicKey, Buffer.from(signature, 'base64'));
    } catch {
      // The key is not one of SendGrid's, or the signature is no signature.
      return false;
    }
  },
  read: ({ body }) => eventsOf(body).flatMap(toEvents),
};

function toEvents(event: Readonly<Record<string, unknown>>): ProviderEvent[] {
  const status = statusIn(STATUSES, event.event);
  const messageId = idIn(event.sg_message_id);
  // Test events of its settings page name no message of ours either.
  if (messageId === undefined || status === undefined) return [];
  return [
    {
      id: idIn(event.sg_event_id),
      messageId,
      alsoKnownAs: [messageId.replace(/\.(?:filter|recv).*$/s, '')],
      status: status === 'bounced' && event.type === 'blocked' ? 'blocked' : status,
      at: secondsIn(event.timestamp),
      response: wordsIn(event.reason, event.response),
      attempts: countIn(Number(event.attempt)),
    },
  ];
}

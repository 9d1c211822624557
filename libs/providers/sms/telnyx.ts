import { createPublicKey, verify } from 'node:crypto';
import { text } from '../kit/account/account.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { at, idAt } from '../kit/http/read-json.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { SmsProvider } from '../kit/provider.js';
import { isFresh } from '../webhooks/proofs.js';
import { eventsOf, idIn, incompleteEvent, timeIn, wordsIn } from '../webhooks/read-events.js';
import { statusIn, type StatusWords } from '../webhooks/status-in.js';
import type { ProviderEvent, WebhookFormat } from '../webhooks/webhook-format.js';
import { senderOf } from './sender.js';

const KINDS: unknown[] = ['message.sent', 'message.finalized'];

/** `delivery_unconfirmed` is left out: it says that nobody knows. */
const STATUSES: StatusWords = {
  queued: 'queued',
  sending: 'sending',
  sent: 'sent',
  delivered: 'delivered',
  sending_failed: 'failed',
  delivery_failed: 'undelivered',
};

/**
 * Telnyx signs time and body, with a bar between, with Ed25519; the key is the public one of the account, its 32 bytes in
 * base64.
 */
export const telnyxWebhook: WebhookFormat = {
  instructions: (address) =>
    `Enter ${address} at Telnyx as the webhook of the messaging profile, with API version 2, and set ` +
    'inboundWebhookSigningKey to the public key of the account.',
  isAuthentic: ({ headers, rawBody }, key, now) => {
    const [signature, timestamp] = [headers['telnyx-signature-ed25519'], headers['telnyx-timestamp']];
    if (typeof signature !== 'string' || typeof timestamp !== 'string' || !isFresh(timestamp, now)) return false;
    try {
      const x = Buffer.from(key, 'base64').toString('base64url');
      const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
      return verify(null, Buffer.from(`${timestamp}|${rawBody}`), publicKey, Buffer.from(signature, 'base64'));
    } catch {
      // The key is not one of Telnyx's, or the signature is no signature.
      return false;
    }
  },
  read: ({ body }) => eventsOf(body).flatMap(({ data }) => toEvents(data)),
};

function toEvents(data: unknown): ProviderEvent[] {
  if (!KINDS.includes(at(data, 'event_type'))) return [];
  const status = statusIn(STATUSES, at(data, 'payload.to.0.status'));
  if (status === undefined) return [];
  const messageId = idIn(at(data, 'payload.id'));
  if (messageId === undefined) throw incompleteEvent('id of a message');
  return [
    {
      id: idIn(at(data, 'id')),
      messageId,
      status,
      at: timeIn(at(data, 'occurred_at')),
      response: wordsIn(at(data, 'payload.errors.0.detail'), at(data, 'payload.errors.0.title')),
    },
  ];
}

/** Telnyx. A sender may be a name, because the messaging profile is always told. */
export const telnyx: SmsProvider = httpProvider({
  id: 'telnyx',
  channel: 'sms',
  name: 'Telnyx',
  documentation: 'https://developers.telnyx.com/api/messaging/send-message',
  keys: { needed: ['apiKey', 'messageProfileId', 'from'] },
  reports: telnyxWebhook,
  request: ({ content }, account) => ({
    method: 'POST',
    url: 'https://api.telnyx.com/v2/messages',
    ...jsonBody(
      {
        from: senderOf(content, account),
        to: content.to,
        text: content.body,
        messaging_profile_id: text(account, 'messageProfileId'),
      },
      { authorization: `Bearer ${text(account, 'apiKey')}` },
    ),
  }),
  messageId: ({ body }) => idAt(body, 'data.id'),
});

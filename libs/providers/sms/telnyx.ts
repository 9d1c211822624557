import { createPublicKey, verify } from 'node:crypto';
import { text } from '../kit/account.js';
import { smsProvider } from '../kit/http/http-provider.js';
import { at } from '../kit/json.js';
import { isFresh, type ProviderEvent, type WebhookFormat } from '../webhooks/webhook-format.js';
import { type InboundText, inboundText, keywordIn, type KeywordWords } from '../webhooks/inbound-texts.js';
import {
  eventsOf,
  idIn,
  incompleteEvent,
  statusIn,
  type StatusWords,
  textIn,
  timeIn,
} from '../webhooks/read-events.js';
import { reasonIn, suppressing } from '../webhooks/suppressions.js';
import { senderOf } from './message.js';

const KINDS: unknown[] = ['message.sent', 'message.finalized'];

/** Opted out; no number, or not one that gets messages: https://developers.telnyx.com/development/api-guide/error-codes */
const SUPPRESSES = { stop: '40300', bounce: '40001 40012 40310' };

/** `delivery_unconfirmed` is left out: the outcome is unknown. */
const STATUSES: StatusWords = {
  queued: 'queued',
  sending: 'sending',
  sent: 'sent',
  delivered: 'delivered',
  sending_failed: 'failed',
  delivery_failed: 'undelivered',
};

/**
 * Telnyx signs time and body, joined by a vertical bar, with Ed25519. The key is the public key of the account: 32
 * bytes in base64.
 */
export const telnyxWebhook: WebhookFormat = {
  instructions: (address) =>
    `Enter ${address} at Telnyx as the webhook of the messaging profile, with API version 2, and set ` +
    'inboundWebhookSigningKey to the public key of the account.',
  proofHeaders: ['telnyx-signature-ed25519'],
  isAuthentic: ({ headers, rawBody }, key, now) => {
    const [signature, timestamp] = [headers['telnyx-signature-ed25519'], headers['telnyx-timestamp']];
    if (typeof signature !== 'string' || typeof timestamp !== 'string' || !isFresh(timestamp, now)) return false;
    try {
      const x = Buffer.from(key, 'base64').toString('base64url');
      const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
      return verify(null, Buffer.from(`${timestamp}|${rawBody}`), publicKey, Buffer.from(signature, 'base64'));
    } catch {
      // The key is not in Telnyx's form, or the signature is malformed.
      return false;
    }
  },
  read: ({ body }) => eventsOf(body).flatMap(({ data }) => toEvents(data)),
  texts: { read: (body) => eventsOf(body).flatMap(({ data }) => toTexts(data)) },
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
      response: textIn(at(data, 'payload.errors.0.detail'), at(data, 'payload.errors.0.title')),
      ...suppressing(reasonIn(SUPPRESSES, at(data, 'payload.errors.0.code')), at(data, 'payload.to.0.phone_number')),
    },
  ];
}

/** `autoresponse_type`: what the messaging profile takes a message for. */
const AUTORESPONSES: KeywordWords = {
  opt_out: 'stop',
  'opt-out': 'stop',
  stop: 'stop',
  opt_in: 'start',
  'opt-in': 'start',
  start: 'start',
  help: 'help',
};

function toTexts(data: unknown): InboundText[] {
  if (at(data, 'event_type') !== 'message.received') return [];
  const word = at(data, 'payload.autoresponse_type');
  const keyword = keywordIn(AUTORESPONSES, typeof word === 'string' ? word.toLowerCase() : word);
  return [
    inboundText({
      id: at(data, 'payload.id'),
      from: at(data, 'payload.from.phone_number'),
      to: at(data, 'payload.to.0.phone_number'),
      text: at(data, 'payload.text'),
      at: timeIn(at(data, 'payload.received_at') ?? at(data, 'occurred_at')),
      ...(keyword && { keyword }),
    }),
  ];
}

/** Telnyx. A sender may be a name, because the messaging profile is always sent. */
export const telnyx = smsProvider({
  id: 'telnyx',
  name: 'Telnyx',
  documentation: 'https://developers.telnyx.com/api/messaging/send-message',
  keys: { needed: ['apiKey', 'messageProfileId', 'from'] },
  reports: telnyxWebhook,
  request: ({ content }, account) => ({
    url: 'https://api.telnyx.com/v2/messages',
    json: {
      from: senderOf(content, account),
      to: content.to,
      text: content.body,
      messaging_profile_id: text(account, 'messageProfileId'),
    },
    headers: { authorization: `Bearer ${text(account, 'apiKey')}` },
  }),
  // https://developers.telnyx.com/docs/messaging/messages/error-codes
  code: 'errors.0.code',
  faults: {
    recipient: '10002 10016 40001 40004 40008 40012 40300 40310',
    content: '10015 40002 40009 40015 40302 40316 40322',
    account: [
      '10009 10010 40003 40010 40013 40016 40017 40100 40305 40306 40309 40312 40313 40315 40321 40329',
      '20100 40018',
    ],
    passing: '10007 10008 10011 40005 40006 40011 40014 40318 40320',
  },
  suppresses: SUPPRESSES,
  limits: { body: { max: 10, unit: 'segments' } },
  messageId: 'data.id',
});

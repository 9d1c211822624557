import { createHash, createHmac } from 'node:crypto';
import { isSameSecret } from '#libs/secrets/is-same-secret.js';
import { text } from '../kit/account.js';
import type { SmsContent } from '../kit/content.js';
import { smsProvider } from '../kit/http/http-provider.js';
import { secondsLeft } from '../kit/lifetime.js';
import { refusalText, type Verdict } from '../kit/http/read-response.js';
import { isRecord, readJson } from '../kit/json.js';
import { isFresh, type ProviderEvent, sortedFields, type WebhookFormat } from '../webhooks/webhook-format.js';
import { type InboundText, inboundText } from '../webhooks/inbound-texts.js';
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
import { needsUnicode, senderOf, withoutPlus } from './message.js';

/** No longer active; no number: https://developer.vonage.com/en/messaging/sms/guides/delivery-receipts#dlr-error-codes */
const SUPPRESSES = { bounce: '3 9' };

/** `unknown` is left out: it carries no information. */
const STATUSES: StatusWords = {
  accepted: 'accepted',
  buffered: 'delayed',
  delivered: 'delivered',
  expired: 'undelivered',
  failed: 'failed',
  rejected: 'rejected',
};

/** By the number of hexadecimal digits of a signature. */
const METHODS: Readonly<Record<number, string>> = { 32: 'md5', 40: 'sha1', 64: 'sha256', 128: 'sha512' };

const DELIVERED = '0';

/**
 * Vonage posts one receipt, as a form or as JSON, for each part of a long message; the id of the first part is that of
 * the message. With signed webhooks, which its support enables, the field `sig` signs all other fields with the
 * signature secret of the account, by the method chosen there.
 */
export const nexmoWebhook: WebhookFormat = {
  instructions: (address) =>
    `Enter ${address} at Vonage as the webhook of delivery receipts, with the method POST or POST-JSON. Set ` +
    'inboundWebhookSigningKey to the signature secret of the account, and ask the support of Vonage for signed webhooks.',
  isAuthentic: ({ body }, key, now) => {
    const fields = sortedFields(body);
    if (fields === undefined) return false;
    const { sig = '', timestamp } = Object.fromEntries(fields) as Partial<Record<string, string>>;
    if (!isFresh(timestamp, now)) return false;
    const signed = fields.map(([name, value]) => (name === 'sig' ? '' : `&${name}=${value.replaceAll(/[&=]/g, '_')}`));
    // Some methods produce upper-case digits.
    const given = sig.toLowerCase();
    return signaturesOf(signed.join(''), key, given.length).some((one) => isSameSecret(given, one));
  },
  read: ({ body }) => eventsOf(body).flatMap(toEvents),
  texts: { read: (body) => eventsOf(body).flatMap(toTexts) },
};

/** The possible signatures of this length for a text. Two methods use MD5. */
function signaturesOf(text: string, key: string, length: number): string[] {
  const method = METHODS[length];
  if (method === undefined) return [];
  const hmac = createHmac(method, key).update(text).digest('hex');
  if (method !== 'md5') return [hmac];
  const hash = createHash(method)
    .update(text + key)
    .digest('hex');
  return [hmac, hash];
}

function toEvents(event: Readonly<Record<string, unknown>>): ProviderEvent[] {
  const status = statusIn(STATUSES, event.status);
  // Inbound messages have none.
  if (status === undefined) return [];
  const messageId = idIn(event.messageId);
  if (messageId === undefined) throw incompleteEvent('messageId');
  const { 'err-code': code, 'message-timestamp': time } = event;
  const failure = typeof code === 'string' && code !== DELIVERED ? `error ${code}` : undefined;
  return [
    {
      messageId,
      status,
      at: utcTimeIn(time),
      response: textIn(failure),
      // The number the message went to is `msisdn` of a report.
      ...suppressing(reasonIn(SUPPRESSES, code), event.msisdn),
    },
  ];
}

/** Long messages come in parts, each with an id of its own. */
function toTexts({ status, type, msisdn, ...event }: Readonly<Record<string, unknown>>): InboundText[] {
  if (status !== undefined || msisdn === undefined || type === 'binary') return [];
  const { messageId: id, to, text, concat, 'message-timestamp': time } = event;
  const isPart = concat === true || concat === 'true';
  return [inboundText({ id, from: msisdn, to, text, at: utcTimeIn(time), ...(isPart && { isPart }) })];
}

/** A time in the form `2026-02-03 04:05:06`, in UTC. */
function utcTimeIn(value: unknown): Date | undefined {
  return typeof value === 'string' ? timeIn(`${value.replace(' ', 'T')}Z`) : undefined;
}

const ACCEPTED = '0';

/** Vonage, formerly Nexmo. Its status is always 200; each part of a long message has a status in the body. */
export const nexmo = smsProvider({
  id: 'nexmo',
  name: 'Vonage',
  documentation: 'https://developer.vonage.com/en/api/sms',
  keys: { needed: ['apiKey', 'secretKey', 'from'] },
  reports: nexmoWebhook,
  request: ({ content }, account, world) => ({
    url: 'https://rest.nexmo.com/sms/json',
    form: {
      api_key: text(account, 'apiKey'),
      api_secret: text(account, 'secretKey'),
      from: withoutPlus(senderOf(content, account)),
      to: withoutPlus(content.to),
      text: content.body,
      type: needsUnicode(content.body) ? 'unicode' : 'text',
      ...lifetimeOf(content, world.now()),
    },
  }),
  // https://developer.vonage.com/en/api-errors/sms
  code: ({ body }) => partsOf(body).map(({ status }) => status),
  faults: {
    recipient: '6 7 33',
    content: '2 3 12 13 17 18 20 24',
    account: ['4 8 11 14 15 22 23 29 32', '9'],
    passing: '1 5 10',
  },
  messageId: 'messages.0.message-id',
  optionalId: true,
  verdict: verdictOf,
});

/** In milliseconds, of which the service takes 20,000 to a week. */
function lifetimeOf(content: SmsContent, now: Date): { ttl?: string } {
  const seconds = secondsLeft(content, now, { min: 20, max: 7 * 86_400 });
  return seconds === undefined ? {} : { ttl: String(seconds * 1000) };
}

function verdictOf(body: string): Verdict {
  const parts = partsOf(body);
  if (parts.length === 0) return 'unknown';
  const refused = parts.find(({ status }) => status !== ACCEPTED);
  return refused ? { refused: refusalText('status', refused.status, refused['error-text']) } : 'accepted';
}

function partsOf(body: string): Record<string, unknown>[] {
  const { messages } = readJson(body);
  return Array.isArray(messages) ? messages.filter(isRecord) : [];
}

import { createHash, createHmac } from 'node:crypto';
import { isSameSecret } from '#libs/secrets/is-same-secret.js';
import { text } from '../kit/account/account.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { idAt, readJson } from '../kit/http/read-json.js';
import { formBody } from '../kit/http/request-bodies.js';
import { isRecord } from '../kit/is-record.js';
import type { SmsProvider } from '../kit/provider.js';
import { type Verdict, verdictReader, wordsOf } from '../kit/response-verdict.js';
import { isFresh } from '../webhooks/proofs.js';
import { eventsOf, idIn, incompleteEvent, timeIn, wordsIn } from '../webhooks/read-events.js';
import { sortedFields } from '../webhooks/sorted-fields.js';
import { statusIn, type StatusWords } from '../webhooks/status-in.js';
import type { ProviderEvent, WebhookFormat } from '../webhooks/webhook-format.js';
import { needsUnicode } from './gsm-alphabet.js';
import { withoutPlus } from './numbers.js';
import { senderOf } from './sender.js';

/** `unknown` is left out: it says nothing. */
const STATUSES: StatusWords = {
  accepted: 'accepted',
  buffered: 'delayed',
  delivered: 'delivered',
  expired: 'undelivered',
  failed: 'failed',
  rejected: 'rejected',
};

/** By how many hexadecimal digits a signature has. */
const METHODS: Readonly<Record<number, string>> = { 32: 'md5', 40: 'sha1', 64: 'sha256', 128: 'sha512' };

const DELIVERED = '0';

/**
 * Vonage posts one receipt as a form or as JSON, for each part of a long message one; the first part's id is that of the
 * message. With signed webhooks, which its support switches on, the field `sig` signs all others under the signature
 * secret of the account, by the method that is chosen there.
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
    // Some methods write capitals.
    const given = sig.toLowerCase();
    return signaturesOf(signed.join(''), key, given.length).some((one) => isSameSecret(given, one));
  },
  read: ({ body }) => eventsOf(body).flatMap(toEvents),
};

/** The signatures of this length that a text may have. Two methods make one of MD5. */
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
  // Messages that come in have none.
  if (status === undefined) return [];
  const messageId = idIn(event.messageId);
  if (messageId === undefined) throw incompleteEvent('messageId');
  const { 'err-code': code, 'message-timestamp': time } = event;
  const failure = typeof code === 'string' && code !== DELIVERED ? `error ${code}` : undefined;
  return [{ messageId, status, at: utcTimeIn(time), response: wordsIn(failure) }];
}

/** A time written as `2026-02-03 04:05:06`, which is UTC. */
function utcTimeIn(value: unknown): Date | undefined {
  return typeof value === 'string' ? timeIn(`${value.replace(' ', 'T')}Z`) : undefined;
}

const ACCEPTED = '0';
/** Too fast, broken inside, too many connections. */
const MAY_PASS = new Set(['1', '5', '10']);

/** Vonage, once Nexmo. Its status is 200 whatever has happened; each part of a long message has a status in the body. */
export const nexmo: SmsProvider = httpProvider({
  id: 'nexmo',
  channel: 'sms',
  name: 'Vonage',
  documentation: 'https://developer.vonage.com/en/api/sms',
  keys: { needed: ['apiKey', 'secretKey', 'from'] },
  reports: nexmoWebhook,
  request: ({ content }, account) => ({
    method: 'POST',
    url: 'https://rest.nexmo.com/sms/json',
    ...formBody({
      api_key: text(account, 'apiKey'),
      api_secret: text(account, 'secretKey'),
      from: withoutPlus(senderOf(content, account)),
      to: withoutPlus(content.to),
      text: content.body,
      type: needsUnicode(content.body) ? 'unicode' : 'text',
    }),
  }),
  messageId: ({ body }) => idAt(body, 'messages.0.message-id'),
  problem: verdictReader(verdictOf),
});

function verdictOf(body: string): Verdict {
  const { messages } = readJson(body);
  if (!Array.isArray(messages) || messages.length === 0) return 'unknown';
  const parts = (messages as unknown[]).map((part) => (isRecord(part) ? part : {}));
  const refused = parts.find(({ status }) => status !== ACCEPTED);
  if (!refused) return 'accepted';
  const { status, 'error-text': words } = refused;
  return { refused: wordsOf('status', status, words), transient: MAY_PASS.has(String(status)) };
}

import { createHmac } from 'node:crypto';
import { isSameSecret } from '#libs/secrets/is-same-secret.js';
import { basicAuthorization, text } from '../kit/account.js';
import { smsProvider } from '../kit/http/http-provider.js';
import { type InboundText, inboundText, keywordIn, type KeywordWords } from '../webhooks/inbound-texts.js';
import { eventsOf, idIn, incompleteEvent, statusIn, type StatusWords } from '../webhooks/read-events.js';
import {
  type ProviderEvent,
  sortedFields,
  type WebhookFormat,
  type WebhookRequest,
} from '../webhooks/webhook-format.js';
import { reasonIn, suppressing } from '../webhooks/suppressions.js';
import { senderOf } from './message.js';

type Fields = Readonly<Record<string, unknown>>;

/** Opted out; no number, or unavailable for good: https://www.plivo.com/docs/messaging/troubleshooting/error-codes */
const SUPPRESSES = { stop: '200', bounce: '50 70' };

const STATUSES: StatusWords = {
  queued: 'queued',
  sent: 'sent',
  delivered: 'delivered',
  undelivered: 'undelivered',
  failed: 'failed',
  rejected: 'rejected',
  read: 'opened',
};

const DELIVERED = '000';

interface Version {
  name: 'v2' | 'v3';
  /** Form of the nonce in this version: a text signed for one version must not be accepted for another. */
  nonce: RegExp;
  signed: (request: WebhookRequest, nonce: string) => string;
}

const VERSIONS: readonly Version[] = [
  { name: 'v3', nonce: /^.+$/s, signed: (request, nonce) => `${addressWithFields(request)}.${nonce}` },
  { name: 'v2', nonce: /^\d+$/, signed: ({ url }, nonce) => splitAddress(url).base + nonce },
];

/**
 * Plivo posts a form, and signs it in two versions: HMAC-SHA256 in base64 with an auth token. Version 3 covers the
 * address and the fields; version 2, which messages still use, covers only the address. Each signature comes twice,
 * with the token of the sending account and with that of the main account. The times in a report have no time zone and
 * are not used.
 */
export const plivoWebhook: WebhookFormat = {
  instructions: (address) =>
    `Have triggers give Plivo ${address} as url, with POST as method, in the body of _passthrough. Set ` +
    'inboundWebhookSigningKey to the auth token of the account. PUBLIC_URL must be the address that Plivo calls, because ' +
    'that is signed.',
  proofHeaders: VERSIONS.flatMap(({ name }) => [`x-plivo-signature-${name}`, `x-plivo-signature-ma-${name}`]),
  isAuthentic: (request, key) => VERSIONS.some((version) => isSigned(version, request, key)),
  read: ({ body }) => eventsOf(body).flatMap(toEvents),
  texts: {
    response: { type: 'application/xml', body: '<Response></Response>' },
    read: (body) => eventsOf(body).flatMap(toTexts),
  },
};

function isSigned({ name, nonce: form, signed }: Version, request: WebhookRequest, key: string): boolean {
  const { headers } = request;
  const nonce = headers[`x-plivo-signature-${name}-nonce`];
  if (typeof nonce !== 'string' || !form.test(nonce)) return false;
  const expected = createHmac('sha256', key).update(signed(request, nonce)).digest('base64');
  return [headers[`x-plivo-signature-${name}`], headers[`x-plivo-signature-ma-${name}`]].some(
    (given) => typeof given === 'string' && given.split(',').some((one) => isSameSecret(one.trim(), expected)),
  );
}

/** The address with its query sorted, followed by the sorted fields without separators. */
function addressWithFields({ url, body }: WebhookRequest): string {
  const { base, query } = splitAddress(url);
  const parameters = [...new URLSearchParams(query)].map(([name, value]) => `${name}=${value}`).toSorted();
  const fields = (sortedFields(body) ?? []).flat();
  const joint = parameters.length > 0 && fields.length > 0 ? '.' : '';
  const mark = parameters.length > 0 || fields.length > 0 ? '?' : '';
  return [base, mark, parameters.join('&'), joint, ...fields].join('');
}

function splitAddress(url: string): { base: string; query: string } {
  const [base = url, query = ''] = url.split('?', 2);
  return { base, query };
}

function toEvents(event: Fields): ProviderEvent[] {
  const status = statusIn(STATUSES, event.Status);
  if (status === undefined) return [];
  const messageId = idIn(event.MessageUUID);
  if (messageId === undefined) throw incompleteEvent('MessageUUID');
  // Parts of a long message have their own ids; the response to sending has the id of the first one.
  const parent = idIn(event.ParentMessageUUID);
  const code = idIn(event.ErrorCode);
  return [
    {
      messageId,
      ...(parent !== undefined && parent !== messageId && { alsoKnownAs: [parent] }),
      status,
      ...(code !== undefined && code !== DELIVERED && { response: `error ${code}` }),
      ...suppressing(reasonIn(SUPPRESSES, code), event.To),
    },
  ];
}

/** `MessageIntent`: what Plivo takes a message for. */
const INTENTS: KeywordWords = { optout: 'stop', optin: 'start', help: 'help' };

function toTexts({ Status, Type, MessageUUID, From, To, Text, Body, MessageIntent }: Fields): InboundText[] {
  if (Status !== undefined || From === undefined || Type === 'whatsapp') return [];
  const keyword = keywordIn(INTENTS, MessageIntent);
  return [inboundText({ id: MessageUUID, from: From, to: To, text: Text ?? Body, ...(keyword && { keyword }) })];
}

/** Plivo. */
export const plivo = smsProvider({
  id: 'plivo',
  name: 'Plivo',
  documentation: 'https://www.plivo.com/docs/messaging/api/message/send-a-message',
  keys: { needed: ['accountSid', 'token', 'from'] },
  reports: plivoWebhook,
  request({ content }, account) {
    const id = text(account, 'accountSid');
    const authorization = basicAuthorization(id, text(account, 'token'));
    return {
      url: `https://api.plivo.com/v1/Account/${encodeURIComponent(id)}/Message/`,
      json: { src: senderOf(content, account), dst: content.to, text: content.body },
      headers: { authorization },
    };
  },
  // https://www.plivo.com/docs/messaging/api/overview (statuses), https://www.plivo.com/docs/messaging/troubleshooting/error-codes
  code: 'error_code',
  faults: {
    recipient: ['40 50 60 70 200 300', /dst|destination/i],
    content: '10 30 80 110 420',
    account: ['100 160 450 451 460 900 950', /\bsrc\b|powerpack|insufficient|credit/i],
    passing: '20 90',
  },
  suppresses: SUPPRESSES,
  limits: { body: { max: 1600, unit: 'characters' } },
  messageId: 'message_uuid.0',
});

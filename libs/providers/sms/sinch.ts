import { createHmac } from 'node:crypto';
import { isSameSecret } from '#libs/secrets/is-same-secret.js';
import { optionalText, text } from '../kit/account.js';
import { smsProvider } from '../kit/http/http-provider.js';
import { secondsLeft } from '../kit/lifetime.js';
import {
  BASIC_CHALLENGE,
  hasPassword,
  isFresh,
  type ProviderEvent,
  type WebhookFormat,
  type WebhookRequest,
} from '../webhooks/webhook-format.js';
import { type InboundText, inboundText } from '../webhooks/inbound-texts.js';
import { eventsOf, idIn, incompleteEvent, statusIn, type StatusWords, timeIn } from '../webhooks/read-events.js';
import { senderOf } from './message.js';

type Fields = Readonly<Record<string, unknown>>;

const SIGNATURE = 'x-sinch-webhook-signature';
const METHOD = 'HmacSHA256';

/** `Unknown` is left out: it carries no information. */
const STATUSES: StatusWords = {
  queued: 'queued',
  dispatched: 'sent',
  aborted: 'failed',
  cancelled: 'dropped',
  rejected: 'rejected',
  deleted: 'undelivered',
  delivered: 'delivered',
  failed: 'failed',
  expired: 'undelivered',
};

/**
 * Sinch posts a report per recipient, or one for a whole batch; with one recipient, as here, both are the same. Sinch's
 * support sets up how it authenticates: with a user name and a password, or with HMAC-SHA256 in base64 of body, nonce
 * and time joined by dots.
 */
export const sinchWebhook: WebhookFormat = {
  challenge: BASIC_CHALLENGE,
  instructions: (address) =>
    `Enter ${address} at Sinch as the callback URL of the service plan, and have triggers ask for reports with ` +
    'delivery_report in the body of _passthrough. Ask Sinch to sign callbacks, with inboundWebhookSigningKey as the ' +
    'secret, or to call with basic authentication: any user name, and inboundWebhookSigningKey as the password.',
  proofHeaders: [SIGNATURE, 'authorization'],
  isAuthentic: (request, key, now) =>
    request.headers[SIGNATURE] === undefined ? hasPassword(request.headers, key) : isSigned(request, key, now),
  read: ({ body }) => eventsOf(body).flatMap(toEvents),
  texts: { read: (body) => eventsOf(body).flatMap(toTexts) },
};

function isSigned({ headers, rawBody }: WebhookRequest, key: string, now: Date): boolean {
  const [signature, nonce] = [headers[SIGNATURE], headers[`${SIGNATURE}-nonce`]];
  const { [`${SIGNATURE}-timestamp`]: timestamp, [`${SIGNATURE}-algorithm`]: method = METHOD } = headers;
  if (typeof signature !== 'string' || typeof nonce !== 'string' || typeof timestamp !== 'string') return false;
  if (method !== METHOD || !isFresh(timestamp, now)) return false;
  return isSameSecret(signature, createHmac('sha256', key).update(`${rawBody}.${nonce}.${timestamp}`).digest('base64'));
}

function toEvents(report: Fields): ProviderEvent[] {
  switch (report.type) {
    case 'recipient_delivery_report_sms':
      return toEvent(report, report);
    case 'delivery_report_sms':
      return eventsOf(report.statuses).flatMap((entry) => toEvent(report, entry));
    default:
      return [];
  }
}

function toEvent({ batch_id: batchId, at }: Fields, { status: word, code }: Fields): ProviderEvent[] {
  const status = statusIn(STATUSES, typeof word === 'string' ? word.toLowerCase() : word);
  if (status === undefined) return [];
  const messageId = idIn(batchId);
  if (messageId === undefined) throw incompleteEvent('batch_id');
  return [
    { messageId, status, at: timeIn(at), ...(typeof code === 'number' && code !== 0 && { response: `code ${code}` }) },
  ];
}

function toTexts({ type, id, from, to, body, received_at: time }: Fields): InboundText[] {
  return type === 'mo_text' ? [inboundText({ id, from, to, text: body, at: timeIn(time) })] : [];
}

/** Sinch. `accountSid` is the id of the service plan. */
export const sinch = smsProvider({
  id: 'sinch',
  name: 'Sinch',
  documentation: 'https://developers.sinch.com/docs/sms/api-reference/sms/batches/sendsms',
  keys: { needed: ['accountSid', 'apiToken', 'from'], optional: ['region'] },
  reports: sinchWebhook,
  request({ content }, account, world) {
    // The service keeps messages for three days at most.
    const isLimited = secondsLeft(content, world.now(), { max: 3 * 86_400 }) !== undefined;
    const region = encodeURIComponent(optionalText(account, 'region') ?? 'eu');
    const plan = encodeURIComponent(text(account, 'accountSid'));
    return {
      url: `https://${region}.sms.api.sinch.com/xms/v1/${plan}/batches`,
      json: {
        from: senderOf(content, account),
        to: [content.to],
        body: content.body,
        ...(isLimited && { expire_at: content.expiresAt!.toISOString() }),
      },
      headers: { authorization: `Bearer ${text(account, 'apiToken')}` },
    };
  },
  // https://developers.sinch.com/docs/sms/api-reference/#tag/Status-Codes
  code: 'code',
  faults: [
    { account: 'unauthorized forbidden', recipient: /recipient|MSISDN|\bto\b/i },
    {
      account: /\bfrom\b|originator/i,
      content: 'syntax_invalid_json syntax_constraint_violation syntax_invalid_parameter_format',
    },
  ],
  limits: { body: { max: 2000, unit: 'characters' } },
  messageId: 'id',
});

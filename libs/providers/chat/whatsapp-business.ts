import { createHash, createHmac } from 'node:crypto';
import { isSameSecret } from '#libs/secrets/is-same-secret.js';
import { text } from '../kit/account.js';
import { chatProvider } from '../kit/http/http-provider.js';
import { at, isRecord } from '../kit/json.js';
import {
  eventsOf,
  idIn,
  incompleteEvent,
  memberOf,
  secondsIn,
  statusIn,
  type StatusWords,
  textIn,
} from '../webhooks/read-events.js';
import type { ProviderEvent, WebhookFormat } from '../webhooks/webhook-format.js';
import { phoneNumber, targetSecrets } from './targets.js';

/** `read` becomes `opened`: no other status of ours says that the message was seen. */
const STATUSES: StatusWords = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'opened',
  failed: 'failed',
};

/** Challenges that are sent back. Meta's are numbers so far; nothing that a browser could interpret is returned. */
const CHALLENGE = /^[\w-]{1,128}$/;

/**
 * Meta signs the body: HMAC-SHA256 in hexadecimal with the secret of the app. Before it reports anything it verifies
 * the address with a token that was entered at Meta together with the address. That token is sent in the query, which
 * proxies may log: therefore it is a hash of the secret, and not the secret.
 */
export const whatsappBusinessWebhook: WebhookFormat = {
  instructions: (address) =>
    'Set inboundWebhookSigningKey to the app secret of the Meta app. Then enter at Meta, as the webhook of WhatsApp, ' +
    `${address} as callback URL, the SHA-256 of the app secret in hexadecimal digits (small letters) as verify token, and ` +
    'subscribe to the field messages.',
  proofHeaders: ['x-hub-signature-256'],
  isAuthentic: ({ headers, rawBody }, key) => {
    const signature = headers['x-hub-signature-256'];
    const expected = createHmac('sha256', key).update(rawBody).digest('hex');
    return typeof signature === 'string' && isSameSecret(signature, `sha256=${expected}`);
  },
  read: ({ body }) => eventsOf(statusesIn(body)).flatMap(toEvents),
  handshake: ({ 'hub.mode': mode, 'hub.verify_token': word, 'hub.challenge': challenge }, key) => {
    const expected = createHash('sha256').update(key).digest('hex');
    if (mode !== 'subscribe' || typeof word !== 'string' || key === '' || !isSameSecret(word, expected))
      return undefined;
    return typeof challenge === 'string' && CHALLENGE.test(challenge) ? challenge : undefined;
  },
};

function statusesIn(body: unknown): unknown[] {
  return eventsOf(memberOf(body, 'entry'))
    .flatMap(({ changes }) => listIn(changes))
    .flatMap((change) => listIn(at(change, 'value.statuses')));
}

/** Inbound messages and other changes have no statuses. */
function listIn(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function toEvents(report: Readonly<Record<string, unknown>>): ProviderEvent[] {
  const status = statusIn(STATUSES, report.status);
  if (status === undefined) return [];
  const messageId = idIn(report.id);
  if (messageId === undefined) throw incompleteEvent('id');
  const error = at(report, 'errors.0');
  return [
    {
      messageId,
      status,
      // A number as a string.
      at: typeof report.timestamp === 'string' ? secondsIn(Number(report.timestamp)) : undefined,
      response: textIn(at(error, 'error_data.details'), at(error, 'title')),
    },
  ];
}

const API = 'https://graph.facebook.com/v23.0';

/**
 * WhatsApp Business, by Meta's cloud API. A text reaches users who have written in the last 24 hours; for others the
 * trigger sets a template as override: `template` with `name`, `language` and `components`.
 */
export const whatsappBusiness = chatProvider({
  id: 'whatsapp-business',
  name: 'WhatsApp Business',
  documentation: 'https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages',
  keys: { needed: ['apiToken', 'phoneNumberIdentification'] },
  reports: whatsappBusinessWebhook,
  secrets: targetSecrets,
  request({ content, overrides: { template } }, account) {
    const message = isRecord(template)
      ? { type: 'template', template }
      : { type: 'text', text: { preview_url: false, body: content.body } };
    return {
      url: `${API}/${encodeURIComponent(text(account, 'phoneNumberIdentification'))}/messages`,
      json: {
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to: phoneNumber(content, 'WhatsApp'),
        ...message,
      },
      headers: { authorization: `Bearer ${text(account, 'apiToken')}` },
    };
  },
  // https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes
  code: 'error.code',
  faults: {
    recipient: '130472 131021 131026 131049 131050',
    account: '0 3 10 33 190 200 294 368 130497 131005 131030 131031 131037 131042 131045 133010 134011',
    content:
      '100 131008 131009 131047 131051 131052 131053 132000 132001 132005 132007 132012 132015 132016 132068 135000',
    quota: '131048 131064',
    passing: '1 2 4 80007 130429 131000 131016 131056 131057 132069 133016',
  },
  limits: { body: { max: 4096, unit: 'units' } },
  messageId: 'messages.0.id',
});

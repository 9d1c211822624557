import { text } from '../kit/account.js';
import type { Verdict } from '../kit/http/read-response.js';
import { at, readJson } from '../kit/json.js';
import { pushProvider } from '../kit/http/http-provider.js';
import type { HttpResponse } from '../kit/http/http-exchange.js';
import { overrideFields } from '../kit/http/overrides.js';
import { lastSecond } from '../kit/lifetime.js';

/** Documented fields of a message that the trigger may set. */
const FIELDS = [
  'ttl',
  'expiration',
  'priority',
  'subtitle',
  'sound',
  'badge',
  'interruptionLevel',
  'channelId',
  'icon',
  'richContent',
  'categoryId',
  'mutableContent',
  '_contentAvailable',
];

/**
 * Expo, which forwards notifications to Apple and Google. Their result would have to be queried later as a receipt,
 * which is not done here. It recognizes no repetitions.
 */
export const expo = pushProvider({
  id: 'expo',
  name: 'Expo',
  documentation: 'https://docs.expo.dev/push-notifications/sending-notifications/',
  keys: { needed: ['apiKey'] },
  request({ content, overrides }, account) {
    const { token, title, body, data } = content;
    const expiration = lastSecond(content);
    return {
      url: 'https://exp.host/--/api/v2/push/send',
      json: {
        to: token,
        title,
        body,
        data,
        ...(expiration !== undefined && { expiration }),
        ...overrideFields(overrides, FIELDS),
      },
      headers: { accept: 'application/json', authorization: `Bearer ${text(account, 'apiKey')}` },
    };
  },
  messageId(response) {
    const id = at(ticketOf(response), 'id');
    return typeof id === 'string' ? id : undefined;
  },
  // https://docs.expo.dev/push-notifications/sending-notifications/#individual-errors and #request-errors
  code: (response) => [at(ticketOf(response), 'details.error'), at(readJson(response.body), 'errors.0.code')],
  faults: {
    gone: 'DeviceNotRegistered',
    passing: 'MessageRateExceeded TOO_MANY_REQUESTS',
    account: 'MismatchSenderId InvalidCredentials PUSH_TOO_MANY_EXPERIENCE_IDS UNAUTHORIZED',
    content: 'MessageTooBig PUSH_TOO_MANY_NOTIFICATIONS PUSH_TOO_MANY_RECEIPTS VALIDATION_ERROR',
    recipient: /is not a valid Expo push token/i,
  },
  verdict: verdictOf,
  limits: { body: { max: 4000, unit: 'bytes' } },
});

/** Only the ticket says whether a message was accepted; the status is 200 in both cases. */
function verdictOf(body: string): Verdict {
  const status = at(ticketOf({ body }), 'status');
  if (status === 'ok') return 'accepted';
  return status === 'error' || at(readJson(body), 'errors.0.code')
    ? { refused: `status 200: ${body.trim()}` }
    : 'unknown';
}

/** The ticket of the only message; a list when the request had a list. */
function ticketOf({ body }: Pick<HttpResponse, 'body'>): unknown {
  const { data } = readJson(body);
  return Array.isArray(data) ? data[0] : data;
}

import { text } from '../kit/account.js';
import { isSuccess, problemOf } from '../kit/http/read-response.js';
import { at, readJson } from '../kit/json.js';
import { httpProvider } from '../kit/http/http-provider.js';
import type { HttpResponse } from '../kit/http/http-exchange.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { PushProvider, SendProblem } from '../kit/provider.js';
import { overrideFields } from '../kit/http/overrides.js';

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
const TRY_AGAIN = new Set(['MessageRateExceeded', 'TOO_MANY_REQUESTS']);

/**
 * Expo, which forwards notifications to Apple and Google. Their result would have to be queried later as a receipt,
 * which is not done here. It recognizes no repetitions.
 */
export const expo: PushProvider = httpProvider({
  id: 'expo',
  channel: 'push',
  name: 'Expo',
  documentation: 'https://docs.expo.dev/push-notifications/sending-notifications/',
  keys: { needed: ['apiKey'] },
  request({ content: { token, title, body, data }, overrides }, account) {
    return {
      method: 'POST',
      url: 'https://exp.host/--/api/v2/push/send',
      ...jsonBody(
        { to: token, title, body, data, ...overrideFields(overrides, FIELDS) },
        { accept: 'application/json', authorization: `Bearer ${text(account, 'apiKey')}` },
      ),
    };
  },
  messageId(response) {
    const id = at(ticketOf(response), 'id');
    return typeof id === 'string' ? id : undefined;
  },
  problem: expoProblem,
});

/** Only the ticket says whether a message was accepted; the status is 200 in both cases. */
function expoProblem(response: HttpResponse, now: Date): SendProblem | undefined {
  const ticket = ticketOf(response);
  const status = at(ticket, 'status');
  if (status === 'ok') return undefined;
  const problem = problemOf(response, now);
  const code = at(ticket, 'details.error') ?? at(readJson(response.body), 'errors.0.code');
  if (typeof code === 'string') {
    if (code === 'DeviceNotRegistered') return { ...problem, kind: 'invalid_target' };
    return TRY_AGAIN.has(code) ? { ...problem, kind: 'transient' } : problem;
  }
  const isKnown = status === 'error' || !isSuccess(response);
  return isKnown ? problem : { ...problem, kind: 'transient', ambiguous: true };
}

/** The ticket of the only message; a list when the request had a list. */
function ticketOf({ body }: HttpResponse): unknown {
  const { data } = readJson(body);
  return Array.isArray(data) ? data[0] : data;
}

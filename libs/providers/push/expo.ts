import { text } from '../kit/account.js';
import { isSuccess, problemOf } from '../kit/http/read-response.js';
import { at, readJson } from '../kit/json.js';
import { httpProvider } from '../kit/http/http-provider.js';
import type { HttpResponse } from '../kit/http/http-exchange.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { PushProvider, SendProblem } from '../kit/provider.js';
import { overrideFields } from '../kit/http/overrides.js';

/** Fields of a message that the service documents besides those which every message has. */
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
 * Expo, which hands notifications on to Apple and Google. What those say comes later, as a receipt that has to be asked
 * for, which is not done here. It recognizes no repetitions.
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

/** Whether a message was taken stands in its ticket alone, and the status is 200 either way. */
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

/** The ticket of the only message; in a list of its own when the request had one. */
function ticketOf({ body }: HttpResponse): unknown {
  const { data } = readJson(body);
  return Array.isArray(data) ? data[0] : data;
}

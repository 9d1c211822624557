import type { Content } from '../kit/content.js';
import type { HttpRequest, HttpResponse } from '../kit/http/http-exchange.js';
import type { Provider, SendResult } from '../kit/provider.js';
import type { Account } from '../kit/account.js';

/** A message to send, and the response of the service. */
interface OneSend<C extends Content> {
  content: C;
  account?: Account;
  overrides?: Record<string, unknown>;
  response?: Partial<HttpResponse>;
}

/** The result of sending one message, without a network. `request`: undefined when none was made. */
export async function oneSend<C extends Content>(
  provider: Provider<C>,
  { content, account = {}, overrides = {}, response }: OneSend<C>,
): Promise<{ request: HttpRequest | undefined; result: SendResult }> {
  let request: HttpRequest | undefined;
  const result = await provider.send({ key: 'message-key', content, overrides }, account, {
    http: (made) => {
      request = made;
      return Promise.resolve({ status: 200, headers: {}, body: '', ...response });
    },
    connect: () => Promise.reject(new Error('A provider that speaks HTTP needs no connection')),
    now: () => new Date('2026-03-01T12:00:00Z'),
    signal: new AbortController().signal,
  });
  return { request, result };
}

import type { Content } from '../kit/content.js';
import type { HttpRequest, HttpResponse } from '../kit/http/http-exchange.js';
import type { Provider, SendResult } from '../kit/provider.js';
import type { Account } from '../kit/account.js';

/** A message to send, and what the service answers. */
export interface OneSend<C extends Content> {
  content: C;
  account?: Account;
  overrides?: Record<string, unknown>;
  response?: Partial<HttpResponse>;
}

/** What came of sending one message, without a network. `request`: what was asked; undefined when nothing was. */
export async function oneSend<C extends Content>(
  provider: Provider<C>,
  { content, account = {}, overrides = {}, response }: OneSend<C>,
): Promise<{ request: HttpRequest | undefined; result: SendResult }> {
  let request: HttpRequest | undefined;
  const result = await provider.send({ key: 'message-key', content, overrides }, account, {
    http: (asked) => {
      request = asked;
      return Promise.resolve({ status: 200, headers: {}, body: '', ...response });
    },
    connect: () => Promise.reject(new Error('A provider that speaks HTTP needs no connection')),
    now: () => new Date('2026-03-01T12:00:00Z'),
    signal: new AbortController().signal,
  });
  return { request, result };
}

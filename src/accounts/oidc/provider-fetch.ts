import { Injectable } from '@nestjs/common';
import type { CustomFetch } from 'openid-client';
import type { GuardedHttp, HttpReply } from '../../platform/outbound-http/guarded-http.js';

/** How long the provider has for each response. Tests give it less. */
@Injectable()
export class ProviderDeadline {
  readonly seconds: number = 5;
}

const MAX_RESPONSE_BYTES = 1_048_576;

/** Responses of these statuses have no body. */
const WITHOUT_BODY = [204, 205, 304];

/** The provider did not respond. */
export class ProviderUnreachableError extends Error {
  override readonly name = 'ProviderUnreachableError';
}

/**
 * The requests of openid-client by {@link GuardedHttp}: limited in time and size, and following no redirects. The operator
 * has named the server of the issuer, which may be in the operator's network. The provider names all others, so these must
 * be public, and get codes and secrets by TLS alone.
 */
export function providerFetch(http: GuardedHttp, { seconds }: ProviderDeadline, issuer: URL): CustomFetch {
  /** Keys and metadata that are being read: many sign-ins at once read them once. */
  const reading = new Map<string, Promise<HttpReply>>();
  return async (url, { method, headers, body, signal }) => {
    const { origin, protocol } = new URL(url);
    const isOfIssuer = origin === issuer.origin;
    if (!isOfIssuer && protocol !== 'https:')
      throw new ProviderUnreachableError(`${origin}: only the server of the issuer is called without TLS`);
    const send = () =>
      http.send({
        method,
        url,
        headers,
        body: bodyText(body),
        timeoutMs: seconds * 1000,
        signal,
        maxResponseBytes: MAX_RESPONSE_BYTES,
        followRedirects: false,
        purpose: isOfIssuer ? 'settings' : 'http',
      });
    const isShared = method === 'GET' && headers.authorization === undefined;
    const reply = await (isShared ? sharedReply(reading, url, send) : send());
    if (!reply.ok) throw new ProviderUnreachableError(`${origin}: ${reply.error}`);
    const { statusCode: status } = reply;
    return new Response(WITHOUT_BODY.includes(status) ? null : reply.body, { status, headers: reply.headers });
  };
}

function sharedReply(
  reading: Map<string, Promise<HttpReply>>,
  url: string,
  send: () => Promise<HttpReply>,
): Promise<HttpReply> {
  const found = reading.get(url);
  if (found) return found;
  const reply = send().finally(() => reading.delete(url));
  reading.set(url, reply);
  return reply;
}

function bodyText(body: Parameters<CustomFetch>[1]['body']): string | undefined {
  if (body === null || body === undefined) return undefined;
  if (typeof body === 'string' || body instanceof URLSearchParams) return body.toString();
  throw new Error('Requests to the provider have a form as their body');
}

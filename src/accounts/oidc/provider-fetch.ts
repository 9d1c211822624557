import { Injectable } from '@nestjs/common';
import type { CustomFetch } from 'openid-client';
import type { GuardedHttp } from '../../platform/outbound-http/guarded-http.js';

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

/** The requests of openid-client by {@link GuardedHttp}: limited in time and size, and following no redirects. */
export function providerFetch(http: GuardedHttp, { seconds }: ProviderDeadline): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const reply = await http.send({
      method,
      url,
      headers,
      body: bodyText(body),
      timeoutMs: seconds * 1000,
      signal,
      maxResponseBytes: MAX_RESPONSE_BYTES,
      followRedirects: false,
      purpose: 'settings',
    });
    if (!reply.ok) throw new ProviderUnreachableError(`${new URL(url).origin}: ${reply.error}`);
    const { statusCode: status } = reply;
    return new Response(WITHOUT_BODY.includes(status) ? null : reply.body, { status, headers: reply.headers });
  };
}

function bodyText(body: Parameters<CustomFetch>[1]['body']): string | undefined {
  if (body === null || body === undefined) return undefined;
  if (typeof body === 'string' || body instanceof URLSearchParams) return body.toString();
  throw new Error('Requests to the provider have a form as their body');
}

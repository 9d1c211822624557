import { Injectable } from '@nestjs/common';
import { EnvironmentDeletedException, EnvironmentLookup } from '../../auth/environment-lookup.service.js';
import { SigningSecrets } from '../../auth/signing-secrets.service.js';
import { Clock } from '../../platform/clock.js';
import { GuardedHttp } from '../../platform/outbound-http/guarded-http.js';
import type { HttpCall, HttpResponse } from '../../platform/outbound-http/http-call.js';
import { requestSignature, SIGNATURE_HEADER } from '../../platform/outbound-http/request-signature.js';
import { markFailed, Tracing } from '../../platform/tracing/tracing.js';

/** Makes the requests of HTTP steps: signed, limited in time and size, and only to public addresses (behaviour W3, W4). */
@Injectable()
export class HttpCalls {
  constructor(
    private readonly http: GuardedHttp,
    private readonly environments: EnvironmentLookup,
    private readonly secrets: SigningSecrets,
    private readonly tracing: Tracing,
    private readonly clock: Clock,
  ) {}

  /** Failures of the other side do not throw: they are a response with `ok: false`. */
  call(call: HttpCall): Promise<HttpResponse> {
    return this.tracing.span(
      'http',
      () => ({ kind: 'CLIENT', trace: call.trace, attributes: { 'http.request.method': call.method } }),
      () => this.callOrFail(call),
      (span, response) => {
        if ('statusCode' in response) span.setAttribute('http.response.status_code', response.statusCode);
        if (!response.ok) markFailed(span, 'no_response');
      },
    );
  }

  private async callOrFail(call: HttpCall): Promise<HttpResponse> {
    const { method, url, body, timeoutMs } = call;
    try {
      return await this.http.send({ method, url, body, timeoutMs, headers: await this.headersOf(call) });
    } catch (error) {
      return { ok: false, error: error instanceof Error ? error.message : 'the request could not be signed' };
    }
  }

  /**
   * The step's own headers come before those of the trace, and behind those that prove the sender. Without its environment
   * the request fails, so that none is sent unsigned.
   */
  private async headersOf(call: HttpCall): Promise<Record<string, string>> {
    const { headers, body, environmentId, idempotencyKey, trace } = call;
    if (!(await this.environments.find(environmentId))) throw new EnvironmentDeletedException(environmentId);
    const secret = await this.secrets.find(environmentId);
    return {
      ...this.tracing.headers(trace),
      ...headers,
      'idempotency-key': idempotencyKey,
      ...(secret !== undefined && { [SIGNATURE_HEADER]: requestSignature(secret, body ?? '', this.clock.now()) }),
    };
  }
}

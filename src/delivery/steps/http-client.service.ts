import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { EnvironmentFactsService } from '../execution/environment-facts.service.js';
import { GuardedHttp } from '../../platform/outbound-http/guarded-http.js';
import type { HttpResponse, HttpCall } from '../../platform/outbound-http/http-call.js';
import { requestSignature, SIGNATURE_HEADER } from '../../platform/outbound-http/request-signature.js';

/** Makes the requests of HTTP steps: signed, bounded, and only to public addresses (behaviour W3, W4). */
@Injectable()
export class HttpClientService {
  constructor(
    private readonly http: GuardedHttp,
    private readonly environments: EnvironmentFactsService,
    private readonly clock: Clock,
  ) {}

  /** Never throws for what the other side does: that is an answer with `ok: false`. */
  async call(call: HttpCall): Promise<HttpResponse> {
    const { method, url, body, timeoutMs } = call;
    try {
      return await this.http.send({ method, url, body, timeoutMs, headers: await this.headersOf(call) });
    } catch (error) {
      return { ok: false, error: error instanceof Error ? error.message : 'the request could not be signed' };
    }
  }

  private async headersOf({ headers, body, environmentId, idempotencyKey }: HttpCall): Promise<Record<string, string>> {
    const secret = await this.environments.signingSecret(environmentId);
    return {
      ...headers,
      'idempotency-key': idempotencyKey,
      ...(secret !== undefined && { [SIGNATURE_HEADER]: requestSignature(secret, body ?? '', this.clock.now()) }),
    };
  }
}

import type { Socket } from 'node:net';
import { Injectable } from '@nestjs/common';
import { type HttpRequest, type HttpResponse, UnreachableError } from '#libs/providers/kit/http/http-exchange.js';
import type { World } from '#libs/providers/kit/provider.js';
import { Clock } from '../../platform/clock.js';
import { Config } from '../../platform/config/config.js';
import { ForbiddenAddressError } from '../../platform/outbound-http/address-guard.js';
import { type FailureKind, GuardedHttp } from '../../platform/outbound-http/guarded-http.js';
import { GuardedSockets } from '../../platform/outbound-http/guarded-sockets.js';

/** Whether a failed request may have had an effect (behaviour S2). */
const FAILURE_KINDS: Record<FailureKind, UnreachableError['kind']> = {
  forbidden: 'forbidden',
  unreachable: 'unsent',
  timeout: 'no_response',
  aborted: 'no_response',
  too_large: 'no_response',
  redirect: 'no_response',
  connection: 'no_response',
};

/** Network access for providers: limited in time and size, and only to addresses that may be called (behaviour W4). */
@Injectable()
export class ProviderIO {
  private readonly timeoutMs: number;

  constructor(
    private readonly http: GuardedHttp,
    private readonly sockets: GuardedSockets,
    private readonly clock: Clock,
    config: Config,
  ) {
    this.timeoutMs = config.sendTimeoutSeconds * 1000;
  }

  /** Access for one attempt to send, which is aborted after the timeout. `headers` are added to its HTTP requests. */
  open(headers: Readonly<Record<string, string>> = {}): World {
    const signal = AbortSignal.timeout(this.timeoutMs);
    return {
      http: (request) => this.request({ ...request, headers: { ...headers, ...request.headers } }, signal),
      connect: (target) => this.connect(target, signal),
      now: () => this.clock.now(),
      signal,
    };
  }

  private async request(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
    const { timeoutMs } = this;
    const reply = await this.http.send({ ...request, timeoutMs, signal, followRedirects: false });
    if (!reply.ok) throw new UnreachableError(FAILURE_KINDS[reply.failure], reply.error);
    return { status: reply.statusCode, headers: reply.headers, body: reply.body };
  }

  private async connect(target: Parameters<World['connect']>[0], signal: AbortSignal): Promise<Socket> {
    try {
      return await this.sockets.connect({ ...target, timeoutMs: this.timeoutMs, signal });
    } catch (error) {
      const kind = error instanceof ForbiddenAddressError ? 'forbidden' : 'unsent';
      throw new UnreachableError(kind, error instanceof Error ? error.message : 'no connection');
    }
  }
}

import type { Socket } from 'node:net';
import { Injectable } from '@nestjs/common';
import { type HttpResponse, type HttpRequest, UnreachableError } from '#libs/providers/kit/http/http-exchange.js';
import type { World } from '#libs/providers/kit/provider.js';
import { Clock } from '../../platform/clock.js';
import { Config } from '../../platform/config/config.js';
import { ForbiddenAddressError } from '../../platform/outbound-http/guard/address-guard.js';
import { GuardedHttp } from '../../platform/outbound-http/guarded-http.js';
import { GuardedSockets } from '../../platform/outbound-http/guarded-sockets.js';
import type { FailureKind } from '../../platform/outbound-http/http-exchange.js';

/** What may have been done although there is no answer (behaviour S2). */
const UNANSWERED: Record<FailureKind, UnreachableError['kind']> = {
  forbidden: 'forbidden',
  unreachable: 'unsent',
  timeout: 'unanswered',
  aborted: 'unanswered',
  too_large: 'unanswered',
  redirect: 'unanswered',
  connection: 'unanswered',
};

/** Lets providers out: bounded in time and size, and only to addresses that may be called (behaviour W4). */
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

  /** For one attempt to send, which ends when its time is over. */
  open(): World {
    const signal = AbortSignal.timeout(this.timeoutMs);
    return {
      http: (request) => this.ask(request, signal),
      connect: (target) => this.connect(target, signal),
      now: () => this.clock.now(),
      signal,
    };
  }

  private async ask(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
    const { timeoutMs } = this;
    const reply = await this.http.send({ ...request, timeoutMs, signal, followRedirects: false });
    if (!reply.ok) throw new UnreachableError(UNANSWERED[reply.failure], reply.error);
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

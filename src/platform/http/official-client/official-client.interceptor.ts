import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { catchError, map, type Observable } from 'rxjs';
import type { Config } from '../../config/config.js';
import { BareResponseException } from '../../errors/exceptions.js';
import { toOfficialClientFormat, isOfficialClient } from './official-client.js';
import { OPEN_PROVIDER_IDS } from './open-provider-ids.decorator.js';

/**
 * Answers the official Novu clients with the `origin` and the ids of providers that they accept, unless
 * `CLIENT_COMPAT=off`. Comes before the envelope interceptor in the list, so that it sees the answer as it leaves.
 */
@Injectable()
export class OfficialClientInterceptor implements NestInterceptor {
  constructor(
    private readonly config: Pick<Config, 'clientCompat'>,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
    if (this.config.clientCompat === 'off' || !isOfficialClient(headers['user-agent'])) return next.handle();
    const openProviderIds = this.reflector.get<boolean | undefined>(OPEN_PROVIDER_IDS, context.getClass());
    const spelled = (answer: unknown) => toOfficialClientFormat(answer, { openProviderIds });
    return next.handle().pipe(
      map(spelled),
      catchError((error: unknown) => {
        if (!(error instanceof BareResponseException)) throw error;
        throw new BareResponseException(spelled(error.getResponse()) as object, error.getStatus());
      }),
    );
  }
}

import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import type { Config } from '../../config/config.js';
import { isOfficialClient, withClientOrigin } from './client-origin.js';

/**
 * Answers the official Novu clients with the `origin` they accept, unless `CLIENT_COMPAT=off`. Comes before the
 * envelope interceptor in the list, so that it sees the answer as it leaves.
 */
@Injectable()
export class ClientOriginInterceptor implements NestInterceptor {
  constructor(private readonly config: Pick<Config, 'clientCompat'>) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
    const applies = this.config.clientCompat === 'auto' && isOfficialClient(headers['user-agent']);
    return applies ? next.handle().pipe(map(withClientOrigin)) : next.handle();
  }
}

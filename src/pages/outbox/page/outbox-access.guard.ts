import { type CanActivate, type ExecutionContext, Injectable, UnauthorizedException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Config } from '../../../platform/config/config.js';
import { KeyRing } from '../../../platform/crypto/secret-box.js';
import { hasLoopbackHost, PageAccess } from '../../page-access.js';
import { opensWithToken } from '../../served-pages.js';

/**
 * How a request may read the outbox (behaviour OB4): without an API key, if it has the cookie (`open`) or would need
 * it (`locked`); or only with an API key (`key`).
 */
export type OutboxAccess = 'open' | 'locked' | 'key';

/**
 * Returns `key` unless the store is embedded, the server listens on a loopback address only, and the request uses such
 * a host.
 */
export function outboxAccess(
  request: Pick<FastifyRequest, 'headers' | 'hostname' | 'port'>,
  config: Pick<Config, 'mongodbUri' | 'host'>,
  access: Pick<PageAccess, 'has'>,
): OutboxAccess {
  if (!opensWithToken(config) || !hasLoopbackHost(request)) return 'key';
  return access.has(request) ? 'open' : 'locked';
}

/** Admits browsers that may read the outbox without an API key. */
@Injectable()
export class OutboxAccessGuard implements CanActivate {
  private readonly access: PageAccess;

  constructor(
    private readonly config: Config,
    keys: KeyRing,
  ) {
    this.access = new PageAccess(keys);
  }

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (outboxAccess(request, this.config, this.access) === 'open') return true;
    throw new UnauthorizedException(
      'The page of the outbox opens with the address that Carillon prints at its start, or `npm run pages`. Programs ' +
        'read GET /v1/outbox with an API key.',
    );
  }
}

import { type CanActivate, type ExecutionContext, Injectable, UnauthorizedException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Config } from '../../../platform/config/config.js';
import { KeyRing } from '../../../platform/crypto/secret-box.js';
import { PageAccess } from '../../page-access.js';
import { outboxAccess } from './outbox-access.js';

/** Lets in the browser that may read the outbox without an API key. */
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

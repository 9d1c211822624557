import { type CanActivate, type ExecutionContext, Injectable, UnauthorizedException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Config } from '../../config/config.js';
import { needsNoKey } from './page-access.js';

/** Lets in whoever may read the outbox without an API key. */
@Injectable()
export class PageAccessGuard implements CanActivate {
  constructor(private readonly config: Config) {}

  canActivate(context: ExecutionContext): boolean {
    if (needsNoKey(context.switchToHttp().getRequest<FastifyRequest>(), this.config)) return true;
    throw new UnauthorizedException('The outbox is read with an API key here');
  }
}

import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { unauthorized } from '../platform/http/authorization.js';
import { addToLogContext } from '../platform/logging/log-context.js';
import type { EnvironmentRef } from './environment-ref.js';
import { ApiKeysService } from './api-keys.service.js';
import { missingKeyHint, unknownKeyHint } from './api-key.js';
import { PUBLIC } from './public.decorator.js';

/** A request that has passed the guard. */
export type AuthenticatedRequest = FastifyRequest & { environment?: EnvironmentRef };

/** The API key that a request is called with, if any. */
export function readApiKey({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return /^ApiKey\s+(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1];
}

/**
 * Lets a request in by its `Authorization: ApiKey <key>` header and notes the environment the key belongs to: one with a
 * body before that is read, the others here.
 */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly apiKeys: ApiKeysService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.reflector.getAllAndOverride<boolean>(PUBLIC, [context.getHandler(), context.getClass()])) return true;
    await this.admit(context.switchToHttp().getRequest<AuthenticatedRequest>());
    return true;
  }

  /** Throws 401 unless the request has the key of an environment. Who was let in before is looked at no more. */
  async admit(request: AuthenticatedRequest): Promise<void> {
    if (request.environment) return;
    const key = readApiKey(request);
    if (key === undefined) throw unauthorized('Unauthorized', missingKeyHint(request.headers.authorization));
    const environment = await this.apiKeys.findEnvironment(key);
    if (!environment) throw unauthorized('API Key not found', unknownKeyHint(key));
    request.environment = environment;
    addToLogContext({ environmentId: environment.id.toHexString() });
  }
}

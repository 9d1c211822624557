import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Types } from 'mongoose';

/**
 * The environment a request or job works in. It is the first argument of every service method, because it belongs
 * in every query.
 */
export interface EnvironmentRef {
  readonly id: Types.ObjectId;
  readonly organizationId: Types.ObjectId;
}

/** A request that has passed the guard; without an environment when its route needs no API key. */
export type AuthenticatedRequest = FastifyRequest & { environment?: EnvironmentRef };

/** The environment that the request's API key belongs to. */
export const CurrentEnvironment = createParamDecorator((_data: unknown, context: ExecutionContext): EnvironmentRef => {
  const { environment } = context.switchToHttp().getRequest<AuthenticatedRequest>();
  if (!environment) throw new Error('This route is public and has no environment');
  return environment;
});

import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { AuthenticatedRequest } from './api-key.guard.js';
import type { EnvironmentRef } from './environment-ref.js';

/** The environment that the request's API key belongs to. */
export const CurrentEnvironment = createParamDecorator((_data: unknown, context: ExecutionContext): EnvironmentRef => {
  const { environment } = context.switchToHttp().getRequest<AuthenticatedRequest>();
  if (!environment) throw new Error('This route is public and has no environment');
  return environment;
});

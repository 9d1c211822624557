import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { AuthenticatedRequest } from '../../auth/environment-ref.js';
import type { ConsentOrigin } from './consent.schema.js';

const MAX_USER_AGENT = 300;

/** From where a browser sends a request. */
export function browserOf({
  ip,
  headers,
}: Pick<FastifyRequest, 'ip' | 'headers'>): Pick<ConsentOrigin, 'ip' | 'userAgent'> {
  const userAgent = headers['user-agent']?.slice(0, MAX_USER_AGENT);
  return { ip, ...(userAgent && { userAgent }) };
}

/** Who makes the choice of a request: an application with its key, a person in the console, or the subscriber in an inbox. */
export const CurrentOrigin = createParamDecorator((_data: unknown, context: ExecutionContext): ConsentOrigin => {
  const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
  const { caller } = request;
  if (caller?.kind === 'key') return { source: 'api', by: caller.name ?? caller.id };
  return caller
    ? { source: 'console', by: caller.name, ...browserOf(request) }
    : { source: 'inbox', ...browserOf(request) };
});

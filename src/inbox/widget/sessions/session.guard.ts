import {
  applyDecorators,
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  SetMetadata,
  UseGuards,
} from '@nestjs/common';
import { ApiSecurity } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Public } from '../../../auth/public.decorator.js';
import { unauthorized } from '../../../platform/http/authorization.js';
import { SESSION_TOKEN } from '../../../platform/http/decorators.js';
import { addToLogContext } from '../../../platform/logging/log-context.js';
import type { SubscriberSession } from './subscriber-session.js';
import { SubscriberSessions } from './subscriber-sessions.service.js';

const HINT =
  'Send the token of a session in the header `Authorization: Bearer <token>`; `POST /v1/inbox/session` begins one. Servers call the routes for API keys.';

/** A request that has passed the guard. */
export type SessionRequest = FastifyRequest & { session?: SubscriberSession };

/** Lets a request in by its `Authorization: Bearer <token>` header and notes whose session it is. */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(private readonly sessions: SubscriberSessions) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    await this.admit(context.switchToHttp().getRequest<SessionRequest>());
    return true;
  }

  /** Throws 401 unless the request has the token of a session. Who was let in before is looked at no more. */
  async admit(request: SessionRequest): Promise<void> {
    if (request.session) return;
    const token = /^Bearer\s+(\S+)\s*$/i.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) throw unauthorized('Unauthorized', HINT);
    const session = await this.sessions.resume(token);
    request.session = session;
    addToLogContext({
      environmentId: session.environment.id.toHexString(),
      subscriberId: session.subscriber._id.toHexString(),
    });
  }
}

/** Whose session the request belongs to. */
export const CurrentSession = createParamDecorator((_data: unknown, context: ExecutionContext): SubscriberSession => {
  const { session } = context.switchToHttp().getRequest<SessionRequest>();
  if (!session) throw new Error('This route is not for subscribers and has no session');
  return session;
});

export const FOR_SUBSCRIBERS = 'carillon:for-subscribers';

/** The routes are for subscribers, who show the token of their session; an API key does not open them. */
export function ForSubscribers(): ClassDecorator {
  return applyDecorators(
    SetMetadata(FOR_SUBSCRIBERS, true),
    Public('session'),
    UseGuards(SessionGuard),
    ApiSecurity(SESSION_TOKEN),
  );
}

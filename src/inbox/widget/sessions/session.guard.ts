import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { unauthorized } from '../../../platform/http/authorization.js';
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

import {
  applyDecorators,
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  SetMetadata,
  UnauthorizedException,
} from '@nestjs/common';
import { ApiSecurity } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../../auth/access.guard.js';
import { EnvironmentLookup } from '../../../auth/environment-lookup.service.js';
import type { EnvironmentRef } from '../../../auth/environment-ref.js';
import { RequestLimits } from '../../../auth/request-limits.js';
import type { InboxOwner } from '../../../notifications/inbox/inbox.service.js';
import { unauthorized } from '../../../platform/http/admission.js';
import { SESSION_TOKEN } from '../../../platform/http/decorators.js';
import { factsOf } from '../../../platform/http/route-facts.js';
import { nameInLog } from '../../../platform/logging/request-ids.js';
import type { Subscriber } from '../../../subscribers/subscriber.schema.js';
import { SubscribersService } from '../../../subscribers/subscribers.service.js';
import { SessionTokens } from './session-tokens.service.js';

/** The subscriber that sends a request. The session sees what belongs to this subscriber in exactly these contexts. */
export interface SubscriberSession {
  readonly environment: EnvironmentRef;
  readonly subscriber: Subscriber;
  /** Sorted; empty without context, which is a scope of its own (behaviour C6). */
  readonly contextKeys: readonly string[];
  /** The application's server has proven who the subscriber is (behaviour C8). */
  readonly isProven: boolean;
}

/** Authenticates subscribers by the token of their session. */
@Injectable()
export class SubscriberSessions {
  constructor(
    private readonly tokens: SessionTokens,
    private readonly environments: EnvironmentLookup,
    private readonly subscribers: SubscribersService,
  ) {}

  /**
   * Returns the session of a token. Throws 401 for an invalid token, and for a valid one whose subscriber or environment no
   * longer exists. A subscriber that was created again under the same id is a different one.
   */
  async resume(token: string): Promise<SubscriberSession> {
    const { environment, subscriberInternalId, contextKeys, isProven } = await this.tokens.verify(token);
    const [knownEnvironment, found] = await Promise.all([
      this.environments.find(environment.id),
      this.subscribers.findByIds(environment, [subscriberInternalId]),
    ]);
    const subscriber = found.get(subscriberInternalId);
    if (!knownEnvironment || !subscriber) throw new UnauthorizedException('The subscriber of this session is deleted');
    return {
      environment: { ...environment, rateLimits: knownEnvironment.rateLimits },
      subscriber,
      contextKeys,
      isProven,
    };
  }
}

const HINT =
  'Send the token of a session in the header `Authorization: Bearer <token>`; `POST /v1/inbox/session` begins one. Servers call the routes for API keys.';

/** A request that has passed the guard. */
type SessionRequest = FastifyRequest & { session?: SubscriberSession };

/** Admits requests of subscribers by their `Authorization: Bearer <token>` header, and sets `request.session`. */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(
    private readonly sessions: SubscriberSessions,
    private readonly limits: RequestLimits,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<SessionRequest>();
    if (factsOf(request).credentials !== 'session' || request.session) return true;
    return this.admit(request, http.getResponse<FastifyReply>()).then(() => true);
  }

  /**
   * Throws 401 unless the request has the token of a session, 429 when its subscriber is above the limit. A request that was
   * admitted before is not checked again.
   */
  async admit(request: SessionRequest, reply: FastifyReply): Promise<void> {
    if (request.session) return;
    const token = /^Bearer\s+(\S+)\s*$/i.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) throw unauthorized('Unauthorized', HINT);
    const session = await this.sessions.resume(token);
    request.session = session;
    nameInLog(request, {
      environmentId: session.environment.id.toHexString(),
      subscriberId: session.subscriber._id.toHexString(),
    });
    const name = `subscriber-${session.subscriber._id}`;
    await this.limits.count(request, reply, { name, limits: session.environment.rateLimits, category: 'inbox' });
  }
}

/** The session of the request. */
export const CurrentSession = createParamDecorator((_data: unknown, context: ExecutionContext): SubscriberSession => {
  const { session } = context.switchToHttp().getRequest<SessionRequest>();
  if (!session) throw new Error('This route is not for subscribers and has no session');
  return session;
});

export const FOR_SUBSCRIBERS = 'carillon:for-subscribers';

/** Routes for subscribers, authenticated by the token of a session; API keys are not accepted. */
export function ForSubscribers(): ClassDecorator {
  return applyDecorators(SetMetadata(FOR_SUBSCRIBERS, true), Public('session'), ApiSecurity(SESSION_TOKEN));
}

/** The inbox of a session: that of its subscriber, in exactly its contexts (behaviour A3, C6). */
export function inboxOf({ subscriber, contextKeys }: SubscriberSession): InboxOwner {
  return { subscriberId: subscriber.subscriberId, contextKeys };
}

import { applyDecorators, type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Clock } from '../platform/clock.js';
import { Config } from '../platform/config/config.js';
import { ErrorDto } from '../platform/errors/error.dto.js';
import { PayloadValidationException, TooManyRequestsException } from '../platform/errors/exceptions.js';
import { factsOf, RouteFact } from '../platform/http/route-facts.js';
import { Metrics } from '../platform/metrics/metrics.js';
import type { BucketSize, BucketVerdict } from '../platform/rate-limits/token-bucket.js';
import { LocalBuckets, TokenBuckets } from '../platform/rate-limits/token-buckets.js';
import type { EnvironmentRateLimits } from './environment.schema.js';

/** Whose requests are counted together, and the limits that are theirs instead of those of the settings. */
export interface LimitedCaller {
  name: string;
  limits?: EnvironmentRateLimits;
  /** The category of all their requests; else that of the route. */
  category?: 'inbox';
}

/** A bucket, and what is taken from it. */
interface Limit {
  category: 'trigger' | 'bulk' | 'request' | 'inbox';
  bucket: string;
  size: BucketSize;
}

/** Widgets send several requests at once when a page is opened. */
const SESSION_BURST_SECONDS = 10;

/** A bulk that is admitted, and whose events are counted once its body is there. */
type BulkRequest = FastifyRequest & { bulkLimit?: Limit };

/**
 * Counts the requests of callers that were admitted, and refuses those above a limit with 429, before their body is
 * read (rules RL1 to RL9). It does not ask other processes as long as the bucket is known to be empty.
 */
@Injectable()
export class RequestLimits {
  /** Of subscribers for whom no limit is set. Other processes are not asked: this only keeps one of them from taking all. */
  private readonly sessions: LocalBuckets;

  constructor(
    private readonly buckets: TokenBuckets,
    private readonly config: Config,
    private readonly metrics: Metrics,
    clock: Clock,
  ) {
    this.sessions = new LocalBuckets(clock);
  }

  /** Throws 429. Counts a request; of a bulk nothing yet, because its events are not known. */
  async count(request: FastifyRequest, reply: FastifyReply, caller: LimitedCaller): Promise<void> {
    const limit = this.limitOf(caller, factsOf(request).limitedAs ?? 'request');
    if (!limit) {
      // An environment that states 0 wants no limit.
      if (caller.category === 'inbox' && caller.limits?.requests !== 0) await this.countSession(reply, caller.name);
      return;
    }
    const refused = this.buckets.refusalWithoutAsking(limit.bucket, 1, limit.size);
    if (refused) this.respond(reply, limit, refused);
    else if (limit.category === 'bulk') (request as BulkRequest).bulkLimit = limit;
    else this.respond(reply, limit, await this.buckets.take(limit.bucket, 1, limit.size));
  }

  /** Throws 429 when a subscriber is far above what widgets send. Other responses say nothing about it. */
  private async countSession(reply: FastifyReply, bucket: string): Promise<void> {
    const perSecond = this.config.rateLimitSessions;
    if (perSecond === 0) return;
    const size = { capacity: perSecond * SESSION_BURST_SECONDS, seconds: SESSION_BURST_SECONDS };
    const verdict = await this.sessions.take(bucket, 1, size);
    if (!verdict.accepted) this.respond(reply, { category: 'inbox', bucket, size }, verdict);
  }

  /** Throws 429 when not all events of a bulk can be accepted now, 400 when there are more than can ever be. */
  async countEvents(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { bulkLimit: limit } = request as BulkRequest;
    if (!limit) return;
    const events = (request.body as { events?: unknown } | undefined)?.events;
    const count = Array.isArray(events) ? Math.max(events.length, 1) : 1;
    const { bucket, size } = limit;
    // More than any bulk may have is refused for that, and costs as much as the largest.
    const tokens = Math.min(count, this.config.maxBulkEvents);
    if (tokens > size.capacity) throw neverFits(tokens, size);
    const refused = this.buckets.refusalWithoutAsking(bucket, tokens, size);
    this.respond(reply, limit, refused ?? (await this.buckets.take(bucket, tokens, size)), tokens);
  }

  private limitOf({ name, limits, category }: LimitedCaller, ofRoute: Limit['category']): Limit | undefined {
    const isTrigger = ofRoute !== 'request' && category === undefined;
    const { rateLimitTriggers, rateLimitRequests, rateLimitBurstSeconds: seconds } = this.config;
    const perSecond = isTrigger ? (limits?.triggers ?? rateLimitTriggers) : (limits?.requests ?? rateLimitRequests);
    if (perSecond === 0) return undefined;
    return {
      category: category ?? ofRoute,
      bucket: `${name}:${isTrigger ? 'trigger' : 'request'}`,
      size: { capacity: perSecond * seconds, seconds },
    };
  }

  /** Says in headers what is left, as the IETF draft "RateLimit header fields for HTTP" 06 has them. Throws a refusal. */
  private respond(reply: FastifyReply, { category, size }: Limit, verdict: BucketVerdict, tokens = 1): void {
    reply.headers({
      'RateLimit-Limit': String(size.capacity),
      'RateLimit-Remaining': String(verdict.remaining),
      'RateLimit-Reset': String(Math.ceil(verdict.fullInMs / 1000)),
      'RateLimit-Policy': `${size.capacity};w=${size.seconds}`,
    });
    if (verdict.accepted) return;
    this.metrics.refusedRequests.add({ category });
    throw refused(category, size, verdict, tokens);
  }
}

const NAMES = { trigger: 'triggers', bulk: 'triggers', request: 'requests', inbox: 'requests' } as const;
const OWNERS = { trigger: 'environment', bulk: 'environment', request: 'environment', inbox: 'subscriber' } as const;

function refused(
  category: Limit['category'],
  { capacity, seconds }: BucketSize,
  { retryInMs, remaining }: BucketVerdict,
  tokens: number,
): TooManyRequestsException {
  const retryAfter = Math.max(1, Math.ceil(retryInMs / 1000));
  const [name, owner] = [NAMES[category], OWNERS[category]];
  const what = `This ${owner} has ${capacity / seconds} ${name} a second`;
  const message =
    category === 'bulk'
      ? `${what}; of the ${tokens} triggers of this bulk ${remaining} would fit now, so none was accepted`
      : `${what}, and they are used up`;
  const wait = `Send it again after ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}, as \`Retry-After\` says`;
  const spread = 'and spread what you send: `RateLimit-Remaining` of each response says how many more are accepted now';
  return new TooManyRequestsException(message, retryAfter, `${wait}, ${spread}.`);
}

function neverFits(tokens: number, { capacity }: BucketSize): PayloadValidationException {
  const message = `A bulk of this environment has at most ${capacity} triggers, because no more are accepted at once; this one has ${tokens}. Send it in parts.`;
  return new PayloadValidationException([{ field: 'events', message }], message);
}

const LIMITED = {
  status: 429,
  type: ErrorDto,
  description: 'The environment is above its limit; `Retry-After` says when to send it again.',
};

/** The operation counts against the limit of triggers. */
export function CountsAsTrigger(): MethodDecorator {
  return applyDecorators(RouteFact({ limitedAs: 'trigger' }), ApiResponse(LIMITED));
}

/** Each of the `events` of the body counts against the limit of triggers: all are accepted, or none. */
export function CountsEvents(): MethodDecorator {
  return applyDecorators(RouteFact({ limitedAs: 'bulk' }), ApiResponse(LIMITED));
}

/** Counts the events of a bulk before anything is done with them. */
@Injectable()
export class EventLimitGuard implements CanActivate {
  constructor(private readonly limits: RequestLimits) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    if (factsOf(request).limitedAs !== 'bulk') return true;
    return this.limits.countEvents(request, http.getResponse<FastifyReply>()).then(() => true);
  }
}

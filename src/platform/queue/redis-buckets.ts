import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Clock } from '../clock.js';
import { type Logger, OnceLogger } from '../logging/logger.js';
import type { Metrics } from '../metrics/metrics.js';
import { acceptance, type BucketSize, type BucketVerdict, intervalOf, refusal } from '../rate-limits/token-bucket.js';
import { KnownRefusals, LocalBuckets, TokenBuckets } from '../rate-limits/token-buckets.js';
import { connectRedis, type RedisClient } from './redis-client.js';

/** A request waits no longer for Redis. */
const TIMEOUT_MS = 1000;

/** Milliseconds for which Redis is not asked after it has not responded; then one request tries. */
const PAUSE_MS = 5000;

/** Sizes of buckets: few settings, and those of environments. */
const MAX_SIZES = 1000;

/**
 * A bucket is the time at which it is full again, by the clock of Redis, so that those of the processes need not agree.
 * Returns the tokens that are gone, and milliseconds: of a refusal one token more than there can be, and the time until
 * there are enough. See `takeTokens`.
 */
const TAKE = `
local tokens, capacity, seconds = tonumber(ARGV[1]), tonumber(ARGV[3]), tonumber(ARGV[4])
local interval = seconds * 1000 / capacity
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local missing = math.max(tonumber(redis.call('GET', KEYS[1]) or '0') - now, 0) / interval
local lacking = missing + tokens - capacity
if lacking > 0.000001 then return {capacity + 1, math.ceil(lacking * interval)} end
local full = (missing + tokens) * interval
redis.call('SET', KEYS[1], string.format('%.3f', now + full), 'PX', math.ceil(full) + 1000)
return {math.ceil(missing + tokens - 0.000001), math.ceil(full)}
`;

/**
 * {@link TokenBuckets} in Redis, with one command for each request that is not known to be refused. While Redis does not
 * respond, each process counts for itself.
 */
export class RedisBuckets extends TokenBuckets {
  private readonly redis: RedisClient;
  private readonly prefix: string;
  private readonly limiters = new Map<string, RateLimiterRedis>();
  private readonly refusals: KnownRefusals;
  private readonly local: LocalBuckets;
  private readonly outage: OnceLogger;
  private connected?: Promise<unknown>;
  private awayUntil = 0;

  constructor(
    uri: string,
    queuePrefix: string,
    clock: Clock,
    logger: Logger,
    private readonly metrics: Pick<Metrics, 'uncheckedRequests'>,
  ) {
    super();
    this.prefix = `${queuePrefix}-limit`;
    this.refusals = new KnownRefusals(clock);
    this.local = new LocalBuckets(clock);
    this.outage = new OnceLogger(
      logger,
      'Redis does not respond; until it does, each process counts requests against their limits for itself',
    );
    this.redis = connectRedis(uri, {
      lazyConnect: true,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      connectionName: this.prefix,
    });
    this.redis.on('error', (error) => this.outage.failed(error));
  }

  async take(name: string, tokens: number, size: BucketSize): Promise<BucketVerdict> {
    if (tokens > size.capacity) return refusal(tokens, tokens, size);
    const now = performance.now();
    if (now < this.awayUntil) return this.takeLocally(name, tokens, size);
    // While one request tries, others do not.
    if (this.awayUntil > 0) this.awayUntil = now + PAUSE_MS;
    try {
      await (this.connected ??= inTime(this.redis.connect()).catch(() => undefined));
      const { remainingPoints } = await inTime(this.limiterOf(size).consume(name, tokens));
      this.responded();
      return acceptance(remainingPoints, size);
    } catch (error) {
      if (error instanceof RateLimiterRes) {
        this.responded();
        this.refusals.note(name, tokens, error.msBeforeNext);
        return refusal(error.msBeforeNext / intervalOf(size), tokens, size);
      }
      this.outage.failed(error);
      this.awayUntil = performance.now() + PAUSE_MS;
      return this.takeLocally(name, tokens, size);
    }
  }

  refusalWithoutAsking(name: string, tokens: number, size: BucketSize): BucketVerdict | undefined {
    return this.refusals.find(name, tokens, size);
  }

  close(): void {
    // Not `quit`, which would wait for an unreachable Redis.
    this.redis.disconnect();
  }

  private responded(): void {
    this.awayUntil = 0;
    this.outage.worked();
  }

  private takeLocally(name: string, tokens: number, size: BucketSize): Promise<BucketVerdict> {
    this.metrics.uncheckedRequests.add({});
    return this.local.take(name, tokens, size);
  }

  private limiterOf({ capacity, seconds }: BucketSize): RateLimiterRedis {
    const key = `${capacity}/${seconds}`;
    let limiter = this.limiters.get(key);
    if (!limiter) {
      if (this.limiters.size >= MAX_SIZES) this.limiters.clear();
      limiter = new RateLimiterRedis({
        storeClient: this.redis,
        keyPrefix: this.prefix,
        points: capacity,
        duration: seconds,
        customIncrTtlLuaScript: TAKE,
        rejectIfRedisNotReady: true,
      });
      this.limiters.set(key, limiter);
    }
    return limiter;
  }
}

/**
 * Resolves like `work`, or rejects when it takes too long. Responses that have arrived while this process was busy are read
 * first: a busy process is not an outage of Redis.
 */
function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`No response within ${TIMEOUT_MS} ms`));
    const timer = setTimeout(() => setImmediate(late), TIMEOUT_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

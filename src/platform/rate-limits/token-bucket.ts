/** How much a bucket holds, and how fast it is filled again. */
export interface BucketSize {
  /** Tokens of a full bucket. */
  capacity: number;
  /** Seconds in which an empty bucket is filled, evenly. */
  seconds: number;
}

/** The response of a bucket to a request for tokens. */
export interface BucketVerdict {
  accepted: boolean;
  /** Whole tokens that are left. */
  remaining: number;
  /** Milliseconds until the bucket is full again. */
  fullInMs: number;
  /** Of a refusal: milliseconds until there are enough tokens; `Infinity` when a full bucket has fewer. */
  retryInMs: number;
}

/** Milliseconds in which one token is added. A bucket without room never gets one, so that any number is right. */
export function intervalOf({ capacity, seconds }: BucketSize): number {
  return (seconds * 1000) / Math.max(capacity, 1);
}

/**
 * Takes tokens out of a bucket: all, or none when there are too few. A bucket is stored as the time at which it is full
 * again; `fullAt` is undefined for a full one. The script in `queue/redis-buckets.ts` computes the same.
 */
export function takeTokens(
  fullAt: number | undefined,
  tokens: number,
  size: BucketSize,
  now: number,
): { fullAt: number; verdict: BucketVerdict } {
  const interval = intervalOf(size);
  const missing = Math.max((fullAt ?? 0) - now, 0) / interval;
  const lacking = missing + tokens - size.capacity;
  if (lacking > ROUNDING) return { fullAt: now + missing * interval, verdict: refusal(lacking, tokens, size) };
  return { fullAt: now + (missing + tokens) * interval, verdict: acceptance(-lacking, size) };
}

/** The verdict of a bucket with `left` tokens after the request. */
export function acceptance(left: number, size: BucketSize): BucketVerdict {
  return { accepted: true, ...levelOf(left, size), retryInMs: 0 };
}

/** The verdict of a bucket that lacks `lacking` tokens. */
export function refusal(lacking: number, tokens: number, size: BucketSize): BucketVerdict {
  const retryInMs = tokens > size.capacity ? Infinity : lacking * intervalOf(size);
  return { accepted: false, ...levelOf(tokens - lacking, size), retryInMs };
}

/** What is lost when times are divided by intervals. */
const ROUNDING = 1e-6;

function levelOf(left: number, size: BucketSize): Pick<BucketVerdict, 'remaining' | 'fullInMs'> {
  const tokens = Math.min(Math.max(left, 0), size.capacity);
  return { remaining: Math.floor(tokens + ROUNDING), fullInMs: (size.capacity - tokens) * intervalOf(size) };
}

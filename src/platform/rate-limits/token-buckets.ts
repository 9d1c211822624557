import type { Clock } from '../clock.js';
import { type BucketSize, type BucketVerdict, intervalOf, refusal, takeTokens } from './token-bucket.js';

/** Buckets that are kept in memory; when there are more, those that are full again are dropped. */
const MAX_BUCKETS = 10_000;

/**
 * Token buckets by name, each with the size that its callers state. All processes of an installation share them where there
 * is Redis; without Redis there is one process, which keeps them in memory.
 */
export abstract class TokenBuckets {
  /** Takes tokens: all, or none. Never rejects, and waits for a second at most. */
  abstract take(name: string, tokens: number, size: BucketSize): Promise<BucketVerdict>;

  /** The refusal that is certain without asking other processes; undefined when there may be enough tokens. */
  abstract refusalWithoutAsking(name: string, tokens: number, size: BucketSize): BucketVerdict | undefined;

  abstract close(): void;
}

/** {@link TokenBuckets} of this process alone. */
export class LocalBuckets extends TokenBuckets {
  /** When each is full again. */
  private readonly fullAt = new Map<string, number>();

  constructor(private readonly clock: Clock) {
    super();
  }

  take(name: string, tokens: number, size: BucketSize): Promise<BucketVerdict> {
    const now = this.clock.now().getTime();
    const { fullAt, verdict } = takeTokens(this.fullAt.get(name), tokens, size, now);
    if (this.fullAt.size >= MAX_BUCKETS && !this.fullAt.has(name)) this.dropFull(now);
    this.fullAt.set(name, fullAt);
    return Promise.resolve(verdict);
  }

  refusalWithoutAsking(name: string, tokens: number, size: BucketSize): BucketVerdict | undefined {
    const { verdict } = takeTokens(this.fullAt.get(name), tokens, size, this.clock.now().getTime());
    return verdict.accepted ? undefined : verdict;
  }

  close(): void {
    this.fullAt.clear();
  }

  private dropFull(now: number): void {
    for (const [name, fullAt] of this.fullAt) if (fullAt <= now) this.fullAt.delete(name);
    // All are in use: the oldest starts full again, which lets through too much rather than too little.
    const [oldest] = this.fullAt.keys();
    if (this.fullAt.size >= MAX_BUCKETS && oldest !== undefined) this.fullAt.delete(oldest);
  }
}

/** Refusals that hold for a while whatever other processes do, because they can only take tokens away. */
export class KnownRefusals {
  private readonly known = new Map<string, { tokens: number; until: number }>();

  constructor(private readonly clock: Clock) {}

  note(name: string, tokens: number, retryInMs: number): void {
    if (!Number.isFinite(retryInMs)) return;
    if (this.known.size >= MAX_BUCKETS) this.known.clear();
    this.known.set(name, { tokens, until: this.clock.now().getTime() + retryInMs });
  }

  find(name: string, tokens: number, size: BucketSize): BucketVerdict | undefined {
    const known = this.known.get(name);
    if (!known) return undefined;
    const left = known.until - this.clock.now().getTime();
    if (left > 0) {
      if (tokens < known.tokens) return undefined;
      return refusal(left / intervalOf(size) + tokens - known.tokens, tokens, size);
    }
    this.known.delete(name);
    return undefined;
  }
}

import { type Clock, HOUR_MS } from '../clock.js';
import { TooManyRequestsException } from '../errors/exceptions.js';
import { LocalBuckets } from './token-buckets.js';

/** A limit per hour for each key, in this process: a bucket that an hour fills. */
export class HourlyLimit {
  private readonly buckets: LocalBuckets;

  /** `message`: of the error, which says what to do instead. */
  constructor(
    clock: Clock,
    private readonly max: number,
    private readonly message: string,
  ) {
    this.buckets = new LocalBuckets(clock);
  }

  /** Throws 429, and counts nothing, when that exceeds the limit of the key. */
  async take(key: string, count = 1): Promise<void> {
    const size = { capacity: this.max, seconds: HOUR_MS / 1000 };
    const { accepted, retryInMs } = await this.buckets.take(key, count, size);
    // More than the limit never fits: the caller is told the longest wait.
    if (!accepted) throw new TooManyRequestsException(this.message, Math.ceil(Math.min(retryInMs, HOUR_MS) / 1000));
  }
}

import { type Clock, HOUR_MS } from '../clock.js';
import { TooManyRequestsException } from '../errors/exceptions.js';

/** Counts by key and by the hour of the clock, in this process. */
export class HourlyLimit {
  private hour = 0;
  /** For the current hour. */
  private readonly counts = new Map<string, number>();

  /** `message`: of the error, which says what to do instead. */
  constructor(
    private readonly clock: Clock,
    private readonly max: number,
    private readonly message: string,
  ) {}

  /** Throws 429, and counts nothing, when that exceeds the limit of the key. */
  take(key: string, count = 1): void {
    const now = this.clock.now().getTime();
    const hour = Math.floor(now / HOUR_MS);
    if (hour !== this.hour) {
      this.counts.clear();
      this.hour = hour;
    }
    const taken = (this.counts.get(key) ?? 0) + count;
    if (taken > this.max) {
      throw new TooManyRequestsException(this.message, Math.ceil(((hour + 1) * HOUR_MS - now) / 1000));
    }
    this.counts.set(key, taken);
  }
}

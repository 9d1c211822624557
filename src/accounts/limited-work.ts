import { TooManyRequestsException } from '../platform/errors/exceptions.js';

/**
 * Runs expensive work, at most `atOnce` pieces at a time. Others wait in their order, and what comes when `mayWait` are
 * waiting already is refused with 429, so that no number of requests uses up memory or threads.
 */
export class LimitedWork {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly mayWait: number,
  ) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.atOnce) this.running += 1;
    else await this.turn();
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }

  /** A call that ends passes its place on, so that no later call finds it free. */
  private turn(): Promise<void> {
    if (this.waiting.length >= this.mayWait)
      throw new TooManyRequestsException('Too many passwords are being checked at this moment: try again', 1);
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}

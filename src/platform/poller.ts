/** Milliseconds between two looks while there is something to do, and the most when there is nothing. */
const SHORTEST_PAUSE = 250;
const MAX_PAUSE = 500;

/**
 * Looks again and again for what is due, at least twice a second, so that what is due is found within a second whoever
 * has stored it.
 */
export class Poller {
  private timer?: NodeJS.Timeout;
  private stopped = false;
  private pause = SHORTEST_PAUSE;
  private looking: Promise<void> = Promise.resolve();

  /** `look` does what is due and says whether there was anything; what it throws goes to `failed`. */
  constructor(
    private readonly look: () => Promise<boolean>,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** The first look comes after the shortest pause. */
  start(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.looking = this.lookOnce().finally(() => this.start());
    }, this.pause);
  }

  /** Resolves when the look that is under way, if any, has ended. */
  settled(): Promise<void> {
    return this.looking;
  }

  /** Resolves when the last look has ended; there is none after it. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.looking;
  }

  private async lookOnce(): Promise<void> {
    try {
      const found = !this.stopped && (await this.look());
      this.pause = found ? SHORTEST_PAUSE : Math.min(MAX_PAUSE, this.pause * 2);
    } catch (error) {
      this.failed(error);
    }
  }
}

import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two polls while there is work, and at most when there is none. */
const SHORTEST_PAUSE = 250;
const MAX_PAUSE = 500;

/** Polls for due work at least twice a second, so that it is found within a second whichever process has stored it. */
export class Poller {
  private timer?: NodeJS.Timeout;
  private stopped = false;
  private pause = SHORTEST_PAUSE;
  private polling: Promise<void> = Promise.resolve();

  /** `poll` does the work that is due and returns whether there was any; its errors go to `failed`. */
  constructor(
    private readonly poll: () => Promise<boolean>,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** The first poll comes after the shortest pause. */
  start(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.polling = this.pollOnce().finally(() => this.start());
    }, this.pause);
  }

  /** Resolves when the current poll, if any, has finished. */
  settled(): Promise<void> {
    return this.polling;
  }

  /** Resolves when the last poll has finished; no other follows. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.polling;
  }

  private async pollOnce(): Promise<void> {
    try {
      const found = !this.stopped && (await this.poll());
      this.pause = found ? SHORTEST_PAUSE : Math.min(MAX_PAUSE, this.pause * 2);
    } catch (error) {
      this.failed(error);
    }
  }
}

/** Milliseconds between the first two checks of {@link pollUntil}, and at most between later ones, which are less urgent. */
const FIRST_CHECK_PAUSE = 20;
const MAX_CHECK_PAUSE = 250;

/**
 * Repeats `done` until it resolves with true, for at most so many seconds; returns false when it did not. For something
 * that another process does, usually in a fraction of a second, without notifying this one.
 */
export async function pollUntil(seconds: number, done: () => Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + seconds * 1000;
  for (let pause = FIRST_CHECK_PAUSE; !(await done()); pause = Math.min(MAX_CHECK_PAUSE, pause * 1.2)) {
    if (performance.now() >= deadline) return false;
    await sleep(pause);
  }
  return true;
}

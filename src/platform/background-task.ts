import type { OnceLogger } from './logging/logger.js';

/** When a task runs: a pause after the end of each run, which may be shorter while there is work. */
interface Pauses {
  readonly everyMs: number;
  /** Before the first run and after one that returned true. */
  readonly whileBusyMs?: number;
}

/** Pauses for work that is due within a second: the store is asked at least twice a second, whichever process has stored it. */
export const POLLING: Pauses = { everyMs: 500, whileBusyMs: 250 };

/**
 * Work that a process repeats in the background. It never overlaps itself. Its errors are logged, once per outage, and do
 * not end it.
 */
export class BackgroundTask {
  private readonly stopping = new AbortController();
  private timer?: NodeJS.Timeout;
  private busy = true;
  private running: Promise<void> = Promise.resolve();
  /** The run that begins when the one in progress has finished. */
  private next?: Promise<void>;

  /** `work` may return true when there was some to do, and should end early when its signal aborts. */
  constructor(
    private readonly outage: OnceLogger,
    private readonly pauses: Pauses,
    private readonly work: (stop: AbortSignal) => Promise<boolean | void> | void,
    private readonly timers: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'> = globalThis,
  ) {}

  /** Repeats the work. The first run comes after a pause, and after a run in progress. */
  start(): void {
    void this.running.then(() => this.schedule());
  }

  /** Runs now, or once more after the run in progress. Never rejects. */
  run(): Promise<void> {
    this.next ??= this.running.then(() => {
      this.next = undefined;
      return this.runOnce();
    });
    this.running = this.next;
    return this.running;
  }

  /** Resolves when the run in progress, if any, has finished. */
  settled(): Promise<void> {
    return this.running;
  }

  /** Resolves when the last run has finished; no other follows. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.timers.clearTimeout(this.timer);
    await this.running;
  }

  private schedule(): void {
    const { everyMs, whileBusyMs = everyMs } = this.pauses;
    if (this.stopping.signal.aborted) return;
    this.timer = this.timers.setTimeout(
      () => void this.run().then(() => this.schedule()),
      this.busy ? whileBusyMs : everyMs,
    );
  }

  private async runOnce(): Promise<void> {
    const { signal } = this.stopping;
    if (signal.aborted) return;
    try {
      this.busy = (await this.work(signal)) === true;
      this.outage.worked();
    } catch (error) {
      // The work was cut off.
      if (!signal.aborted) this.outage.failed(error);
    }
  }
}

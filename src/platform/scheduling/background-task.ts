import type { Config } from '../config/config.js';
import type { OnceLogger } from '../logging/logger.js';
import { outsideTraces } from '../tracing/tracing.js';

/** When a task runs: a pause after the end of each run, which may be shorter while there is work. */
interface Pauses {
  readonly everyMs: number;
  /** Before the first run and after one that returned true. */
  readonly whileBusyMs?: number;
}

/** Milliseconds between two looks for work that is due while there is some. */
const DUE_PAUSE_MS = 250;

/** Pauses for work that is due at known times: see `DueTimes`. */
export function pausesOf({ idleLookSeconds }: Pick<Config, 'idleLookSeconds'>): Pauses {
  return { everyMs: idleLookSeconds * 1000, whileBusyMs: DUE_PAUSE_MS };
}

/**
 * Work that a process repeats in the background. It never overlaps itself. Its errors are logged, once per outage, and do
 * not end it.
 */
export class BackgroundTask {
  private readonly stopping = new AbortController();
  private timer?: NodeJS.Timeout;
  /** When the timer fires, or should fire once it is set; like all times here in milliseconds of `performance.now`. */
  private nextAt = Infinity;
  private pauseMs: number;
  private running: Promise<void> = Promise.resolve();
  /** The run that begins when the one in progress has finished. */
  private next?: Promise<void>;

  /**
   * `work` may return true when there was some to do, or after how many milliseconds there will be some. It should end
   * early when its signal aborts.
   */
  constructor(
    private readonly outage: OnceLogger,
    private readonly pauses: Pauses,
    private readonly work: (stop: AbortSignal) => Promise<boolean | number | void> | void,
    private readonly timers: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'> = globalThis,
  ) {
    this.pauseMs = this.busyMs;
  }

  /** Repeats the work. The first run comes after a pause, and after a run in progress. */
  start(): void {
    void this.running.then(() => this.schedule());
  }

  /** Runs after `milliseconds`, unless an earlier run is planned. Has no effect on a task that was not started. */
  runWithin(milliseconds: number): void {
    const at = performance.now() + milliseconds;
    if (at >= this.nextAt) return;
    this.nextAt = at;
    if (this.timer) this.setTimer();
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
    if (this.stopping.signal.aborted) return;
    this.nextAt = Math.min(this.nextAt, performance.now() + this.pauseMs);
    this.setTimer();
  }

  private setTimer(): void {
    this.timers.clearTimeout(this.timer);
    const pause = Math.max(0, this.nextAt - performance.now());
    this.timer = this.timers.setTimeout(() => {
      this.timer = undefined;
      // Work that becomes due from here on may be missed by this run.
      this.nextAt = Infinity;
      void this.run().then(() => this.schedule());
    }, Math.ceil(pause));
  }

  private get busyMs(): number {
    return this.pauses.whileBusyMs ?? this.pauses.everyMs;
  }

  private async runOnce(): Promise<void> {
    const { signal } = this.stopping;
    if (signal.aborted) return;
    try {
      this.pauseMs = this.pauseAfter(await outsideTraces(() => this.work(signal)));
      this.outage.worked();
    } catch (error) {
      this.pauseMs = this.busyMs;
      // The work was cut off.
      if (!signal.aborted) this.outage.failed(error);
    }
  }

  private pauseAfter(result: boolean | number | void): number {
    if (result === true) return this.busyMs;
    if (typeof result !== 'number') return this.pauses.everyMs;
    // Work that is due, but could not be done now, is tried again after a pause.
    return result > 0 ? Math.min(result, this.pauses.everyMs) : this.busyMs;
  }
}

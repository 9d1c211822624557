import type { SendProblem, SendResult } from '#libs/providers/kit/send-result.js';

/** Failures in a row after which a provider is left alone. */
const FAILURES = 10;
/** Milliseconds for which it is left alone at first; twice as long after each attempt that fails then. */
const FIRST_PAUSE = 10_000;
const MAX_PAUSE = 60_000;

/**
 * Keeps a provider that fails again and again from being asked, so that it does not hold up the workers: every message
 * would wait for its timeout. After a pause one message tries; those that come meanwhile wait for what it learns. One for
 * each integration and process.
 */
export class CircuitBreaker {
  private failures = 0;
  private pause = FIRST_PAUSE;
  private closedUntil = 0;
  private probe?: Promise<void>;

  constructor(private readonly now: () => Date) {}

  /** Whether it remembers a failure. */
  get isTroubled(): boolean {
    return this.failures > 0;
  }

  /** Does what is asked for, or says at once that it is of no use now. */
  async run(attempt: () => Promise<SendResult>): Promise<SendResult> {
    if (this.failures < FAILURES) return this.note(await attempt());
    if (this.probe) {
      await this.probe;
      return this.run(attempt);
    }
    const left = this.closedUntil - this.now().getTime();
    if (left > 0) return this.refusal(left);
    let end = () => {};
    this.probe = new Promise((resolve) => (end = resolve));
    try {
      return this.note(await attempt());
    } finally {
      this.probe = undefined;
      end();
    }
  }

  private note(result: SendResult): SendResult {
    if (result.ok || result.kind !== 'transient') {
      this.failures = 0;
      this.pause = FIRST_PAUSE;
      return result;
    }
    this.failures += 1;
    if (this.failures < FAILURES) return result;
    const now = this.now().getTime();
    // Of many that fail together the first begins the pause.
    if (this.closedUntil <= now) {
      this.closedUntil = now + Math.max(this.pause, result.retryAfterMs ?? 0);
      this.pause = Math.min(this.pause * 2, MAX_PAUSE);
    }
    return result;
  }

  private refusal(retryAfterMs: number): SendProblem {
    const error = `not tried: the provider has failed ${this.failures} times in a row`;
    return { ok: false, kind: 'transient', error, retryAfterMs };
  }
}

import type { SendProblem, SendResult } from '#libs/providers/kit/provider.js';

/** Consecutive failures after which the circuit opens. */
const MAX_FAILURES = 10;
/** Milliseconds of the first pause; each failed attempt after a pause doubles it. */
const FIRST_PAUSE_MS = 10_000;
const MAX_PAUSE_MS = 60_000;

/**
 * Stops calls to a provider that keeps failing, so that it does not block the workers: otherwise every message would wait for
 * its timeout. After a pause one message is sent as a probe; messages that arrive meanwhile wait for its result. There is one
 * circuit breaker per integration and process.
 */
export class CircuitBreaker {
  private failures = 0;
  private pause = FIRST_PAUSE_MS;
  private pausedUntil = 0;
  private probe?: Promise<void>;

  constructor(private readonly now: () => Date) {}

  /** Whether an attempt has failed since the last success. */
  get isTroubled(): boolean {
    return this.failures > 0;
  }

  /** Whether attempts are refused for now, or one is made as a probe. */
  get isOpen(): boolean {
    return this.failures >= MAX_FAILURES;
  }

  /** Makes the attempt, or returns a transient failure immediately while the circuit is open. */
  async run(attempt: () => Promise<SendResult>): Promise<SendResult> {
    if (!this.isOpen) return this.note(await attempt());
    if (this.probe) {
      await this.probe;
      return this.run(attempt);
    }
    const left = this.pausedUntil - this.now().getTime();
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
      this.pause = FIRST_PAUSE_MS;
      return result;
    }
    this.failures += 1;
    if (!this.isOpen) return result;
    const now = this.now().getTime();
    // Of many that fail together, only the first starts the pause.
    if (this.pausedUntil <= now) {
      this.pausedUntil = now + Math.max(this.pause, result.retryAfterMs ?? 0);
      this.pause = Math.min(this.pause * 2, MAX_PAUSE_MS);
    }
    return result;
  }

  private refusal(retryAfterMs: number): SendProblem {
    const error = `not tried: the provider has failed ${this.failures} times in a row`;
    return { ok: false, kind: 'transient', error, retryAfterMs };
  }
}

import { faultOf } from '#libs/providers/kit/fault.js';
import type { SendProblem, SendResult } from '#libs/providers/kit/provider.js';

/** Consecutive failures in passing after which the circuit opens. */
const MAX_FAILURES = 10;
/** Milliseconds of the first pause; each failed attempt after a pause doubles it. */
const FIRST_PAUSE_MS = 10_000;
const MAX_PAUSE_MS = 60_000;

/**
 * Stops calls to a provider that keeps failing, so that it does not block the workers: otherwise every message would wait for
 * its timeout. A provider that refuses the account is not called either. After a pause one message is sent as a probe;
 * messages that arrive meanwhile wait for its result. There is one circuit breaker per integration and process.
 */
export class CircuitBreaker {
  private failures = 0;
  /** Why the account was refused, by the last attempt. */
  private refused?: string;
  private pause = FIRST_PAUSE_MS;
  private pausedUntil = 0;
  private probe?: Promise<void>;

  constructor(private readonly now: () => Date) {}

  /** Whether an attempt has failed since the last success. */
  get isTroubled(): boolean {
    return this.failures > 0 || this.refused !== undefined;
  }

  /** Whether attempts are refused for now, or one is made as a probe. */
  get isOpen(): boolean {
    return this.failures >= MAX_FAILURES || this.isRefusing;
  }

  /** Whether the provider refuses the account: somebody has to act. */
  get isRefusing(): boolean {
    return this.refused !== undefined;
  }

  /**
   * Makes the attempt, or returns a failure immediately while the circuit is open. `isOwnSender`: the message names its own
   * sender, so the refusal of an account says nothing about other messages.
   */
  async run(attempt: () => Promise<SendResult>, { isOwnSender = false } = {}): Promise<SendResult> {
    if (!this.isOpen) return this.note(await attempt(), isOwnSender);
    if (this.probe) {
      await this.probe;
      return this.run(attempt, { isOwnSender });
    }
    const left = this.pausedUntil - this.now().getTime();
    if (left > 0) return this.refusal(left);
    let end = () => {};
    this.probe = new Promise((resolve) => (end = resolve));
    try {
      return this.note(await attempt(), isOwnSender);
    } finally {
      this.probe = undefined;
      end();
    }
  }

  private note(result: SendResult, isOwnSender: boolean): SendResult {
    const fault = result.ok ? undefined : faultOf(result);
    if (fault === 'account' && isOwnSender && !this.isOpen) return result;
    this.refused = !result.ok && fault === 'account' ? result.error : undefined;
    if (result.ok || fault === 'recipient' || fault === 'content') {
      this.failures = 0;
      this.pause = FIRST_PAUSE_MS;
      return result;
    }
    if (fault === 'passing') this.failures += 1;
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
    const because = this.refused ?? `the provider has failed ${this.failures} times in a row`;
    const fault = this.isRefusing ? 'account' : 'passing';
    return { ok: false, kind: 'transient', fault, error: `not tried: ${because}`, retryAfterMs, untried: true };
  }
}

import { performance } from 'node:perf_hooks';

/** Time that several renderings share: those of one message. It begins to run with the first. */
export class RenderBudget {
  private startedAt?: number;

  /** Milliseconds left of `total`; none or less when it is used up. */
  remaining(total: number): number {
    const now = performance.now();
    this.startedAt ??= now;
    return total - (now - this.startedAt);
  }
}

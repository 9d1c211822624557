/** How long a read may hold up other work, in milliseconds: a trigger that reads several times waits for as many slices. */
const SLICE = 4;

/** The tenant of reads that are about no environment: they begin at once. */
export const NO_TENANT = '';

/**
 * Runs reads in slices of some milliseconds. Between two slices the server serves other connections. Tenants with
 * unfinished reads take turns, one slice each. So a short read waits for at most one slice of each other tenant, however
 * many long reads one of them has sent.
 */
export class ReadTurns {
  /** What continues the reads of each tenant; the next tenant comes first. */
  private readonly waiting = new Map<string, (() => void)[]>();

  /** Runs a read outside of a transaction. */
  async run<Result>(steps: Generator<void, Result, void>, tenant: string = NO_TENANT): Promise<Result> {
    if (tenant !== NO_TENANT && this.waiting.has(tenant)) await this.turn(tenant);
    for (;;) {
      const until = performance.now() + SLICE;
      do {
        const step = steps.next();
        if (step.done) return step.value;
      } while (performance.now() < until);
      await this.turn(tenant);
    }
  }

  private turn(tenant: string): Promise<void> {
    return new Promise((resume) => {
      if (this.waiting.size === 0) setImmediate(() => this.next());
      const others = this.waiting.get(tenant);
      if (others) others.push(resume);
      else this.waiting.set(tenant, [resume]);
    });
  }

  private next(): void {
    const [[tenant, reads]] = this.waiting as unknown as [[string, (() => void)[]]];
    this.waiting.delete(tenant);
    const resume = reads.shift()!;
    if (reads.length > 0) this.waiting.set(tenant, reads);
    if (this.waiting.size > 0) setImmediate(() => this.next());
    resume();
  }
}

/** Work has used up what it was allowed; whoever allowed it does it again elsewhere, or not at all. */
export class AllowanceExceededError extends Error {
  override readonly name = 'AllowanceExceededError';
}

/**
 * Steps of about half a microsecond that some work may take where it is. Unlike a limit it says nothing about the work:
 * what exceeds it is not wrong, it is only to be done where nobody waits for it. Counted, so that the same work is handed
 * over on every machine.
 */
export class Allowance {
  private taken = 0;

  /** @param steps Without it all steps are allowed, and only counted. */
  constructor(readonly steps = Infinity) {}

  /** Steps taken so far. */
  get used(): number {
    return this.taken;
  }

  /** Once true, whatever the work has come to is void: it may have taken the error for a failure of its own. */
  get isExceeded(): boolean {
    return this.taken > this.steps;
  }

  /** Accounts for work that begins now. Throws {@link AllowanceExceededError}. */
  spend(steps: number): void {
    this.taken += steps;
    if (this.taken > this.steps) throw new AllowanceExceededError(`takes more than ${this.steps} steps here`);
  }
}

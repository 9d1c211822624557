/** Milliseconds for which an environment that has had something to do is expected to have more. */
const ACTIVE_MS = 5000;

/** Knows whether several environments have had something to do within the last moments. */
export class RecentEnvironments {
  /** The last environment, and the last one that is another. */
  private last?: { environmentId: string; at: number };
  private other?: { environmentId: string; at: number };

  constructor(private readonly now: () => number = () => performance.now()) {}

  add(environmentId: string): void {
    if (this.last && this.last.environmentId !== environmentId) this.other = this.last;
    this.last = { environmentId, at: this.now() };
  }

  get areSeveral(): boolean {
    return this.other !== undefined && this.other.at >= this.now() - ACTIVE_MS;
  }
}

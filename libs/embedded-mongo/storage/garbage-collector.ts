import type { Catalog, GarbageKind } from './catalog.js';
import type { CommitQueue, Steps } from './commit-queue.js';
import { idBytes, type Environment } from './environment.js';

/** Keys removed between two points where other writes may go on. */
const KEYS_PER_STEP = 500;

/** Removes what dropped collections and indexes left behind, piece by piece in the background. */
export class GarbageCollector {
  private running: Promise<void> | undefined;
  private stopped = false;

  constructor(
    private readonly environment: Environment,
    private readonly catalog: Catalog,
    private readonly commits: CommitQueue,
  ) {}

  /** Starts collecting if there is anything and nobody is at it. Failures are left for the next time. */
  start(): void {
    if (this.stopped) return;
    this.running ??= this.run()
      .catch(() => undefined)
      .finally(() => {
        this.running = undefined;
      });
  }

  /** Stops after the current piece. What is left is collected after the next start. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.running;
  }

  private async run(): Promise<void> {
    for (let garbage = this.catalog.firstGarbage(); garbage && !this.stopped; garbage = this.catalog.firstGarbage()) {
      const { kind, id } = garbage;
      await this.commits.submit(() => this.remove(kind, id));
    }
  }

  private *remove(kind: GarbageKind, id: number): Steps<void> {
    const table = kind === 'records' ? this.environment.records : this.environment.entries;
    const range = { start: idBytes(id), end: idBytes(id + 1), limit: KEYS_PER_STEP };
    for (;;) {
      const keys = [...table.getKeys({ ...range })];
      for (const key of keys) table.removeSync(key);
      if (keys.length < KEYS_PER_STEP) break;
      if (this.stopped) return;
      yield;
    }
    this.catalog.removeGarbage(kind, id);
  }
}

import type { Catalog, GarbageKind } from './catalog.js';
import type { CommitQueue, Steps } from './commit-queue.js';
import { type Environment, idBytes } from './environment.js';

/** Keys removed before other writes may run. */
const KEYS_PER_STEP = 500;

/** Deletes the data of dropped collections and indexes, piece by piece in the background. */
export class GarbageCollector {
  private running: Promise<void> | undefined;
  private stopped = false;

  constructor(
    private readonly environment: Environment,
    private readonly catalog: Catalog,
    private readonly commits: CommitQueue,
  ) {}

  /** Starts collecting unless it is running already. After a failure, the next start tries again. */
  start(): void {
    if (this.stopped) return;
    this.running ??= this.run()
      .catch(() => undefined)
      .finally(() => {
        this.running = undefined;
      });
  }

  /** Stops after the current piece. The rest is collected after the next start. */
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

import { fromJs } from '../bson/convert.js';
import { encodeKey } from '../ordering/key-encoding.js';
import type { IndexDefinition } from '../indexes/index-definition.js';
import type { Filter } from '../query/filter.js';
import type { CollectionEntry } from '../storage/collection-entry.js';
import { removeSelected } from './modify.js';
import type { Store } from './store.js';

/** Pause between two rounds, in milliseconds. Each costs a few, also when nothing has expired. */
const ROUND_EVERY = 10_000;

/** Removes documents that have expired under a TTL index. */
export class ExpiryMonitor {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly store: Store,
    private readonly now: () => Date,
  ) {}

  start(): void {
    this.timer = setTimeout(() => {
      this.running = this.round();
    }, ROUND_EVERY).unref();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** Removes everything that has expired by now. Returns the number of documents removed. */
  async removeExpired(): Promise<number> {
    let removed = 0;
    for (const collection of this.store.catalog.all()) {
      for (const index of collection.indexes) {
        if (this.stopped) return removed;
        if (index.expireAfterSeconds !== undefined && index.ready) removed += await this.removeFrom(collection, index);
      }
    }
    return removed;
  }

  private async round(): Promise<void> {
    try {
      await this.removeExpired();
    } catch {
      // A full disk or a dropped collection: the next round tries again.
    }
    if (!this.stopped) this.start();
  }

  private async removeFrom(collection: CollectionEntry, index: IndexDefinition): Promise<number> {
    const path = index.fields[0]?.path;
    const seconds = index.expireAfterSeconds;
    if (!path || seconds === undefined) return 0;
    const latest = fromJs(new Date(this.now().getTime() - seconds * 1000));
    const filter: Filter = { kind: 'field', path, predicate: { op: 'lte', operand: latest, key: encodeKey(latest) } };
    const selection = { database: collection.database, collection: collection.name, filter, hint: fromJs(index.name) };
    const { removed } = await this.store.commits.submit(() => removeSelected(this.store, selection, 0));
    return removed;
  }
}

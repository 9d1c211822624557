import { Catalog } from '../storage/catalog.js';
import type { CollectionEntry } from '../storage/collection-entry.js';
import { CommitQueue } from '../storage/commit-queue.js';
import { type Environment, idBytes, openEnvironment, type Table } from '../storage/environment.js';
import { GarbageCollector } from '../storage/garbage-collector.js';
import { PageCache } from '../storage/key-pages/page-cache.js';
import { RecordStore } from '../storage/record-store.js';

/** The parts of the storage that commands use. */
export class Store {
  readonly environment: Environment;
  readonly catalog: Catalog;
  readonly records: RecordStore;
  readonly commits: CommitQueue;
  /** Index entries in memory, for searches for parts of texts. */
  readonly pages: PageCache;
  private readonly garbage: GarbageCollector;

  /** `durable`: commits complete only when they are on the disk. `pageBytes`: memory for {@link pages}. */
  constructor(dataDir: string, durable = true, pageBytes?: number) {
    this.environment = openEnvironment(dataDir, durable);
    this.catalog = new Catalog(this.environment);
    this.pages = new PageCache(this.environment, pageBytes);
    this.records = new RecordStore(this.environment, this.catalog, this.pages);
    this.commits = new CommitQueue(
      this.environment,
      () => this.catalog.flush(),
      (succeeded) => {
        this.catalog.settle(succeeded);
        this.pages.settle();
      },
    );
    this.garbage = new GarbageCollector(this.environment, this.catalog, this.commits);
    if (this.catalog.hasUnfinished()) this.cleanUpAfterCrash();
    else this.garbage.start();
  }

  /** Runs before any index is built. After a failure, the next start tries again. */
  private cleanUpAfterCrash(): void {
    void this.commits
      .submitStep(() => this.catalog.abandonUnfinished())
      .catch(() => undefined)
      .finally(() => this.garbage.start());
  }

  /** Starts removing dropped data from the disk in the background. */
  cleanUpLater(): void {
    this.garbage.start();
  }

  /** Bytes of all documents of a database. */
  dataSize(database: string): number {
    return this.catalog.list(database).reduce((sum, collection) => sum + collection.dataSize, 0);
  }

  /** Counts the stored documents and index entries of a collection. */
  countStored(collection: CollectionEntry): { nrecords: number; keysPerIndex: Record<string, number> } {
    const countOf = (table: Table, id: number): number =>
      table.getKeysCount({ start: idBytes(id), end: idBytes(id + 1) });
    const { records, entries } = this.environment;
    return {
      nrecords: countOf(records, collection.id),
      keysPerIndex: Object.fromEntries(collection.indexes.map((index) => [index.name, countOf(entries, index.id)])),
    };
  }

  async close(): Promise<void> {
    await this.garbage.stop();
    await this.commits.close();
    this.pages.clear();
    await this.environment.root.close();
  }
}

/** Returns the collection with this name; creates it if it does not exist. Runs inside a write transaction. */
export function ensureCollection(store: Store, database: string, name: string): CollectionEntry {
  return store.catalog.find(database, name) ?? store.catalog.create(database, name);
}

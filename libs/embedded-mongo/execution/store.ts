import { Catalog } from '../storage/catalog.js';
import { CommitQueue } from '../storage/commit-queue.js';
import type { CollectionEntry } from '../storage/collection-entry.js';
import { idBytes, openEnvironment, type Environment, type Table } from '../storage/environment.js';
import { GarbageCollector } from '../storage/garbage-collector.js';
import { RecordStore } from '../storage/record-store.js';

/** The storage parts that commands work with. */
export class Store {
  readonly environment: Environment;
  readonly catalog: Catalog;
  readonly records: RecordStore;
  readonly commits: CommitQueue;
  private readonly garbage: GarbageCollector;

  /** `durable`: commits are over only when they are on the disk. */
  constructor(dataDir: string, durable = true) {
    this.environment = openEnvironment(dataDir, durable);
    this.catalog = new Catalog(this.environment);
    this.records = new RecordStore(this.environment, this.catalog);
    this.commits = new CommitQueue(
      this.environment,
      () => this.catalog.flush(),
      (succeeded) => this.catalog.settle(succeeded),
    );
    this.garbage = new GarbageCollector(this.environment, this.catalog, this.commits);
    this.garbage.start();
  }

  /** Has what was dropped removed from the disk in the background. */
  cleanUpLater(): void {
    this.garbage.start();
  }

  /** Bytes of all documents of a database. */
  dataSize(database: string): number {
    return this.catalog.list(database).reduce((sum, collection) => sum + collection.dataSize, 0);
  }

  /** Counts what is really stored of a collection. */
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
    await this.environment.root.close();
  }
}

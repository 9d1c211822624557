import { UUID, type Document } from 'bson';
import { documentFrom } from '../bson/convert.js';
import { type CollectionEntry, decodeCollection, encodeCollection, namespaceOf } from './collection-entry.js';
import { ID_INDEX_NAME, type IndexDefinition, indexFields } from '../indexes/index-definition.js';
import { idBytes, type Environment } from './environment.js';

const COLLECTION = 0x63;
const COUNTERS = 0x6e;
const GARBAGE = 0x67;
const UNFINISHED = 0x75;
const SEQUENCE = Buffer.of(0x73);

/** Data to be removed after a drop: the documents of a collection or the entries of an index. */
export type GarbageKind = 'records' | 'entries';

/**
 * All collections and indexes, in memory and on disk. A write transaction changes it in memory, and `flush` writes the
 * changes before the commit. If the commit fails, it is read again from disk.
 */
export class Catalog {
  private collections = new Map<string, CollectionEntry>();
  private nextId = 1;
  private readonly dirtyDefinitions = new Set<CollectionEntry>();
  private readonly dirtyCounters = new Set<CollectionEntry>();
  private pendingReady: IndexDefinition[] = [];
  /** Indexes that are being filled. Definitions on disk do not have them: after a crash they would miss documents. */
  private readonly unfinished = new Set<IndexDefinition>();
  private sequenceChanged = false;

  constructor(private readonly environment: Environment) {
    this.load();
  }

  find(database: string, name: string): CollectionEntry | undefined {
    return this.collections.get(`${database}.${name}`);
  }

  /** The collections of a database, by name. */
  list(database: string): CollectionEntry[] {
    return this.all()
      .filter((collection) => collection.database === database)
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  all(): CollectionEntry[] {
    return [...this.collections.values()];
  }

  /** Adds a collection with its `_id` index. */
  create(database: string, name: string, options: Document = {}): CollectionEntry {
    const keyPattern = documentFrom({ _id: 1 });
    const idIndex: IndexDefinition = {
      id: this.takeId(),
      name: ID_INDEX_NAME,
      keyPattern,
      fields: indexFields(keyPattern),
      unique: true,
      sparse: false,
      multikey: [false],
      intact: 1,
      ready: false,
    };
    const collection: CollectionEntry = {
      id: this.takeId(),
      database,
      name,
      uuid: new UUID(),
      options,
      indexes: [idIndex],
      count: 0,
      dataSize: 0,
      nextRecordNumber: 1,
      dropped: false,
    };
    this.pendingReady.push(idIndex);
    this.collections.set(namespaceOf(collection), collection);
    this.definitionChanged(collection);
    this.countersChanged(collection);
    return collection;
  }

  /** Removes a collection; its documents and entries are deleted later. */
  drop(collection: CollectionEntry): void {
    collection.dropped = true;
    this.collections.delete(namespaceOf(collection));
    this.dirtyDefinitions.delete(collection);
    this.dirtyCounters.delete(collection);
    const { catalog } = this.environment;
    catalog.removeSync(key(COLLECTION, collection.id));
    catalog.removeSync(key(COUNTERS, collection.id));
    this.addGarbage('records', collection.id);
    for (const index of collection.indexes) {
      this.finish(index);
      this.addGarbage('entries', index.id);
    }
  }

  rename(collection: CollectionEntry, database: string, name: string): void {
    this.collections.delete(namespaceOf(collection));
    collection.database = database;
    collection.name = name;
    this.collections.set(namespaceOf(collection), collection);
    this.definitionChanged(collection);
  }

  addIndex(collection: CollectionEntry, index: Omit<IndexDefinition, 'id' | 'ready'>): IndexDefinition {
    const added: IndexDefinition = { ...index, id: this.takeId(), ready: false };
    this.pendingReady.push(added);
    collection.indexes = [...collection.indexes, added];
    this.definitionChanged(collection);
    return added;
  }

  /**
   * Hides new indexes from readers until `release`, however many commits it takes to fill them, and leaves them out of what
   * is on disk. What a crash leaves of them is garbage.
   */
  holdBack(indexes: readonly IndexDefinition[]): void {
    this.pendingReady = this.pendingReady.filter((index) => !indexes.includes(index));
    for (const index of indexes) {
      this.unfinished.add(index);
      this.environment.catalog.putSync(key(UNFINISHED, index.id), Buffer.of(1));
    }
  }

  /** Stores these indexes with the next commit, and lets readers use them after it. */
  release(collection: CollectionEntry, indexes: readonly IndexDefinition[]): void {
    for (const index of indexes) this.finish(index);
    this.pendingReady.push(...indexes);
    this.definitionChanged(collection);
  }

  dropIndex(collection: CollectionEntry, index: IndexDefinition): void {
    collection.indexes = collection.indexes.filter((other) => other !== index);
    this.finish(index);
    this.addGarbage('entries', index.id);
    this.definitionChanged(collection);
  }

  definitionChanged(collection: CollectionEntry): void {
    this.dirtyDefinitions.add(collection);
  }

  countersChanged(collection: CollectionEntry): void {
    this.dirtyCounters.add(collection);
  }

  /** Writes all changes since the last commit. Runs inside the transaction. */
  flush(): void {
    const { catalog } = this.environment;
    if (this.sequenceChanged) catalog.putSync(SEQUENCE, idBytes(this.nextId));
    for (const collection of this.dirtyDefinitions)
      catalog.putSync(key(COLLECTION, collection.id), encodeCollection(collection, this.unfinished));
    for (const collection of this.dirtyCounters) {
      const counters = Buffer.allocUnsafe(24);
      counters.writeDoubleBE(collection.count, 0);
      counters.writeDoubleBE(collection.nextRecordNumber, 8);
      counters.writeDoubleBE(collection.dataSize, 16);
      catalog.putSync(key(COUNTERS, collection.id), counters);
    }
  }

  /** After a successful commit, makes new indexes available; after a failed one, reloads everything from disk. */
  settle(succeeded: boolean): void {
    this.dirtyDefinitions.clear();
    this.dirtyCounters.clear();
    this.sequenceChanged = false;
    if (succeeded) {
      for (const index of this.pendingReady) index.ready = true;
      this.pendingReady = [];
    } else {
      this.pendingReady = [];
      this.unfinished.clear();
      this.load();
    }
  }

  /** Whether a crash has left something of unfinished indexes. To be asked before any index is built. */
  hasUnfinished(): boolean {
    return this.markedUnfinished().length > 0;
  }

  /** Turns what a crash has left of unfinished indexes into garbage. To be called before any index is built. */
  abandonUnfinished(): void {
    for (const id of this.markedUnfinished()) {
      this.addGarbage('entries', id);
      this.environment.catalog.removeSync(key(UNFINISHED, id));
    }
  }

  private markedUnfinished(): number[] {
    const range = { start: Buffer.of(UNFINISHED), end: Buffer.of(UNFINISHED + 1) };
    return [...this.environment.catalog.getKeys(range)].map((found) => Buffer.from(found).readUInt32BE(1));
  }

  private finish(index: IndexDefinition): void {
    if (this.unfinished.delete(index)) this.environment.catalog.removeSync(key(UNFINISHED, index.id));
  }

  /** The oldest piece of data that a drop left behind. */
  firstGarbage(): { kind: GarbageKind; id: number } | undefined {
    const range = { start: Buffer.of(GARBAGE), end: Buffer.of(GARBAGE + 1), limit: 1 };
    for (const found of this.environment.catalog.getKeys(range)) {
      const bytes = Buffer.from(found);
      return { kind: bytes[1] === 0x72 ? 'records' : 'entries', id: bytes.readUInt32BE(2) };
    }
    return undefined;
  }

  removeGarbage(kind: GarbageKind, id: number): void {
    this.environment.catalog.removeSync(garbageKey(kind, id));
  }

  private addGarbage(kind: GarbageKind, id: number): void {
    this.environment.catalog.putSync(garbageKey(kind, id), Buffer.of(1));
  }

  private takeId(): number {
    this.sequenceChanged = true;
    return this.nextId++;
  }

  private load(): void {
    const { catalog, root } = this.environment;
    root.resetReadTxn();
    this.nextId = catalog.get(SEQUENCE)?.readUInt32BE(0) ?? 1;
    this.collections = new Map();
    for (const { value } of catalog.getRange({ start: Buffer.of(COLLECTION), end: Buffer.of(COLLECTION + 1) })) {
      const collection = decodeCollection(Buffer.from(value));
      const counters = catalog.get(key(COUNTERS, collection.id));
      if (counters) {
        collection.count = counters.readDoubleBE(0);
        collection.nextRecordNumber = counters.readDoubleBE(8);
        collection.dataSize = counters.readDoubleBE(16);
      }
      this.collections.set(namespaceOf(collection), collection);
    }
  }
}

function key(kind: number, id: number): Buffer {
  return Buffer.concat([Buffer.of(kind), idBytes(id)]);
}

function garbageKey(kind: GarbageKind, id: number): Buffer {
  return Buffer.concat([Buffer.of(GARBAGE, kind === 'records' ? 0x72 : 0x65), idBytes(id)]);
}

import { type Document } from 'bson';
import { toDocument } from '../bson/convert.js';
import { documentValue } from '../bson/raw-value.js';
import { generateKeys } from '../indexes/key-generation.js';
import type { IndexDefinition } from '../indexes/index-definition.js';
import { matches } from '../query/match.js';
import { Catalog } from './catalog.js';
import { type CollectionEntry, namespaceOf } from './collection-entry.js';
import { entryKey, type Environment, idBytes, openToRead, readRecordNumber } from './environment.js';
import { checkDataFile } from './folder/check-data-file.js';
import { checkFormat } from './folder/format.js';

/** What a collection contains, according to its counter. */
export interface CollectionSummary {
  readonly database: string;
  readonly name: string;
  readonly documents: number;
  readonly indexes: readonly StoredIndexSummary[];
}

export interface StoredIndexSummary {
  readonly name: string;
  readonly key: Document;
  readonly unique: boolean;
  readonly sparse: boolean;
  readonly partialFilterExpression?: Document;
  readonly expireAfterSeconds?: number;
}

/** After a read transaction has been open this long in entries read, the next one is used. */
const ENTRIES_PER_TURN = 2000;

/**
 * Reads the data of a folder without its lock and without changes, also while a process serves it. Each method sees what
 * was committed when it was called.
 */
export class StoreReader {
  private constructor(private readonly environment: Environment) {}

  /**
   * Throws `EmbeddedMongoStartError` when the folder has no data that this version can read. `isServed`: a process is
   * writing the file, which cannot be checked before it is read.
   */
  static open(dataDir: string, isServed = false): StoreReader {
    const { initialised } = checkFormat(dataDir);
    if (initialised && !isServed) checkDataFile(dataDir);
    return new StoreReader(openToRead(dataDir));
  }

  collections(): CollectionSummary[] {
    return this.entries().map(({ database, name, count, indexes }) => ({
      database,
      name,
      documents: count,
      indexes: indexes.map(summaryOf),
    }));
  }

  /** The first documents of a collection, in the order of insertion. */
  documents(database: string, name: string, limit: number): Document[] {
    const collection = this.entries().find((one) => one.database === database && one.name === name);
    if (!collection) return [];
    const range = { start: idBytes(collection.id), end: idBytes(collection.id + 1), limit };
    return [...this.environment.records.getRange(range)].map(({ value }) => toDocument(Buffer.from(value)));
  }

  /**
   * Reads all documents and looks for each in all indexes; returns the contradictions, at most one for each index and one
   * for each counter. For data that no process changes.
   */
  async contradictions(): Promise<string[]> {
    const found: string[] = [];
    for (const collection of this.entries()) found.push(...(await this.contradictionsOf(collection)));
    return found;
  }

  async close(): Promise<void> {
    await this.environment.root.close();
  }

  private entries(): CollectionEntry[] {
    return new Catalog(this.environment).all();
  }

  private async contradictionsOf(collection: CollectionEntry): Promise<string[]> {
    const expected = new Map(collection.indexes.map((index) => [index, { entries: 0, missing: 0 }]));
    let documents = 0;
    const range = { start: idBytes(collection.id), end: idBytes(collection.id + 1) };
    for (const { key, value } of this.environment.records.getRange(range)) {
      const recordNumber = readRecordNumber(Buffer.from(key), 4);
      const document = Buffer.from(value);
      for (const [index, counts] of expected) this.lookFor(document, recordNumber, index, counts);
      if (++documents % ENTRIES_PER_TURN === 0) await new Promise(setImmediate);
    }
    const namespace = namespaceOf(collection);
    const wrong = [...expected].flatMap(([index, { entries, missing }]) => {
      const stored = this.environment.entries.getKeysCount({ start: idBytes(index.id), end: idBytes(index.id + 1) });
      if (missing > 0) return [`${missing} entries are missing in the index ${index.name} of ${namespace}`];
      return stored === entries
        ? []
        : [`the index ${index.name} of ${namespace} has ${stored} entries instead of ${entries}`];
    });
    if (documents !== collection.count)
      wrong.push(`${namespace} has ${documents} documents, and counts ${collection.count}`);
    return wrong;
  }

  private lookFor(
    document: Buffer,
    recordNumber: number,
    index: IndexDefinition,
    counts: { entries: number; missing: number },
  ): void {
    const value = documentValue(document);
    if (index.partial && !matches(index.partial.filter, value)) return;
    for (const key of generateKeys(index, value).keys) {
      counts.entries += 1;
      const entry = this.environment.entries.get(entryKey(index.id, key, index.unique ? undefined : recordNumber));
      if (entry === undefined || (index.unique && readRecordNumber(entry, 0) !== recordNumber)) counts.missing += 1;
    }
  }
}

function summaryOf({ name, keyPattern, unique, sparse, partial, expireAfterSeconds }: IndexDefinition) {
  return {
    name,
    key: toDocument(keyPattern.slice()),
    unique,
    sparse,
    ...(partial && { partialFilterExpression: toDocument(partial.document.slice()) }),
    ...(expireAfterSeconds !== undefined && { expireAfterSeconds }),
  };
}

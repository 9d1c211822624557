import { documentValue, type RawValue, ReadDocument } from '../bson/raw-value.js';
import { duplicateKeyError } from '../indexes/duplicate-key.js';
import type { IndexDefinition } from '../indexes/index-definition.js';
import { generateKeys } from '../indexes/key-generation.js';
import type { PageCache } from './key-pages/page-cache.js';
import { matches } from '../query/match.js';
import type { Catalog } from './catalog.js';
import { namespaceOf, type CollectionEntry } from './collection-entry.js';
import { entryKey, readRecordNumber, recordKey, recordNumberBytes, type Environment } from './environment.js';

/** Value of an entry in an index that is not unique: the record number is in the key. */
const NOTHING = Buffer.of(0);

/**
 * Documents with their index entries. The writing methods run inside a transaction of the commit queue. Each checks
 * everything that can fail before it writes, so that a refused document leaves no trace.
 */
export class RecordStore {
  constructor(
    private readonly environment: Environment,
    private readonly catalog: Catalog,
    private readonly pages: PageCache,
  ) {}

  /** The bytes of a document, or undefined if it no longer exists. */
  read(collection: CollectionEntry, recordNumber: number): Buffer | undefined {
    return this.environment.records.getBinary(recordKey(collection.id, recordNumber));
  }

  /** Stores a new document, which must have an `_id`; returns its record number. */
  insert(collection: CollectionEntry, document: Buffer): number {
    const recordNumber = collection.nextRecordNumber;
    const { indexes } = collection;
    const read = ReadDocument.from(document);
    const entries = indexes.map((index) => this.keysFor(collection, index, read));
    for (let i = 0; i < indexes.length; i++) {
      const index = indexes[i];
      if (index?.unique) this.checkUnique(collection, index, read, entries[i] ?? [], recordNumber);
    }
    collection.nextRecordNumber++;
    collection.count++;
    collection.dataSize += document.length;
    this.catalog.countersChanged(collection);
    this.environment.records.putSync(recordKey(collection.id, recordNumber), document);
    for (let i = 0; i < indexes.length; i++) {
      const index = indexes[i];
      if (index) this.putEntries(index, entries[i] ?? [], recordNumber);
    }
    return recordNumber;
  }

  /** Replaces a document with a new version. */
  replace(collection: CollectionEntry, recordNumber: number, before: Buffer, after: Buffer): void {
    const [readBefore, readAfter] = [ReadDocument.from(before), ReadDocument.from(after)];
    const differences = readBefore.differences(readAfter);
    const affected = collection.indexes.filter((index) => mayChange(index, differences));
    const changes = affected.map((index) => {
      const old = this.keysFor(collection, index, readBefore);
      const now = this.keysFor(collection, index, readAfter);
      return { index, removed: without(old, now), added: without(now, old) };
    });
    for (const { index, added } of changes) {
      if (index.unique) this.checkUnique(collection, index, readAfter, added, recordNumber);
    }
    collection.dataSize += after.length - before.length;
    this.catalog.countersChanged(collection);
    this.environment.records.putSync(recordKey(collection.id, recordNumber), after);
    for (const { index, removed, added } of changes) {
      this.removeEntries(index, removed, recordNumber);
      this.putEntries(index, added, recordNumber);
    }
  }

  /** Removes a document. */
  remove(collection: CollectionEntry, recordNumber: number, document: Buffer): void {
    this.environment.records.removeSync(recordKey(collection.id, recordNumber));
    const read = ReadDocument.from(document);
    for (const index of collection.indexes) {
      this.removeEntries(index, this.keysFor(collection, index, read), recordNumber);
    }
    collection.count--;
    collection.dataSize -= document.length;
    this.catalog.countersChanged(collection);
  }

  /** Adds one stored document to an index that is being built. */
  addToIndex(collection: CollectionEntry, index: IndexDefinition, recordNumber: number, document: Buffer): void {
    const value = documentValue(document);
    const keys = this.keysFor(collection, index, value);
    if (index.unique) this.checkUnique(collection, index, value, keys, recordNumber);
    this.putEntries(index, keys, recordNumber);
  }

  private keysFor(collection: CollectionEntry, index: IndexDefinition, document: RawValue): readonly Buffer[] {
    if (index.partial && !matches(index.partial.filter, document)) return [];
    const { keys, multikey, intact } = generateKeys(index, document);
    if (multikey) {
      for (const [i, isArray] of multikey.entries()) {
        if (!isArray || index.multikey[i]) continue;
        index.multikey[i] = true;
        this.catalog.definitionChanged(collection);
      }
    }
    if (intact < index.intact) {
      index.intact = intact;
      this.catalog.definitionChanged(collection);
    }
    return keys;
  }

  private checkUnique(
    collection: CollectionEntry,
    index: IndexDefinition,
    document: RawValue,
    keys: readonly Buffer[],
    recordNumber: number,
  ): void {
    for (const key of keys) {
      const owner = this.environment.entries.getBinary(entryKey(index.id, key, undefined));
      if (owner && readRecordNumber(owner, 0) !== recordNumber) {
        throw duplicateKeyError(namespaceOf(collection), index, document, key);
      }
    }
  }

  private putEntries(index: IndexDefinition, keys: readonly Buffer[], recordNumber: number): void {
    for (const key of keys) {
      const stored = entryKey(index.id, key, index.unique ? undefined : recordNumber);
      this.environment.entries.putSync(stored, index.unique ? recordNumberBytes(recordNumber) : NOTHING);
      this.pages.changed(index.id, stored);
    }
  }

  private removeEntries(index: IndexDefinition, keys: readonly Buffer[], recordNumber: number): void {
    for (const key of keys) {
      const stored = entryKey(index.id, key, index.unique ? undefined : recordNumber);
      this.environment.entries.removeSync(stored);
      this.pages.changed(index.id, stored);
    }
  }
}

/** Whether the keys of a document can be others after a change of its fields with these names. */
function mayChange({ fields, partial }: IndexDefinition, names: ReadonlySet<string>): boolean {
  return partial !== undefined || fields.some(({ path }) => names.has(path.latin1Names[0]!));
}

/** The keys of one list that are not in the other. */
function without(keys: readonly Buffer[], others: readonly Buffer[]): readonly Buffer[] {
  if (keys.length === 1 && others.length === 1 && keys[0] && others[0]) return keys[0].equals(others[0]) ? [] : keys;
  const known = new Set(others.map((key) => key.toString('latin1')));
  return keys.filter((key) => !known.has(key.toString('latin1')));
}

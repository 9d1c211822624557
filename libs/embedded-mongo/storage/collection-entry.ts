import { Binary, BSON, type Document } from 'bson';
import { documentFrom, fromDocument } from '../bson/convert.js';
import type { RawValue } from '../bson/raw-value.js';
import { CommandError, ErrorCode } from '../errors.js';
import { type IndexDefinition, indexFields } from '../indexes/index-definition.js';
import { parseFilter } from '../query/parse-filter.js';

/** A collection in memory: its catalog entry and its counters. */
export interface CollectionEntry {
  readonly id: number;
  database: string;
  name: string;
  readonly uuid: Binary;
  /** Options of `create` that `listCollections` returns. */
  readonly options: Document;
  indexes: IndexDefinition[];
  /** Number of documents. */
  count: number;
  /** Bytes of all documents. */
  dataSize: number;
  nextRecordNumber: number;
  /** Set when the collection was dropped, for operations that still hold it. */
  dropped: boolean;
}

/** The collection's namespace, `database.collection`. */
export function namespaceOf(collection: Pick<CollectionEntry, 'database' | 'name'>): string {
  return `${collection.database}.${collection.name}`;
}

export function checkCollectionName(database: string, name: string): void {
  if (name === '' || name.startsWith('.') || name.endsWith('.') || /[$\0]/.test(name) || name.length > 235) {
    throw new CommandError(ErrorCode.InvalidNamespace, `Invalid namespace specified '${database}.${name}'`);
  }
}

interface StoredIndex {
  id: number;
  name: string;
  key: Document;
  unique?: boolean;
  sparse?: boolean;
  partialFilterExpression?: Document;
  expireAfterSeconds?: number;
  multikey: boolean[];
  cut: boolean;
  /** Absent if no key was cut, and in data of earlier releases. */
  intact?: number;
}

interface StoredCollection {
  id: number;
  database: string;
  name: string;
  uuid: Binary;
  options: Document;
  indexes: StoredIndex[];
}

/** `unfinished`: indexes that are left out. */
export function encodeCollection(collection: CollectionEntry, unfinished: ReadonlySet<IndexDefinition>): Buffer {
  const stored = {
    id: collection.id,
    database: collection.database,
    name: collection.name,
    uuid: collection.uuid,
    options: collection.options,
    indexes: collection.indexes
      .filter((index) => !unfinished.has(index))
      .map((index) => ({
        id: index.id,
        name: index.name,
        key: exact(index.keyPattern),
        unique: index.unique || undefined,
        sparse: index.sparse || undefined,
        partialFilterExpression: index.partial && exact(index.partial.document),
        expireAfterSeconds: index.expireAfterSeconds,
        multikey: index.multikey,
        ...cutOf(index),
      })),
  };
  return fromDocument(stored);
}

function cutOf({ intact, fields }: IndexDefinition): Pick<StoredIndex, 'cut' | 'intact'> {
  return intact < fields.length ? { cut: true, intact } : { cut: false };
}

function exact(value: RawValue): Document {
  return BSON.deserialize(value.slice(), { promoteValues: false, bsonRegExp: true });
}

export function decodeCollection(bytes: Buffer): CollectionEntry {
  const stored = BSON.deserialize(bytes, { promoteBuffers: false }) as StoredCollection;
  const unpromoted = BSON.deserialize(bytes, { promoteValues: false, bsonRegExp: true }) as StoredCollection;
  return {
    id: stored.id,
    database: stored.database,
    name: stored.name,
    uuid: stored.uuid,
    options: unpromoted.options,
    indexes: stored.indexes.map((index, i) => decodeIndex(index, unpromoted.indexes[i])),
    count: 0,
    dataSize: 0,
    nextRecordNumber: 1,
    dropped: false,
  };
}

function decodeIndex(stored: StoredIndex, exactly: StoredIndex | undefined): IndexDefinition {
  const keyPattern = documentFrom(exactly?.key ?? stored.key);
  const fields = indexFields(keyPattern);
  const partialDocument = exactly?.partialFilterExpression && documentFrom(exactly.partialFilterExpression);
  return {
    id: stored.id,
    name: stored.name,
    keyPattern,
    fields,
    unique: stored.unique ?? false,
    sparse: stored.sparse ?? false,
    ...(partialDocument && { partial: { document: partialDocument, filter: parseFilter(partialDocument) } }),
    ...(stored.expireAfterSeconds !== undefined && { expireAfterSeconds: stored.expireAfterSeconds }),
    multikey: stored.multikey,
    intact: stored.cut ? (stored.intact ?? 0) : fields.length,
    ready: true,
  };
}

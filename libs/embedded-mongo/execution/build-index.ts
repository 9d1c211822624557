import { CommandError, ErrorCode } from '../errors.js';
import {
  ID_INDEX_NAME,
  type IndexDefinition,
  type IndexRequest,
  MAX_INDEXES,
  sameIndex,
  sameKeyPattern,
  sameSignature,
} from '../indexes/index-definition.js';
import { collectionPlan } from '../planning/planner.js';
import { documentFrom } from '../bson/convert.js';
import { MATCH_ALL } from '../query/filter.js';
import { namespaceOf, type CollectionEntry } from '../storage/collection-entry.js';
import type { Steps } from '../storage/commit-queue.js';
import { openSource } from './query-stream.js';
import type { Store } from './store.js';

/** The result of `createIndexes`. */
export interface BuildResult {
  readonly before: number;
  readonly after: number;
  readonly createdCollection: boolean;
}

const ID_KEY = documentFrom({ _id: 1 });

/** Creates indexes and fills them from the existing documents. If one cannot be built, none is kept. */
export function* buildIndexes(
  store: Store,
  database: string,
  name: string,
  requests: readonly IndexRequest[],
): Steps<BuildResult> {
  const existing = store.catalog.find(database, name);
  const collection = existing ?? store.catalog.create(database, name);
  const before = collection.indexes.length;
  const added: IndexDefinition[] = [];
  try {
    for (const request of requests) {
      if (alreadyExists(collection, request)) continue;
      if (collection.indexes.length >= MAX_INDEXES) {
        throw new CommandError(
          ErrorCode.CannotCreateIndex,
          `add index fails, too many indexes for ${namespaceOf(collection)}`,
        );
      }
      added.push(store.catalog.addIndex(collection, request));
    }
    yield* fill(store, collection, added);
  } catch (error) {
    if (isCurrent(store, collection)) for (const index of added) store.catalog.dropIndex(collection, index);
    throw error;
  }
  return { before, after: collection.indexes.length, createdCollection: !existing };
}

function* fill(store: Store, collection: CollectionEntry, indexes: readonly IndexDefinition[]): Steps<void> {
  if (indexes.length === 0 || collection.count === 0) return;
  // Other writes continue in the meantime: they maintain the new indexes, and the scan also finds the documents that
  // they append.
  store.catalog.holdBack(indexes);
  const source = openSource(store, collection, collectionPlan(MATCH_ALL, []));
  for (;;) {
    const candidate = source.next();
    if (!candidate) break;
    source.pause();
    const { document, recordNumber } = candidate;
    for (const index of indexes) if (document) store.records.addToIndex(collection, index, recordNumber, document);
    yield;
    if (collection.dropped)
      throw new CommandError(ErrorCode.QueryPlanKilled, 'collection dropped while its index was built');
    if (!isCurrent(store, collection))
      throw new CommandError(ErrorCode.QueryPlanKilled, 'a commit failed while the index was built; build it again');
  }
  store.catalog.release(collection, indexes);
}

/** False after a failed commit: everything was read again from the disk, without unfinished indexes. */
function isCurrent(store: Store, collection: CollectionEntry): boolean {
  return store.catalog.find(collection.database, collection.name) === collection;
}

function alreadyExists(collection: CollectionEntry, request: IndexRequest): boolean {
  if (sameKeyPattern(request.keyPattern, ID_KEY)) return true;
  if (request.name === ID_INDEX_NAME) {
    throw new CommandError(ErrorCode.BadValue, `The index name '_id_' is reserved for the _id index`);
  }
  for (const index of collection.indexes) {
    const sameName = index.name === request.name;
    if (sameName && sameIndex(index, request)) return true;
    if (sameName) {
      throw new CommandError(
        ErrorCode.IndexKeySpecsConflict,
        `An existing index has the same name as the requested index. When index names are not specified, they are auto generated and can cause conflicts. Please refer to our documentation. Requested index: ${request.name}`,
      );
    }
    if (sameSignature(index, request)) {
      throw new CommandError(
        ErrorCode.IndexOptionsConflict,
        `Index already exists with a different name: ${index.name}`,
      );
    }
  }
  return false;
}

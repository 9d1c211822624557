import { ObjectId } from 'bson';
import { documentValue, ElementReader, findField, type RawValue } from '../bson/raw-value.js';
import { MAX_DOCUMENT_SIZE, validateDocument } from '../bson/validate.js';
import { CommandError, ErrorCode } from '../errors.js';
import { planQuery } from '../planning/planner.js';
import type { SortField } from '../ordering/sort-key.js';
import type { Filter } from '../query/filter.js';
import type { Steps } from '../storage/commit-queue.js';
import { checkIdType, type DocumentUpdate, upsertDocument } from '../updates/document-update.js';
import { type Found, QueryStream } from './query-stream.js';
import { ensureCollection, type Store } from './store.js';

/** The documents that a write selects. */
export interface Selection {
  readonly database: string;
  readonly collection: string;
  readonly filter: Filter;
  readonly sort?: readonly SortField[];
  readonly hint?: RawValue | undefined;
}

function openSelection(store: Store, selection: Selection, limit: number): QueryStream | undefined {
  const collection = store.catalog.find(selection.database, selection.collection);
  if (!collection) return undefined;
  const sort = selection.sort ?? [];
  return new QueryStream(
    store,
    collection,
    planQuery(collection, selection.filter, sort, selection.hint),
    sort,
    0,
    limit,
  );
}

/** The result of updating at most one document. */
export interface ModifyResult {
  readonly before?: Buffer;
  readonly after?: Buffer;
  readonly modified: boolean;
  readonly upsertedId?: RawValue;
}

/**
 * Updates the first document of a selection, or inserts one for an upsert. A single step: no reader sees a partial
 * result.
 */
export function* updateFirst(
  store: Store,
  selection: Selection,
  update: DocumentUpdate,
  upsert: boolean,
): Steps<ModifyResult> {
  const stream = openSelection(store, selection, 1);
  const found = stream && (yield* stream.nextFound());
  stream?.pause();
  const collection = store.catalog.find(selection.database, selection.collection);
  if (found && collection) {
    const after = update.apply(found.document, selection.filter, false);
    const modified = after !== found.document;
    if (modified) store.records.replace(collection, found.recordNumber, found.document, after);
    return { before: found.document, after, modified };
  }
  if (!upsert) return { modified: false };
  const inserted = upsertDocument(update, selection.filter);
  store.records.insert(ensureCollection(store, selection.database, selection.collection), inserted);
  const upsertedId = findField(documentValue(inserted), Buffer.from('_id'));
  return { after: inserted, modified: false, ...(upsertedId && { upsertedId }) };
}

/** Updates every document of a selection, each in a separate step. */
export function* updateAll(
  store: Store,
  selection: Selection,
  update: DocumentUpdate,
): Steps<{ matched: number; modified: number }> {
  let matched = 0;
  let modified = 0;
  // An update can move a document ahead of the scan in the index being read; each document is updated only once.
  const seen = new Set<number>();
  const collection = store.catalog.find(selection.database, selection.collection);
  for (const found of eachFound(openSelection(store, selection, 0))) {
    if (!found) {
      yield;
      continue;
    }
    if (!collection || seen.has(found.recordNumber)) continue;
    seen.add(found.recordNumber);
    const after = update.apply(found.document, selection.filter, false);
    matched++;
    if (after !== found.document) {
      store.records.replace(collection, found.recordNumber, found.document, after);
      modified++;
    }
    yield;
  }
  return { matched, modified };
}

/** Removes the documents of a selection; `limit` 0 for all. Returns the count and the last one removed. */
export function* removeSelected(
  store: Store,
  selection: Selection,
  limit: number,
): Steps<{ removed: number; last?: Buffer }> {
  let removed = 0;
  let last: Buffer | undefined;
  const collection = store.catalog.find(selection.database, selection.collection);
  for (const found of eachFound(openSelection(store, selection, limit))) {
    if (!found) {
      yield;
      continue;
    }
    if (!collection) break;
    store.records.remove(collection, found.recordNumber, found.document);
    removed++;
    last = found.document;
    if (limit !== 1) yield;
  }
  return { removed, ...(last && { last }) };
}

/**
 * The documents that a stream finds. The stream is paused at each, so that it can be written; undefined where other
 * work may run.
 */
function* eachFound(stream: QueryStream | undefined): Generator<Found | undefined, void, void> {
  if (!stream) return;
  for (;;) {
    const steps = stream.nextFound();
    for (;;) {
      const step = steps.next();
      if (step.done) {
        stream.pause();
        if (!step.value) return;
        yield step.value;
        break;
      }
      yield undefined;
    }
  }
}

/** Checks a document from a client and returns it in its stored form: `_id` comes first and is generated if missing. */
export function prepareDocument(document: RawValue): Buffer {
  const { bytes, start, end } = document;
  if (end - start > MAX_DOCUMENT_SIZE) {
    throw new CommandError(
      ErrorCode.BSONObjectTooLarge,
      `object to insert too large. size in bytes: ${end - start}, max size: ${MAX_DOCUMENT_SIZE}`,
    );
  }
  validateDocument(bytes, start, end);
  const reader = new ElementReader(bytes, start);
  let isFirst = true;
  while (reader.next()) {
    if (isId(reader)) {
      checkIdType(reader.value());
      if (isFirst) return document.slice();
      const element = bytes.subarray(reader.nameStart - 1, reader.valueEnd);
      return withFirst(element, [
        bytes.subarray(start + 4, reader.nameStart - 1),
        bytes.subarray(reader.valueEnd, end),
      ]);
    }
    isFirst = false;
  }
  const element = Buffer.concat([Buffer.from([0x07, 0x5f, 0x69, 0x64, 0x00]), new ObjectId().id]);
  return withFirst(element, [bytes.subarray(start + 4, end)]);
}

function isId({ bytes, nameStart, nameEnd }: ElementReader): boolean {
  return (
    nameEnd - nameStart === 3 &&
    bytes[nameStart] === 0x5f &&
    bytes[nameStart + 1] === 0x69 &&
    bytes[nameStart + 2] === 0x64
  );
}

function withFirst(element: Buffer, rest: readonly Buffer[]): Buffer {
  const result = Buffer.concat([Buffer.alloc(4), element, ...rest]);
  result.writeInt32LE(result.length, 0);
  return result;
}

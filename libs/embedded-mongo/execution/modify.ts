import { documentValue, findField, type RawValue } from '../bson/raw-value.js';
import type { SortField } from '../ordering/sort-key.js';
import type { Filter } from '../query/filter.js';
import type { Steps } from '../storage/commit-queue.js';
import type { DocumentUpdate } from '../updates/document-update.js';
import { upsertDocument } from '../updates/upsert.js';
import { ensureCollection } from './collection-access.js';
import { planQuery } from './query-request.js';
import { QueryStream, type Found } from './query-stream.js';
import type { Store } from './store.js';

/** Which documents a write is for. */
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

/** What became of one document, or of none. */
export interface ModifyResult {
  readonly before?: Buffer;
  readonly after?: Buffer;
  readonly modified: boolean;
  readonly upsertedId?: RawValue;
}

/** Updates the first document of a selection, or inserts one for an upsert. All in one step: nobody sees it half done. */
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

/** Updates every document of a selection, each as a step of its own. */
export function* updateAll(
  store: Store,
  selection: Selection,
  update: DocumentUpdate,
): Steps<{ matched: number; modified: number }> {
  let matched = 0;
  let modified = 0;
  // An update can move a document ahead of the scan in the index that is being read; it is updated once.
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

/** Removes the documents of a selection; `limit` 0 for all. Gives the last one removed. */
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

/** The finds of a stream, paused at each so that it can be written; undefined where the stream wants to let others in. */
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

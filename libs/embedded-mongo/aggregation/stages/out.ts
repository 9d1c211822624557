import { BsonType } from '../../bson/bson-type.js';
import { documentValue, fieldsOf, type RawValue } from '../../bson/raw-value.js';
import { checkCollectionName } from '../../commands/command-input.js';
import { CommandError, ErrorCode } from '../../errors.js';
import type { DocumentStream } from '../../execution/query-stream.js';
import { prepareDocument } from '../../execution/modify.js';
import type { Store } from '../../execution/store.js';
import { runSteps, type Steps } from '../../storage/commit-queue.js';
import type { CollectionEntry } from '../../storage/collection-entry.js';

/** Documents per write. */
const CHUNK = 500;

/** The target collection of `$out`. */
export function outTarget(operand: RawValue, database: string): { database: string; name: string } {
  const options = operand.isDocument ? new Map(fieldsOf(operand)) : new Map([['coll', operand]]);
  const name = options.get('coll');
  const other = options.get('db');
  if (name?.type !== BsonType.String || (other && other.type !== BsonType.String)) {
    throw new CommandError(16990, '$out needs a collection name, or an object with db and coll');
  }
  const target = { database: other?.text() ?? database, name: name.text() };
  checkCollectionName(target.database, target.name);
  return target;
}

/** `$out`: replaces all documents of the collection with the results atomically. Its indexes are kept. */
export async function writeOut(
  store: Store,
  stream: DocumentStream,
  target: { database: string; name: string },
): Promise<void> {
  const temporary = `tmp.agg_out.${process.hrtime.bigint().toString(36)}`;
  const collection = await store.commits.submitStep(() => copyOfDefinition(store, target, temporary));
  try {
    for (;;) {
      const chunk = await nextChunk(stream, CHUNK);
      if (chunk.length === 0) break;
      await store.commits.submit(() => insertAll(store, collection, chunk));
    }
    await store.commits.submitStep(() => {
      const old = store.catalog.find(target.database, target.name);
      if (old) store.catalog.drop(old);
      store.catalog.rename(collection, target.database, target.name);
    });
  } catch (error) {
    await store.commits.submitStep(() => store.catalog.drop(collection));
    throw error;
  } finally {
    stream.pause();
    store.cleanUpLater();
  }
}

function copyOfDefinition(
  store: Store,
  target: { database: string; name: string },
  temporary: string,
): CollectionEntry {
  const collection = store.catalog.create(target.database, temporary);
  const indexes = store.catalog.find(target.database, target.name)?.indexes.slice(1) ?? [];
  for (const { id: _id, ready: _ready, ...index } of indexes) {
    store.catalog.addIndex(collection, { ...index, multikey: index.multikey.map(() => false), cut: false });
  }
  return collection;
}

function* insertAll(store: Store, collection: CollectionEntry, documents: readonly Buffer[]): Steps<void> {
  for (const document of documents) {
    if (collection.dropped)
      throw new CommandError(ErrorCode.QueryPlanKilled, 'the target of $out was dropped meanwhile');
    store.records.insert(collection, prepareDocument(documentValue(document)));
    yield;
  }
}

/** The next documents of a stream, at most `size`. */
export async function nextChunk(stream: DocumentStream, size: number): Promise<Buffer[]> {
  return runSteps(
    (function* (): Steps<Buffer[]> {
      const chunk: Buffer[] = [];
      while (chunk.length < size) {
        const document = yield* stream.next();
        if (!document) break;
        chunk.push(document);
      }
      stream.pause();
      return chunk;
    })(),
  );
}

import { BsonType } from '../../bson/bson-type.js';
import { toJs } from '../../bson/convert.js';
import { fieldPath } from '../../bson/field-path.js';
import { documentValue, elementsOf, fieldsOf, type RawValue } from '../../bson/raw-value.js';
import { checkCollectionName } from '../../storage/collection-entry.js';
import { CommandError, ErrorCode } from '../../errors.js';
import { prepareDocument, updateFirst } from '../../execution/modify.js';
import type { DocumentStream } from '../../execution/query-stream.js';
import { ensureCollection, type Store } from '../../execution/store.js';
import type { Filter } from '../../query/filter.js';
import { equality } from '../../query/parse-predicate.js';
import type { CollectionEntry } from '../../storage/collection-entry.js';
import { runSteps, type Steps } from '../../storage/commit-queue.js';
import { parseUpdate, type DocumentUpdate } from '../../updates/document-update.js';
import { valueAt } from '../../query/matched-position.js';
import { ObjectNode, encodeTree } from '../../updates/update-tree.js';
import { compileExpression } from '../../expressions/expression.js';
import type { PipelineContext } from './stage.js';

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
    store.catalog.addIndex(collection, {
      ...index,
      multikey: index.multikey.map(() => false),
      intact: index.fields.length,
    });
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
async function nextChunk(stream: DocumentStream, size: number): Promise<Buffer[]> {
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

/** A parsed `$merge`. */
interface MergeRequest {
  readonly database: string;
  readonly name: string;
  readonly on: readonly string[];
  readonly whenMatched: 'replace' | 'keepExisting' | 'merge' | 'fail' | RawValue;
  readonly whenNotMatched: string;
  readonly letFields: RawValue | undefined;
}

/** Parses a `$merge` and checks that its `on` fields are unique in the target. */
export function parseMerge(operand: RawValue, { store, database }: PipelineContext): MergeRequest {
  const options = operand.isDocument ? new Map(fieldsOf(operand)) : new Map([['into', operand]]);
  const into = options.get('into');
  if (!into) throw new CommandError(40414, "BSON field '$merge.into' is missing but a required field");
  const target = outTarget(into, database);
  checkCollectionName(target.database, target.name);
  const on = options.get('on');
  const fields = !on ? ['_id'] : on.isArray ? elementsOf(on).map((field) => field.text()) : [on.text()];
  const whenMatched = options.get('whenMatched');
  const request: MergeRequest = {
    ...target,
    on: fields,
    whenMatched: whenMatched?.isArray
      ? whenMatched
      : (textOf(whenMatched, 'merge', MATCHED) as MergeRequest['whenMatched']),
    whenNotMatched: textOf(options.get('whenNotMatched'), 'insert', NOT_MATCHED),
    letFields: options.get('let'),
  };
  if (!isUnique(store, request)) {
    throw new CommandError(51183, 'Cannot find index to verify that join fields will be unique');
  }
  return request;
}

const MATCHED = ['replace', 'keepExisting', 'merge', 'fail'];
const NOT_MATCHED = ['insert', 'discard', 'fail'];

function textOf(value: RawValue | undefined, fallback: string, allowed: readonly string[]): string {
  const text = value?.type === BsonType.String ? value.text() : fallback;
  if (!allowed.includes(text)) throw new CommandError(ErrorCode.BadValue, `'${text}' is not a valid $merge mode`);
  return text;
}

function isUnique(store: Store, { database, name, on }: MergeRequest): boolean {
  if (on.length === 1 && on[0] === '_id') return true;
  const wanted = new Set(on);
  const indexes = store.catalog.find(database, name)?.indexes ?? [];
  return indexes.some(
    (index) =>
      index.unique &&
      !index.partial &&
      index.fields.length === wanted.size &&
      index.fields.every(({ path }) => wanted.has(path.text)),
  );
}

/** `$merge`: each result updates or inserts one document of the target. */
export async function writeMerge(
  stream: DocumentStream,
  request: MergeRequest,
  context: PipelineContext,
): Promise<void> {
  const { store } = context;
  await store.commits.submitStep(() => ensureCollection(store, request.database, request.name));
  try {
    for (;;) {
      const chunk = await nextChunk(stream, CHUNK);
      if (chunk.length === 0) return;
      await store.commits.submit(() => mergeAll(chunk, request, context));
    }
  } finally {
    stream.pause();
  }
}

function* mergeAll(documents: readonly Buffer[], request: MergeRequest, context: PipelineContext): Steps<void> {
  for (const bytes of documents) {
    yield* mergeOne(prepareDocument(documentValue(bytes)), request, context);
    yield;
  }
}

function* mergeOne(document: Buffer, request: MergeRequest, context: PipelineContext): Steps<void> {
  const { store } = context;
  const fresh = documentValue(document);
  const filter: Filter = { kind: 'and', filters: request.on.map((field) => onField(field, fresh)) };
  const update = updateFor(request, fresh, context);
  const result = yield* updateFirst(
    store,
    { database: request.database, collection: request.name, filter },
    update,
    false,
  );
  if (result.before) return;
  if (request.whenNotMatched === 'fail') {
    throw new CommandError(
      13113,
      '$merge could not find a matching document in the target collection for at least one document',
    );
  }
  if (request.whenNotMatched === 'insert')
    store.records.insert(ensureCollection(store, request.database, request.name), document);
}

function onField(field: string, document: RawValue): Filter {
  const value = valueAt(document, field);
  if (!value || value.type === BsonType.Null || value.isArray) {
    throw new CommandError(51132, "$merge write error: 'on' field cannot be missing, null, undefined or an array");
  }
  return equality(fieldPath(field), value);
}

function updateFor(request: MergeRequest, fresh: RawValue, context: PipelineContext): DocumentUpdate {
  const { whenMatched, letFields } = request;
  if (typeof whenMatched !== 'string') {
    const bound = letFields
      ? Object.fromEntries(
          fieldsOf(letFields).map(([name, value]) => [name, compileExpression(value, context.variables)(fresh)]),
        )
      : { new: toJs(fresh) };
    return parseUpdate({ update: whenMatched, variables: { ...context.variables, ...bound }, now: context.now });
  }
  switch (whenMatched) {
    case 'replace':
      return parseUpdate({ update: fresh, variables: {}, now: context.now });
    case 'keepExisting':
      return { kind: 'replacement', apply: (document) => document };
    case 'fail':
      return {
        kind: 'operators',
        apply: () => {
          throw duplicateOnMerge(request);
        },
      };
    case 'merge':
      return { kind: 'operators', apply: (document) => merged(document, fresh) };
  }
}

function duplicateOnMerge({ database, name }: MergeRequest): CommandError {
  return new CommandError(
    ErrorCode.DuplicateKey,
    `E11000 duplicate key error collection: ${database}.${name}: $merge found a matching document`,
  );
}

function merged(document: Buffer, fresh: RawValue): Buffer {
  const root = ObjectNode.from(documentValue(document));
  for (const [name, value] of fieldsOf(fresh)) if (name !== '_id') root.set(name, value);
  const result = encodeTree(root);
  return result.equals(document) ? document : result;
}

import type { Document } from 'bson';
import { BsonType } from '../../bson/bson-type.js';
import { fromDocument, toExactJs } from '../../bson/convert.js';
import type { RawValue } from '../../bson/raw-value.js';
import { CommandError, ErrorCode } from '../../errors.js';
import { buildIndexes } from '../../execution/build-index.js';
import { ListStream } from '../../execution/query-stream.js';
import {
  ID_INDEX_NAME,
  type IndexDefinition,
  parseIndexRequest,
  sameKeyPattern,
} from '../../indexes/index-definition.js';
import type { CollectionEntry } from '../../storage/collection-entry.js';
import { reply, type Command } from '../command.js';
import { batchSizeOf, firstBatch } from '../reading/cursors.js';

/** An index as `listIndexes` shows it. */
export function describeIndex(index: IndexDefinition): Document {
  return {
    v: 2,
    key: toExactJs(index.keyPattern),
    name: index.name,
    ...(index.unique && index.name !== ID_INDEX_NAME && { unique: true }),
    ...(index.sparse && { sparse: true }),
    ...(index.partial && { partialFilterExpression: toExactJs(index.partial.document) }),
    ...(index.expireAfterSeconds !== undefined && { expireAfterSeconds: index.expireAfterSeconds }),
  };
}

/** `createIndexes`. */
export const createIndexes: Command = async (input, { store }) => {
  const name = input.collection();
  const specifications = input.list('indexes') ?? [];
  if (specifications.length === 0)
    throw new CommandError(ErrorCode.BadValue, 'Must specify at least one index to create');
  const requests = specifications.map(parseIndexRequest);
  const result = await store.commits.submit(() => buildIndexes(store, input.database, name, requests));
  store.cleanUpLater();
  return reply({
    numIndexesBefore: result.before,
    numIndexesAfter: result.after,
    createdCollectionAutomatically: result.createdCollection,
    ...(result.before === result.after && { note: 'all indexes already exist' }),
  });
};

/** `listIndexes`. */
export const listIndexes: Command = async (input, context) => {
  const name = input.collection();
  const namespace = `${input.database}.${name}`;
  const collection = context.store.catalog.find(input.database, name);
  if (!collection) throw new CommandError(ErrorCode.NamespaceNotFound, `ns does not exist: ${namespace}`);
  const documents = collection.indexes.map((index) => fromDocument(describeIndex(index)));
  return firstBatch(
    { namespace, stream: new ListStream(documents), batchSize: batchSizeOf(input) ?? documents.length + 1 },
    context,
  );
};

/** `dropIndexes`: by name, by key, by several names, or `*` for all except `_id`. */
export const dropIndexes: Command = async (input, { store }) => {
  const name = input.collection();
  const wanted = input.raw('index');
  if (!wanted) throw new CommandError(40414, "BSON field 'dropIndexes.index' is missing but a required field");
  const nIndexesWas = await store.commits.submitStep(() => {
    const collection = store.catalog.find(input.database, name);
    if (!collection) throw new CommandError(ErrorCode.NamespaceNotFound, `ns not found ${input.database}.${name}`);
    const before = collection.indexes.length;
    for (const index of selectIndexes(collection, wanted)) store.catalog.dropIndex(collection, index);
    return before;
  });
  store.cleanUpLater();
  return reply({ nIndexesWas });
};

function selectIndexes(collection: CollectionEntry, wanted: RawValue): IndexDefinition[] {
  if (wanted.type === BsonType.String && wanted.text() === '*') {
    return collection.indexes.filter((index) => index.name !== ID_INDEX_NAME);
  }
  const names = wanted.isArray ? (toExactJs(wanted) as string[]) : undefined;
  const selected = names
    ? names.map((each) => indexNamed(collection, each))
    : [wanted.isDocument ? indexWithKey(collection, wanted) : indexNamed(collection, wanted.text())];
  if (selected.some((index) => index.name === ID_INDEX_NAME)) {
    throw new CommandError(ErrorCode.InvalidOptions, 'cannot drop _id index');
  }
  return selected;
}

function indexNamed(collection: CollectionEntry, name: string): IndexDefinition {
  const index = collection.indexes.find((candidate) => candidate.name === name);
  if (!index) throw new CommandError(ErrorCode.IndexNotFound, `index not found with name [${name}]`);
  return index;
}

function indexWithKey(collection: CollectionEntry, key: RawValue): IndexDefinition {
  const index = collection.indexes.find((candidate) => sameKeyPattern(candidate.keyPattern, key));
  if (!index)
    throw new CommandError(ErrorCode.IndexNotFound, `can't find index with key: ${JSON.stringify(toExactJs(key))}`);
  return index;
}

/** `collMod`: only the expiry of a TTL index can be changed. */
export const collMod: Command = async (input, { store }) => {
  const name = input.collection();
  const change = input.document('index');
  if (!change) {
    for (const option of input.names()) {
      if (['validator', 'validationLevel', 'validationAction', 'viewOn', 'pipeline'].includes(option)) {
        throw new CommandError(
          ErrorCode.NotImplemented,
          `collMod option '${option}' is not supported by the embedded store`,
        );
      }
    }
  }
  const result = await store.commits.submitStep(() => {
    const collection = store.catalog.find(input.database, name);
    if (!collection)
      throw new CommandError(ErrorCode.NamespaceNotFound, `ns does not exist: ${input.database}.${name}`);
    if (!change) return {};
    const request = toExactJs(change) as Document;
    const index = collection.indexes.find((candidate) =>
      request['name'] === undefined
        ? JSON.stringify(toExactJs(candidate.keyPattern)) === JSON.stringify(request['keyPattern'])
        : candidate.name === request['name'],
    );
    if (!index) throw new CommandError(ErrorCode.IndexNotFound, 'cannot find index for collMod');
    const seconds = Number(request['expireAfterSeconds']);
    if (!(seconds >= 0)) throw new CommandError(ErrorCode.InvalidOptions, 'no expireAfterSeconds field');
    const before = index.expireAfterSeconds;
    index.expireAfterSeconds = seconds;
    store.catalog.definitionChanged(collection);
    return { expireAfterSeconds_old: before, expireAfterSeconds_new: seconds };
  });
  return reply(result);
};

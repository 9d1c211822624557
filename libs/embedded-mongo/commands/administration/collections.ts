import { Long, type Document } from 'bson';
import { documentValue } from '../../bson/raw-value.js';
import { fromDocument } from '../../bson/convert.js';
import { CommandError, ErrorCode } from '../../errors.js';
import { ListStream } from '../../execution/query-stream.js';
import { matches } from '../../query/match.js';
import { parseFilter } from '../../query/parse-filter.js';
import { namespaceOf, type CollectionEntry } from '../../storage/collection-entry.js';
import { checkCollectionName } from '../../storage/collection-entry.js';
import { checkCollation, type Command, reply } from '../command.js';
import { batchSizeOf, firstBatch } from '../reading/cursors.js';
import { describeIndex } from './indexes.js';

const REFUSED_AT_CREATE = ['capped', 'timeseries', 'viewOn', 'pipeline', 'clusteredIndex', 'encryptedFields'];

/** `create`. Options that would create another kind of collection are refused. */
export const create: Command = async (input, { store }) => {
  const name = input.collection();
  for (const option of REFUSED_AT_CREATE) {
    if (input.raw(option) && !(option === 'capped' && !input.boolean('capped'))) {
      throw new CommandError(
        ErrorCode.NotImplemented,
        `collection option '${option}' is not supported by the embedded store`,
      );
    }
  }
  if (input.document('validator')) {
    throw new CommandError(
      ErrorCode.NotImplemented,
      "collection option 'validator' is not supported by the embedded store",
    );
  }
  checkCollation(input.document('collation'));
  await store.commits.submitStep(() => {
    if (store.catalog.find(input.database, name)) {
      throw new CommandError(ErrorCode.NamespaceExists, `Collection ${input.database}.${name} already exists.`);
    }
    store.catalog.create(input.database, name);
  });
  return reply({});
};

/** `drop`. */
export const drop: Command = async (input, { store }) => {
  const name = input.collection();
  const dropped = await store.commits.submitStep(() => {
    const collection = store.catalog.find(input.database, name);
    if (collection) store.catalog.drop(collection);
    return collection;
  });
  store.cleanUpLater();
  return dropped ? reply({ nIndexesWas: dropped.indexes.length, ns: namespaceOf(dropped) }) : reply({});
};

/** `dropDatabase`. */
export const dropDatabase: Command = async (input, { store }) => {
  await store.commits.submitStep(() => {
    for (const collection of store.catalog.list(input.database)) store.catalog.drop(collection);
  });
  store.cleanUpLater();
  return reply({ dropped: input.database });
};

/** `renameCollection`. */
export const renameCollection: Command = async (input, { store }) => {
  const [fromDatabase, from] = splitNamespace(input.string('renameCollection'));
  const [toDatabase, to] = splitNamespace(input.string('to'));
  checkCollectionName(toDatabase, to);
  const dropTarget = input.boolean('dropTarget');
  await store.commits.submitStep(() => {
    const collection = store.catalog.find(fromDatabase, from);
    if (!collection)
      throw new CommandError(ErrorCode.NamespaceNotFound, `Source collection ${fromDatabase}.${from} does not exist`);
    const target = store.catalog.find(toDatabase, to);
    if (target === collection)
      throw new CommandError(ErrorCode.IllegalOperation, "Can't rename a collection to itself");
    if (target && !dropTarget) throw new CommandError(ErrorCode.NamespaceExists, 'target namespace exists');
    if (target) store.catalog.drop(target);
    store.catalog.rename(collection, toDatabase, to);
  });
  store.cleanUpLater();
  return reply({});
};

function splitNamespace(namespace: string | undefined): [string, string] {
  const dot = namespace?.indexOf('.') ?? -1;
  if (!namespace || dot <= 0)
    throw new CommandError(ErrorCode.InvalidNamespace, `Invalid namespace specified '${namespace}'`);
  return [namespace.slice(0, dot), namespace.slice(dot + 1)];
}

/** `listCollections`. */
export const listCollections: Command = async (input, context) => {
  const filter = parseFilter(input.document('filter'));
  const nameOnly = input.boolean('nameOnly');
  const documents = context.store.catalog
    .list(input.database)
    .map((collection) => describeCollection(collection, nameOnly))
    .map((description) => fromDocument(description))
    .filter((document) => matches(filter, documentValue(document)));
  return firstBatch(
    {
      namespace: `${input.database}.$cmd.listCollections`,
      stream: new ListStream(documents),
      batchSize: batchSizeOf(input) ?? documents.length + 1,
    },
    context,
  );
};

function describeCollection(collection: CollectionEntry, nameOnly: boolean): Document {
  const short = { name: collection.name, type: 'collection' };
  if (nameOnly) return short;
  const [idIndex] = collection.indexes;
  return {
    ...short,
    options: collection.options,
    info: { readOnly: false, uuid: collection.uuid },
    idIndex: idIndex && describeIndex(idIndex),
  };
}

/** `listDatabases`. */
export const listDatabases: Command = (input, { store }) => {
  const filter = parseFilter(input.document('filter'));
  const nameOnly = input.boolean('nameOnly');
  const names = [...new Set(store.catalog.all().map((collection) => collection.database))].sort();
  const databases = names
    .map((name) => (nameOnly ? { name } : { name, sizeOnDisk: Long.fromNumber(store.dataSize(name)), empty: false }))
    .filter((description) => matches(filter, documentValue(fromDocument(description))));
  if (nameOnly) return reply({ databases });
  const totalSize = names.reduce((sum, name) => sum + store.dataSize(name), 0);
  return reply({
    databases,
    totalSize: Long.fromNumber(totalSize),
    totalSizeMb: Long.fromNumber(Math.floor(totalSize / 2 ** 20)),
  });
};

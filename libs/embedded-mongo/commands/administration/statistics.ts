import type { Document } from 'bson';
import type { Store } from '../../execution/store.js';
import type { CollectionEntry } from '../../storage/collection-entry.js';
import { reply, type Command } from '../command.js';
import { CommandError, ErrorCode } from '../../errors.js';

/** `collStats`. Sizes are those of the documents; the space on disk is shared by all collections. */
export const collStats: Command = (input, { store }) => {
  const name = input.collection();
  const scale = input.count('scale') || 1;
  const collection = store.catalog.find(input.database, name);
  return reply({ ns: `${input.database}.${name}`, ...collectionFigures(collection, scale) });
};

function collectionFigures(collection: CollectionEntry | undefined, scale: number): Document {
  const { count = 0, dataSize = 0 } = collection ?? {};
  const size = Math.floor(dataSize / scale);
  return {
    size,
    count,
    ...(count > 0 && { avgObjSize: Math.floor(dataSize / count) }),
    storageSize: size,
    totalSize: size,
    nindexes: collection?.indexes.length ?? 0,
    capped: false,
    scaleFactor: scale,
  };
}

/** `dbStats`. */
export const dbStats: Command = (input, { store }) => {
  const scale = input.count('scale') || 1;
  const collections = store.catalog.list(input.database);
  const objects = collections.reduce((sum, { count }) => sum + count, 0);
  const bytes = store.dataSize(input.database);
  return reply({
    db: input.database,
    collections: collections.length,
    views: 0,
    objects,
    avgObjSize: objects > 0 ? bytes / objects : 0,
    dataSize: bytes / scale,
    storageSize: bytes / scale,
    indexes: collections.reduce((sum, { indexes }) => sum + indexes.length, 0),
    scaleFactor: scale,
    ...fileFigures(store),
  });
};

function fileFigures(store: Store): Document {
  const statistics = store.environment.root.getStats() as { mapSize?: number };
  return { fsUsedSize: statistics.mapSize ?? 0 };
}

/** `validate`: compares the number of documents and of index entries with the counters. */
export const validate: Command = (input, { store }) => {
  const name = input.collection();
  const collection = store.catalog.find(input.database, name);
  if (!collection) {
    throw new CommandError(
      ErrorCode.NamespaceNotFound,
      `Collection '${input.database}.${name}' does not exist to validate.`,
    );
  }
  const { nrecords, keysPerIndex } = store.countStored(collection);
  const errors =
    nrecords === collection.count ? [] : [`counter says ${collection.count}, but ${nrecords} documents are stored`];
  return reply({
    ns: `${input.database}.${name}`,
    nInvalidDocuments: 0,
    nrecords,
    nIndexes: collection.indexes.length,
    keysPerIndex,
    valid: errors.length === 0,
    warnings: [],
    errors,
  });
};

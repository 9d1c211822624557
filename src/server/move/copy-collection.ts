import { createHash } from 'node:crypto';
import { mongo } from 'mongoose';
import { MOVES } from './move-marks.js';

const { BSON } = mongo;

/** Documents that are written with one command, and their bytes at most. */
const BATCH = 1000;
const BATCH_BYTES = 8_000_000;

/** Values keep their exact types on the way. */
const EXACT = { promoteValues: false, promoteLongs: false, promoteBuffers: false, bsonRegExp: true } as const;

/** How far a collection is copied: kept in the target after each batch. */
export interface CopyProgress {
  readonly _id: string;
  readonly documents: number;
  /** Hash over all documents so far, in the order of their ids. */
  readonly hash: string;
  readonly lastId?: unknown;
  readonly state: 'copying' | 'copied' | 'verified';
}

const NO_HASH = '0'.repeat(64);

/** Types of BSON as values are sorted. */
const TYPE_ORDER = ['number', 'string', 'object', 'binData', 'objectId', 'bool', 'date', 'timestamp', 'regex'];

/**
 * Copies the documents of a collection in the order of their ids, from where an earlier attempt has stopped. Calls
 * `report` after each batch.
 */
export async function copyCollection(
  source: mongo.Db,
  target: mongo.Db,
  name: string,
  report: (documents: number) => void,
): Promise<CopyProgress> {
  const progressOf = target.collection<CopyProgress>(MOVES);
  const _id = `collection ${name}`;
  let progress: CopyProgress = (await progressOf.findOne({ _id })) ?? {
    _id,
    documents: 0,
    hash: NO_HASH,
    state: 'copying',
  };
  if (progress.state !== 'copying') return progress;
  const documents = target.collection(name);
  const rest = await behind(source.collection(name), progress.lastId);
  // The last batch may have been stored without having been noted.
  await documents.deleteMany(rest);
  let writing: Promise<unknown> = Promise.resolve();
  for await (const batch of batches(source.collection(name), rest)) {
    const written = insert(documents, batch);
    let { hash } = progress;
    for (const bytes of batch) hash = chain(hash, bytes);
    const next = { ...progress, documents: progress.documents + batch.length, hash, lastId: idOf(batch.at(-1)!) };
    progress = next;
    await writing;
    // The next batch is read while this one is noted.
    writing = written.then(() => progressOf.replaceOne({ _id }, next, { upsert: true }));
    writing.catch(() => undefined);
    report(next.documents);
  }
  await writing;
  return save(progressOf, { ...progress, state: 'copied' });
}

/** Reads a copied collection again from the target. Throws unless it has what was read from the source. */
export async function verifyCollection(target: mongo.Db, name: string, copied: CopyProgress): Promise<void> {
  if (copied.state === 'verified') return;
  let [count, hash] = [0, NO_HASH];
  for await (const batch of batches(target.collection(name), {})) {
    for (const bytes of batch) hash = chain(hash, bytes);
    count += batch.length;
  }
  if (count !== copied.documents || hash !== copied.hash) {
    throw new Error(
      `The target has other documents in ${name} than the source: ${count} with hash ${hash} instead of ${copied.documents} with ${copied.hash}. Did another program write to it? Drop the target database, and move again`,
    );
  }
  await save(target.collection<CopyProgress>(MOVES), { ...copied, state: 'verified' });
}

async function save(progressOf: mongo.Collection<CopyProgress>, progress: CopyProgress): Promise<CopyProgress> {
  await progressOf.replaceOne({ _id: progress._id }, progress, { upsert: true });
  return progress;
}

/** Documents with an id behind this one. `$gt` alone compares values of one type. */
async function behind(collection: mongo.Collection, lastId: unknown): Promise<mongo.Filter<mongo.Document>> {
  if (lastId === undefined) return {};
  const last = await collection.findOne({}, { sort: { _id: -1 }, projection: { _id: 1 } });
  const type = typeOf(lastId);
  const filter = { _id: { $gt: lastId } } as mongo.Filter<mongo.Document>;
  if (!last || typeOf(last._id) === type) return filter;
  const later = TYPE_ORDER.slice(TYPE_ORDER.indexOf(type) + 1);
  return { $or: [filter, { _id: { $type: later } }] } as unknown as mongo.Filter<mongo.Document>;
}

function typeOf(value: unknown): string {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number' || typeof value === 'bigint') return 'number';
  if (typeof value === 'boolean') return 'bool';
  if (value instanceof Date) return 'date';
  const type = (value as { _bsontype?: string } | undefined)?._bsontype;
  if (type === 'ObjectId') return 'objectId';
  if (type === 'Binary') return 'binData';
  return type === undefined ? 'object' : 'number';
}

/** The BSON of all documents, with the id first. */
async function* batches(
  collection: mongo.Collection,
  filter: mongo.Filter<mongo.Document>,
): AsyncGenerator<Uint8Array[]> {
  const found = collection.find(filter, { raw: true, batchSize: BATCH }).sort({ _id: 1 });
  let [batch, bytes] = [[] as Uint8Array[], 0];
  for await (const document of found) {
    const one = withIdFirst(document as unknown as Uint8Array);
    batch.push(one);
    bytes += one.length;
    if (batch.length < BATCH && bytes < BATCH_BYTES) continue;
    yield batch;
    [batch, bytes] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

const ID_NAME = Buffer.from('_id\0');

/** MongoDB stores the id first, wherever it was sent; the embedded store keeps the order. */
function withIdFirst(document: Uint8Array): Uint8Array {
  if (ID_NAME.equals(document.subarray(5, 9))) return document;
  const { _id, ...rest } = BSON.deserialize(document, EXACT);
  return BSON.serialize({ _id, ...rest });
}

function idOf(document: Uint8Array): unknown {
  return BSON.deserialize(document)._id;
}

async function insert(collection: mongo.Collection, batch: readonly Uint8Array[]): Promise<void> {
  await collection.insertMany(
    batch.map((bytes) => BSON.deserialize(bytes, EXACT)),
    { ordered: false, ignoreUndefined: false },
  );
}

/** The hash over all documents up to this one. */
function chain(hash: string, document: Uint8Array): string {
  return createHash('sha256').update(hash).update(document).digest('hex');
}

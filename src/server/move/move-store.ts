import type { mongo } from 'mongoose';
import { copyCollection, type CopyProgress, verifyCollection } from './copy-collection.js';
import { moveIndexes } from './move-indexes.js';
import { markSource, markTarget, MOVES, targetMark, unmarkTarget } from './move-marks.js';

/** A store, and how it is named to users: without a password. */
export interface NamedStore {
  readonly database: mongo.Db;
  readonly name: string;
}

/** Receives the progress of a move. */
export interface MoveReport {
  /** A line that stays. */
  say(line: string): void;
  /** What is being done just now; replaces the one before. */
  progress(line: string): void;
}

/**
 * Copies all collections from one store to another, verifies them by count and hash, and creates their indexes. When it was
 * interrupted, it continues (behaviour MV1 to MV3).
 */
export async function moveStore(source: NamedStore, target: NamedStore, report: MoveReport): Promise<void> {
  await claimTarget(source, target, report);
  await markSource(source.database, target.name);
  const names = await collectionsOf(source.database);
  const copied = new Map<string, CopyProgress>();
  for (const name of names) {
    const expected = await source.database.collection(name).estimatedDocumentCount();
    const progress = await copyCollection(source.database, target.database, name, (documents) =>
      report.progress(`${name}: ${documents} of about ${expected} documents`),
    );
    copied.set(name, progress);
  }
  for (const [name, progress] of copied) {
    report.progress(`${name}: comparing ${progress.documents} documents`);
    await verifyCollection(target.database, name, progress);
    // Expired documents are deleted as soon as there is an index for them, so these come after the comparison.
    const indexes = await moveIndexes(source.database, target.database, name);
    report.say(`${name}: ${progress.documents} documents, hash ${progress.hash.slice(0, 16)}, ${indexes} indexes`);
  }
  await markSource(source.database, target.name, new Date());
  await unmarkTarget(target.database);
}

/** Marks an empty target as the one of this move, or finds that it is. Throws for a target with other data. */
async function claimTarget(source: NamedStore, target: NamedStore, report: MoveReport): Promise<void> {
  const installation = await installationOf(source);
  const mark = await targetMark(target.database);
  if (mark) {
    if (mark.installation !== installation)
      throw new Error(`Another installation is being moved to ${target.name}. Choose another database`);
    report.say(`Going on with the move that was interrupted`);
    return;
  }
  for (const name of await collectionsOf(target.database)) {
    if (await target.database.collection(name).findOne({}, { projection: { _id: 1 } })) {
      throw new Error(
        `${target.name} is not empty: there are documents in ${name}. Choose another database, or drop it`,
      );
    }
  }
  await markTarget(target.database, { from: source.name, installation });
}

async function installationOf({ database, name }: NamedStore): Promise<string> {
  const first = await database.collection('organizations').findOne({}, { sort: { _id: 1 }, projection: { _id: 1 } });
  if (!first) throw new Error(`There are no data of Carillon in ${name}`);
  return String(first._id);
}

async function collectionsOf(database: mongo.Db): Promise<string[]> {
  const listed = await database.listCollections({}, { nameOnly: true }).toArray();
  return listed
    .map(({ name }) => name)
    .filter((name) => name !== MOVES && !name.startsWith('system.'))
    .toSorted();
}

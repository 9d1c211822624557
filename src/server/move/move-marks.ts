import type { Connection, mongo } from 'mongoose';

/** The collection in which a move notes its progress, in the source and in the target. It is not moved itself. */
export const MOVES = 'moves';

/** In a source: where its data are being moved to, or were moved to. */
interface SourceMark {
  _id: 'source';
  to: string;
  startedAt: Date;
  finishedAt?: Date;
}

/** In a target, until the move is complete: what is being moved into it. */
interface TargetMark {
  _id: 'target';
  from: string;
  /** Identifies the installation: the id of its organization. */
  installation: string;
}

type Marked = Pick<Connection, 'collection'> | mongo.Db;

/**
 * Refuses to start on data that are not complete, or that another store has now: both would send messages twice
 * (behaviour MV4).
 */
export async function assertNotMoved(connection: Marked): Promise<void> {
  const marks = connection.collection<SourceMark | TargetMark>(MOVES);
  const [source, target] = await Promise.all([
    marks.findOne({ _id: 'source' }) as Promise<SourceMark | null>,
    marks.findOne({ _id: 'target' }) as Promise<TargetMark | null>,
  ]);
  if (target) {
    throw new Error(
      `the store is not complete: its data are being moved from ${target.from}. Run \`carillon move\` again; it continues where it was interrupted`,
    );
  }
  if (!source) return;
  const since = (source.finishedAt ?? source.startedAt).toISOString();
  throw new Error(
    source.finishedAt
      ? `the data of this store were moved to ${source.to} at ${since}. Use that store, or go on with this one after \`carillon move --cancel\``
      : `the data of this store are being moved to ${source.to} since ${since}. Run \`carillon move\` again, which continues, or give it up with \`carillon move --cancel\``,
  );
}

export async function markSource(source: mongo.Db, to: string, finishedAt?: Date): Promise<void> {
  await source
    .collection<SourceMark>(MOVES)
    .updateOne(
      { _id: 'source' },
      { $set: { to, ...(finishedAt && { finishedAt }) }, $setOnInsert: { startedAt: new Date() } },
      { upsert: true },
    );
}

/** Lets Carillon start on a source again; returns where it was moved to. */
export async function unmarkSource(source: mongo.Db): Promise<string | undefined> {
  const mark = await source.collection<SourceMark>(MOVES).findOneAndDelete({ _id: 'source' });
  return mark?.to;
}

export async function targetMark(target: mongo.Db): Promise<TargetMark | undefined> {
  return (await target.collection<TargetMark>(MOVES).findOne({ _id: 'target' })) ?? undefined;
}

export async function markTarget(target: mongo.Db, mark: Omit<TargetMark, '_id'>): Promise<void> {
  await target.collection<TargetMark>(MOVES).insertOne({ _id: 'target', ...mark });
}

/** The last step of a move: from now on Carillon starts on the target. */
export async function unmarkTarget(target: mongo.Db): Promise<void> {
  await target.collection(MOVES).drop();
}

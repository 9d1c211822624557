import type { mongo } from 'mongoose';
import { compareIndexes, type IndexDescription } from '../../platform/persistence/compare-indexes.js';

/**
 * Creates the indexes of the source in the target, those that delete expired documents last, and compares them. Nothing is
 * done for those that exist already. Returns how many indexes the source has, without those of ids.
 */
export async function moveIndexes(source: mongo.Db, target: mongo.Db, name: string): Promise<number> {
  const wanted = await indexesOf(source, name);
  const existing = new Set((await indexesOf(target, name)).map((index) => index.name));
  const missing = wanted.filter((index) => !existing.has(index.name));
  const inOrder = missing.toSorted((a, b) => Number(expires(a)) - Number(expires(b)));
  for (const { key, ...options } of inOrder) await target.collection(name).createIndex(key, options);
  const { missing: absent, different } = compareIndexes(await indexesOf(target, name), wanted);
  const wrong = [...absent, ...different];
  if (wrong.length > 0) throw new Error(`The target has other indexes in ${name} than the source: ${wrong.join(', ')}`);
  return wanted.length;
}

/** The indexes of a collection, without that of the ids; none when there is no such collection. */
async function indexesOf(database: mongo.Db, name: string): Promise<IndexDescription[]> {
  const listed = (await database.collection(name).listIndexes().toArray().catch(noneWhenAbsent)) as IndexDescription[];
  return listed
    .filter((index) => index.name !== '_id_')
    .map(({ name: indexName, key, unique, sparse, partialFilterExpression, expireAfterSeconds }) => ({
      name: indexName,
      key,
      ...(unique && { unique }),
      ...(sparse && { sparse }),
      ...(partialFilterExpression && { partialFilterExpression }),
      ...(expireAfterSeconds !== undefined && { expireAfterSeconds }),
    }));
}

function expires({ expireAfterSeconds }: IndexDescription): boolean {
  return expireAfterSeconds !== undefined;
}

const NAMESPACE_NOT_FOUND = 26;

function noneWhenAbsent(error: { code?: unknown }): never[] {
  if (error.code === NAMESPACE_NOT_FOUND) return [];
  throw error as Error;
}

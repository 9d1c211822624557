import { EJSON } from 'bson';
import type { Connection, Types } from 'mongoose';

/** Every document of the store as text, by collection and id. */
export type StoreSnapshot = Map<string, string>;

/** Everything that is stored or, with an environment, what is not another environment's. */
export async function snapshotOf(connection: Connection, environmentId?: Types.ObjectId): Promise<StoreSnapshot> {
  const collections = await connection.listCollections();
  const snapshot: StoreSnapshot = new Map();
  for (const { name } of collections) {
    for (const document of await connection.collection(name).find().toArray()) {
      const owner = document['environmentId'] as Types.ObjectId | undefined;
      if (environmentId && owner && !owner.equals(environmentId)) continue;
      snapshot.set(`${name} ${String(document._id)}`, EJSON.stringify(document));
    }
  }
  return snapshot;
}

/** What is new, gone or different, as lines. */
export function differencesOf(before: StoreSnapshot, after: StoreSnapshot): string[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((key) => before.get(key) !== after.get(key))
    .map((key) => `${key}: ${before.get(key) ?? 'nothing'} → ${after.get(key) ?? 'nothing'}`);
}

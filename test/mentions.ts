import type { Connection } from 'mongoose';
import { mongo } from 'mongoose';

/** Every document of the database, in whatever collection, in which one of these ids stands anywhere: `name: document`. */
export async function findMentions(connection: Connection, ids: readonly string[]): Promise<string[]> {
  const database = connection.db!;
  const mentions: string[] = [];
  for (const { name } of await database.listCollections({}, { nameOnly: true }).toArray()) {
    for await (const document of database.collection(name).find()) {
      const text = mongo.BSON.EJSON.stringify(document);
      if (ids.some((id) => text.includes(id))) mentions.push(`${name}: ${text}`);
    }
  }
  return mentions;
}

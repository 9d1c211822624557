import { type Connection, mongo } from 'mongoose';

/** The collections in which any document has the text somewhere, an id included; looks at every document there is. */
export async function tracesOf(connection: Connection, text: string): Promise<string[]> {
  const collections = await connection.db!.listCollections({}, { nameOnly: true }).toArray();
  const traces: string[] = [];
  for (const { name } of collections) {
    for await (const document of connection.db!.collection(name).find()) {
      if (!mongo.BSON.EJSON.stringify(document).includes(text)) continue;
      traces.push(name);
      break;
    }
  }
  return traces.toSorted();
}

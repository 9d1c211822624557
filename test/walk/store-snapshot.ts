import { EJSON } from 'bson';
import { type Connection, Types } from 'mongoose';

/** A document as text, and the environment it belongs to, if any. */
interface StoredDocument {
  text: string;
  environmentId?: string;
}

/** Left out: a request that is granted has an entry, also when it finds nothing to change. */
const AUDIT = 'audit_entries';

/** Every document of the store but those of the audit trail, by collection and id. */
export type StoreSnapshot = Map<string, StoredDocument>;

export async function snapshotOf(connection: Connection): Promise<StoreSnapshot> {
  const collections = (await connection.listCollections()).filter(({ name }) => name !== AUDIT);
  const documents = await Promise.all(
    collections.map(async ({ name }) => {
      const found = await connection.collection(name).find().toArray();
      return found.map((document): [string, StoredDocument] => {
        const owner: unknown = document['environmentId'];
        const text = EJSON.stringify(document);
        const environmentId = owner instanceof Types.ObjectId && owner.toHexString();
        return [`${name} ${String(document._id)}`, { text, ...(environmentId && { environmentId }) }];
      });
    }),
  );
  return new Map(documents.flat());
}

/** What is new, gone or different, as lines; what belongs to the environment `except` is not looked at. */
export function differencesOf(before: StoreSnapshot, after: StoreSnapshot, except?: string): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [was, is] = [before.get(key), after.get(key)];
    const owner = (is ?? was)?.environmentId;
    if (was?.text === is?.text || (except !== undefined && owner === except)) return [];
    return [`${key}: ${was?.text ?? 'nothing'} → ${is?.text ?? 'nothing'}`];
  });
}

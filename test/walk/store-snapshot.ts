import { EJSON } from 'bson';
import { type Connection, Types } from 'mongoose';

/** A document as text, and the environment it belongs to, if any. */
interface StoredDocument {
  text: string;
  environmentId?: string;
}

/**
 * Left out: a request that is granted has an entry in the audit trail, also when it finds nothing to change; the counters of
 * activity are written up to a second after what they count.
 */
const LEFT_OUT = ['audit_entries', 'activitycounts'];

/** Every document of the store but those of the collections that are left out, by collection and id. */
export type StoreSnapshot = Map<string, StoredDocument>;

export async function snapshotOf(connection: Connection): Promise<StoreSnapshot> {
  const collections = (await connection.listCollections()).filter(({ name }) => !LEFT_OUT.includes(name));
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

import type { Connection, Types } from 'mongoose';
import { type Config, ConfigError } from '../config/config.js';
import type { SecretBox } from './secret-box.js';
import { secretKeyFile } from './secret-key.js';

const ID = 'secret-key';

/** Under which keys stored secrets are encrypted: one, or while it is being changed the old one and the new one. */
interface KeysInUse {
  _id: typeof ID;
  /** Names of keys, as sealed values begin with them. They say nothing about the keys. */
  keyIds: string[];
}

/**
 * Refuses to start with another `SECRET_KEY` than the one that stored secrets are encrypted with: nothing could be sent,
 * and what is new would be encrypted with a key that others do not have. The very first start notes its key, and one
 * with `SECRET_KEY_PREVIOUS` both. Any number of processes may do so at once. Throws {@link ConfigError}.
 */
export async function checkSecretKey(connection: Connection, box: SecretBox, config: Config): Promise<void> {
  const notes = connection.collection<KeysInUse>('secretkeys');
  for (;;) {
    const noted = await notes.findOne({ _id: ID });
    const needed = noted?.keyIds ?? (await ofEarlierRelease(connection, box));
    if (!needed.every((keyId) => box.knows(keyId))) throw new ConfigError(refusal(needed, config));
    if (noted && needed.includes(box.keyId)) return;
    const keyIds = [...new Set([...needed, box.keyId])];
    // Only if nobody else has noted another key meanwhile.
    const { matchedCount, upsertedCount } = await notes
      .updateOne({ _id: ID, keyIds: noted?.keyIds ?? { $exists: false } }, { $set: { keyIds } }, { upsert: !noted })
      .catch(nothingWhenDuplicate);
    if (matchedCount + upsertedCount === 1) return;
  }
}

/** Notes that nothing is encrypted with another key than the present one any more. */
export async function noteKeyChanged(connection: Connection, box: SecretBox): Promise<void> {
  await connection.collection<KeysInUse>('secretkeys').updateOne({ _id: ID }, { $set: { keyIds: [box.keyId] } });
}

/** Data of a release that noted nothing: by the API keys of its environments. */
async function ofEarlierRelease(connection: Connection, box: SecretBox): Promise<string[]> {
  const environments = connection.collection<{ _id: Types.ObjectId; apiKeys?: { sealedKey: string }[] }>(
    'environments',
  );
  const found = await environments.find({}, { projection: { 'apiKeys.sealedKey': 1 } }).toArray();
  const sealed = found.flatMap(({ apiKeys = [] }) => apiKeys.map(({ sealedKey }) => sealedKey));
  const keyIds = [...new Set(sealed.map((value) => value.slice(0, value.indexOf(':'))))];
  const known = keyIds.filter((keyId) => box.knows(keyId));
  // With several, it was changed unnoticed before; the key must fit some.
  return known.length > 0 ? known : keyIds;
}

function refusal(needed: readonly string[], config: Config): string {
  if (needed.length > 1) {
    return 'SECRET_KEY is being changed, and some stored secrets are encrypted with the old key, some with the new one: set SECRET_KEY to the new one and SECRET_KEY_PREVIOUS to the old one, until the log says that the previous one may go';
  }
  if (config.secretKey === undefined) {
    return `The key in ${secretKeyFile(config)} is not the one that stored API keys and credentials are encrypted with: restore the file from a backup of the folder, or set SECRET_KEY to the right one`;
  }
  return 'SECRET_KEY is not the one that stored API keys and credentials are encrypted with: set it to that one again; to change it, set SECRET_KEY_PREVIOUS to that one too';
}

function nothingWhenDuplicate(error: unknown): { matchedCount: number; upsertedCount: number } {
  if ((error as { code?: unknown }).code === 11_000) return { matchedCount: 0, upsertedCount: 0 };
  throw error;
}

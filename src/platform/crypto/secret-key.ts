import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connection, Types } from 'mongoose';
import { type Config, ConfigError } from '../config/config.js';
import type { SecretBox } from './secret-box.js';

/**
 * The key that encrypts secrets at rest: `SECRET_KEY`, or with the embedded store a random one that is generated at the
 * first start and stored next to the data it protects. With an external MongoDB the setting is required, because every
 * process needs the same key. To be called before the embedded store starts: if the store already has data, a missing key
 * file was lost, and a new key could not decrypt anything.
 */
export async function resolveSecretKey(config: Config): Promise<string> {
  if (config.secretKey) return config.secretKey;
  if (config.mongodbUri) {
    throw new ConfigError('SECRET_KEY is required with MONGODB_URI (make one with: openssl rand -hex 32)');
  }
  const file = secretKeyFile(config);
  if ((await readIfThere(file)) === undefined) {
    if (await hasData(join(config.dataDir, 'store'))) {
      throw new ConfigError(
        `The key file ${file} is missing, and the data beside it is encrypted with it. Restore it from a backup of the folder, or set SECRET_KEY to the key that was in it`,
      );
    }
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
    await makeKeyFile(file);
  }
  const key = (await readFile(file, 'utf8')).trim();
  if (key.length < 32) throw new ConfigError(`The key file ${file} is damaged; restore it from a backup`);
  return key;
}

/** Where the key is kept when `SECRET_KEY` is not set. */
export function secretKeyFile({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'secret.key');
}

/** The key is completely on disk before anything is encrypted with it. The first of several processes wins; the others read its key. */
async function makeKeyFile(path: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(randomBytes(32).toString('hex'));
      await file.sync();
    } finally {
      await file.close();
    }
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  await flushFolder(join(path, '..'));
}

async function flushFolder(path: string): Promise<void> {
  // Windows cannot open folders, and does not need this.
  const folder = await open(path, 'r').catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function hasData(folder: string): Promise<boolean> {
  return (await readdir(folder).catch(() => [])).length > 0;
}

const ID = 'secret-key';

/** The keys that stored secrets are encrypted with: one, or the old and the new one during a change of key. */
interface KeysInUse {
  _id: typeof ID;
  /** Ids of keys, as at the beginning of sealed values. They reveal nothing about the keys. */
  keyIds: string[];
}

/**
 * Refuses to start with another `SECRET_KEY` than the one stored secrets are encrypted with: nothing could be sent, and
 * new secrets would be encrypted with a key that other processes do not have. The first start records the id of its key,
 * and a start with `SECRET_KEY_PREVIOUS` both ids. Any number of processes may do so concurrently. Throws
 * {@link ConfigError}.
 */
export async function checkSecretKey(connection: Connection, box: SecretBox, config: Config): Promise<void> {
  const collection = connection.collection<KeysInUse>('secretkeys');
  for (;;) {
    const stored = await collection.findOne({ _id: ID });
    const needed = stored?.keyIds ?? (await keyIdsOfEarlierRelease(connection, box));
    if (!needed.every((keyId) => box.knows(keyId))) throw new ConfigError(refusal(needed, config));
    if (stored && needed.includes(box.keyId)) return;
    const keyIds = [...new Set([...needed, box.keyId])];
    // Only if no other process has recorded another key meanwhile.
    const { matchedCount, upsertedCount } = await collection
      .updateOne({ _id: ID, keyIds: stored?.keyIds ?? { $exists: false } }, { $set: { keyIds } }, { upsert: !stored })
      .catch(nothingWhenDuplicate);
    if (matchedCount + upsertedCount === 1) return;
  }
}

/** Records that everything is now encrypted with the current key. */
export async function recordKeyChange(connection: Connection, box: SecretBox): Promise<void> {
  await connection.collection<KeysInUse>('secretkeys').updateOne({ _id: ID }, { $set: { keyIds: [box.keyId] } });
}

/** For data of a release that did not record key ids: those of the API keys of its environments. */
async function keyIdsOfEarlierRelease(connection: Connection, box: SecretBox): Promise<string[]> {
  const environments = connection.collection<{ _id: Types.ObjectId; apiKeys?: { sealedKey?: string }[] }>(
    'environments',
  );
  const found = await environments.find({}, { projection: { 'apiKeys.sealedKey': 1 } }).toArray();
  const sealed = found.flatMap(({ apiKeys = [] }) => apiKeys.flatMap(({ sealedKey }) => sealedKey ?? []));
  const keyIds = [...new Set(sealed.map((value) => value.slice(0, value.indexOf(':'))))];
  const known = keyIds.filter((keyId) => box.knows(keyId));
  // Several ids: the key was changed before without being recorded. The key must then match one of them.
  return known.length > 0 ? known : keyIds;
}

function refusal(needed: readonly string[], config: Config): string {
  if (needed.length > 1) {
    return 'SECRET_KEY is being changed, and some stored secrets are encrypted with the old key, some with the new one: set SECRET_KEY to the new one and SECRET_KEY_PREVIOUS to the old one, until the log says that the previous one can be removed';
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

import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError } from '../config/config.js';

/**
 * The key that encrypts secrets at rest: `SECRET_KEY`, or on the embedded store a random one that is made at the
 * first start and kept beside the data it protects. With a MongoDB of its own an installation must bring the key,
 * because every process needs the same one. To be called before the embedded store starts: where that has data, a
 * key that is missing was lost, and a new one would open nothing.
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

/** Whole and on disk before anything is encrypted with it. The first of several processes wins; the others read its key. */
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
  // Windows neither opens folders nor needs it.
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

import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError } from '../config/config.js';

/**
 * The key that encrypts secrets at rest: `SECRET_KEY`, or on the embedded store a random one that is made at the
 * first start and kept beside the data it protects. With a MongoDB of its own an installation must bring the key,
 * because every process needs the same one.
 */
export async function resolveSecretKey(config: Config): Promise<string> {
  if (config.secretKey) return config.secretKey;
  if (config.mongodbUri) {
    throw new ConfigError('SECRET_KEY is required with MONGODB_URI (make one with: openssl rand -hex 32)');
  }
  const file = join(config.dataDir, 'secret.key');
  await mkdir(config.dataDir, { recursive: true });
  try {
    // `wx` makes the first of several processes win; the others read what it wrote.
    await writeFile(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const key = (await readFile(file, 'utf8')).trim();
  if (key.length < 32) throw new ConfigError(`The key file ${file} is damaged; restore it from a backup`);
  return key;
}

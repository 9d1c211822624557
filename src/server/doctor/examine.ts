import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import 'reflect-metadata';
import { type Config, ConfigError, loadConfig } from '../../platform/config/config.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { secretKeyFile } from '../../platform/crypto/secret-key.js';
import { readRedis } from '../../platform/queue/redis-facts.js';
import { advice, type Finding, problem } from './finding.js';
import { folderFindings, processFindings } from './machine-findings.js';
import { apiKeyFindings } from './api-key-findings.js';
import { mailFindings } from './mail-findings.js';
import { nameOf, readEmbeddedStore, readMongoDb, type StoreReading } from './read-store.js';
import { redisFindings } from './redis-findings.js';
import { keyFindings, storeFindings } from './store-findings.js';

/** Looks at everything that Carillon depends on, and changes nothing. */
export async function examine(): Promise<Finding[]> {
  let config: Config;
  try {
    config = loadConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message
      .split('\n')
      .map((line) => problem('Settings', line, 'Correct it; docs/settings.md lists all settings'));
  }
  return [
    ...processFindings(process.env),
    ...(await folderFindings(config)),
    ...(await examineStore(config)),
    ...(await examineRedis(config)),
  ];
}

async function examineStore(config: Config): Promise<Finding[]> {
  let reading: StoreReading | undefined;
  try {
    reading = await readStore(config);
  } catch (error) {
    const name = config.mongodbUri === undefined ? 'the embedded store' : nameOf(config.mongodbUri);
    return [
      problem(
        'Store',
        `${name} cannot be read: ${(error as Error).message}`,
        config.mongodbUri === undefined
          ? 'Run this as the user that Carillon runs as; if the data are damaged, restore a backup'
          : 'Compare MONGODB_URI with the address, user and password of MongoDB, and look for a firewall in between',
      ),
    ];
  }
  if (!reading) return [advice('Store', 'there are no data yet', 'Start Carillon once')];
  const secretKey = await readSecretKey(config);
  const keys = keyFindings(reading.facts, secretKey, config.secretKeyPrevious);
  const opens = secretKey !== undefined && keys.every(({ state }) => state === 'ok');
  const mail = opens
    ? await mailFindings(reading.mail, new SecretBox(secretKey, config.secretKeyPrevious), config)
    : [];
  return [...storeFindings(reading.facts), ...keys, ...apiKeyFindings(reading.environments), ...mail];
}

async function readStore(config: Config): Promise<StoreReading | undefined> {
  if (config.mongodbUri !== undefined) return readMongoDb(config.mongodbUri);
  return existsSync(join(resolve(config.dataDir), 'store', 'data.mdb')) ? readEmbeddedStore(config) : undefined;
}

/** The key as a start would find it, without making one. */
async function readSecretKey(config: Config): Promise<string | undefined> {
  if (config.secretKey !== undefined || config.mongodbUri !== undefined) return config.secretKey;
  return (await readFile(secretKeyFile(config), 'utf8').catch(() => undefined))?.trim();
}

async function examineRedis({ redisUrl }: Config): Promise<Finding[]> {
  if (redisUrl === undefined) return [];
  const name = redisUrl.replace(/\/\/[^@/]*@/, '//').replace(/\?.*$/, '');
  try {
    return (await readRedis(redisUrl)).flatMap((facts) => redisFindings(name, facts));
  } catch (error) {
    return [
      problem(
        'Redis',
        `${name} is not reached: ${(error as Error).message}`,
        'Compare REDIS_URL with the address and password of Redis. Until it is back, triggers are stored and delivered later',
      ),
    ];
  }
}

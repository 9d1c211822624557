import { existsSync } from 'node:fs';
import module from 'node:module';
import { join, resolve } from 'node:path';
import type { Config } from './platform/config/config.js';
import { resolveSecretKey } from './platform/crypto/secret-key.js';
import {
  type EmbeddedServices,
  type EmbeddedServicesOptions,
  startEmbeddedServices,
} from './server/embedded/embedded-services.js';
import { assertFolderUsable, markFolder } from './server/data-format/folder-mark.js';
import type { RunningCarillon, Services } from './serve.js';

/** Messages about the embedded parts while they run. */
export type EmbeddedEvents = Pick<EmbeddedServicesOptions, 'onRestart' | 'onExit'>;

/** Starts everything the settings ask for. An embedded part that dies later on is started again. */
export async function startCarillon(config: Config, events: EmbeddedEvents): Promise<RunningCarillon> {
  const dataDir = resolve(config.dataDir);
  const parts = { store: !config.mongodbUri, queue: !config.redisUrl };
  if (parts.store || parts.queue) await assertFolderUsable(dataDir);
  const secretKey = await resolveSecretKey(config);
  if (parts.store || parts.queue) keepCompiled(dataDir);
  const embedding = startEmbeddedParts({ dataDir, ...parts, ...events });
  try {
    // Both take seconds and neither needs the other, so the application is loaded while the child starts.
    const [embedded, { startOn }] = await Promise.all([embedding, import('./serve.js')]);
    const carillon = await startOn(config, { ...addressesOf(config, embedded), secretKey });
    return {
      ...carillon,
      async stop(signal) {
        await carillon.stop(signal);
        await embedded?.stop();
      },
    };
  } catch (error) {
    const embedded = await embedding.catch(() => undefined);
    await embedded?.stop();
    throw error;
  }
}

/**
 * Has Node keep what it compiles, which makes later starts a seventh shorter; Node 20 cannot. Not in a folder that does not
 * exist: Node would make it readable for all.
 */
function keepCompiled(dataDir: string): void {
  const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => unknown };
  if (existsSync(dataDir)) enableCompileCache?.(join(dataDir, 'compiled'));
}

async function startEmbeddedParts(options: EmbeddedServicesOptions): Promise<EmbeddedServices | undefined> {
  if (!options.store && !options.queue) return undefined;
  const services = await startEmbeddedServices(options);
  await markFolder(options.dataDir);
  return services;
}

function addressesOf(config: Config, embedded: EmbeddedServices | undefined): Omit<Services, 'secretKey'> {
  const mongodbUri = config.mongodbUri ?? embedded?.mongodbUri;
  const queueUri = config.redisUrl ?? embedded?.queueUri;
  if (!mongodbUri || !queueUri) throw new Error(`The embedded services in ${join(config.dataDir)} gave no address`);
  return { mongodbUri, queue: { kind: config.redisUrl ? 'redis' : 'postgres', uri: queueUri } };
}

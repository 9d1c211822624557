import { existsSync } from 'node:fs';
import module from 'node:module';
import { join, resolve } from 'node:path';
import type { Config } from '../../platform/config/config.js';
import { resolveSecretKey } from '../../platform/crypto/secret-key.js';
import { removeFormerQueue } from '../embedded/data-folder.js';
import { type EmbeddedStore, type EmbeddedStoreOptions, startEmbeddedStore } from '../embedded/embedded-store.js';
import { assertFolderUsable, markFolder } from '../data-format/folder-mark.js';
import type { RunningCarillon, Services } from './serve.js';

/** Messages about the embedded store while it runs. */
export type EmbeddedEvents = Pick<EmbeddedStoreOptions, 'onRestart' | 'onExit'>;

/** Starts everything the settings ask for. An embedded store that dies later on is started again. */
export async function startCarillon(config: Config, events: EmbeddedEvents): Promise<RunningCarillon> {
  const dataDir = resolve(config.dataDir);
  const isEmbedded = !config.mongodbUri;
  if (isEmbedded) await assertFolderUsable(dataDir);
  const secretKey = await resolveSecretKey(config);
  if (isEmbedded) keepCompiled(dataDir);
  const embedding = isEmbedded ? startEmbedded({ dataDir, ...events }) : undefined;
  try {
    // Both take time and neither needs the other, so the application is loaded while the child starts.
    const [embedded, { startOn }] = await Promise.all([embedding, import('./serve.js')]);
    const mongodbUri = config.mongodbUri ?? embedded!.mongodbUri;
    const queue: Services['queue'] = config.redisUrl ? { kind: 'redis', uri: config.redisUrl } : { kind: 'local' };
    const carillon = await startOn(config, { mongodbUri, queue, secretKey });
    return {
      ...carillon,
      async stop(signal) {
        await carillon.stop(signal);
        await embedded?.stop();
      },
    };
  } catch (error) {
    const embedded = await embedding?.catch(() => undefined);
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

async function startEmbedded(options: EmbeddedStoreOptions): Promise<EmbeddedStore> {
  const store = await startEmbeddedStore(options);
  await markFolder(options.dataDir);
  await removeFormerQueue(options.dataDir);
  return store;
}

import 'reflect-metadata';
import type { Grant } from '../../environments/api-keys/grants.js';
import { print } from '../../platform/command-line/print.js';
import { loadConfig } from '../../platform/config/config.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { checkSecretKey, resolveSecretKey } from '../../platform/crypto/secret-key.js';
import { Logger } from '../../platform/logging/logger.js';
import { RedisPubSub } from '../../platform/queue/redis-pub-sub.js';
import { openStore } from '../commands/open-store.js';
import { KeyCommands } from './key-commands.js';

/** What is done with the keys. */
export type KeysTask =
  | { kind: 'list'; environment?: string; show: boolean }
  | { kind: 'show'; environment: string }
  | { kind: 'create'; environment: string; name?: string; grant: Grant }
  | { kind: 'revoke'; key: string; overlapSeconds: number };

/** Manages API keys on the server itself, for users without a key. */
export async function run(task: KeysTask): Promise<void> {
  const config = loadConfig(process.env);
  const store = await openStore(config);
  const pubSub =
    task.kind === 'revoke' && config.redisUrl
      ? new RedisPubSub(config.redisUrl, config.queuePrefix, new Logger(config))
      : undefined;
  try {
    const box = new SecretBox(await resolveSecretKey(config), config.secretKeyPrevious);
    await checkSecretKey(store.connection, box, config);
    const keys = new KeyCommands(store.connection, box, print, pubSub);
    switch (task.kind) {
      case 'list':
        return await keys.list(task.environment, task.show);
      case 'show':
        return await keys.show(task.environment);
      case 'create':
        return await keys.create(task.environment, task.name, task.grant);
      case 'revoke':
        return await keys.revoke(task.key, task.overlapSeconds);
    }
  } finally {
    await pubSub?.close();
    await store.close();
  }
}

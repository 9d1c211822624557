import 'reflect-metadata';
import { loadConfig } from '../../platform/config/config.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { checkSecretKey, resolveSecretKey } from '../../platform/crypto/secret-key.js';
import { Logger } from '../../platform/logging/logger.js';
import { RedisPubSub } from '../../platform/queue/redis-pub-sub.js';
import { runCommand } from '../commands/command.js';
import { openStore } from '../commands/open-store.js';
import { type Command, readArguments, USAGE } from './arguments.js';
import { KeyCommands } from './key-commands.js';

// Manages API keys on the server itself, for users without a key.
await runCommand(USAGE, readArguments, execute);

async function execute(command: Command, say: (line: string) => void): Promise<void> {
  const config = loadConfig(process.env);
  const store = await openStore(config);
  const pubSub =
    command.kind === 'revoke' && config.redisUrl
      ? new RedisPubSub(config.redisUrl, config.queuePrefix, new Logger(config))
      : undefined;
  try {
    const box = new SecretBox(await resolveSecretKey(config), config.secretKeyPrevious);
    await checkSecretKey(store.connection, box, config);
    const keys = new KeyCommands(store.connection, box, say, pubSub);
    switch (command.kind) {
      case 'list':
        return await keys.list(command.environment, command.show);
      case 'show':
        return await keys.show(command.environment);
      case 'create':
        return await keys.create(command.environment, command.name, command.grant);
      case 'revoke':
        return await keys.revoke(command.key, command.overlapSeconds);
    }
  } finally {
    await pubSub?.close();
    await store.close();
  }
}

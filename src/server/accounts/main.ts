import 'reflect-metadata';
import { loadConfig } from '../../platform/config/config.js';
import { KeyRing, SecretBox } from '../../platform/crypto/secret-box.js';
import { checkSecretKey, resolveSecretKey } from '../../platform/crypto/secret-key.js';
import { Logger } from '../../platform/logging/logger.js';
import { LocalPubSub } from '../../platform/queue/pub-sub.js';
import { RedisPubSub } from '../../platform/queue/redis-pub-sub.js';
import { runCommand } from '../commands/command.js';
import { openStore } from '../commands/open-store.js';
import { AccountCommands } from './account-commands.js';
import { type Command, readArguments, USAGE } from './arguments.js';

// Manages people on the server itself, for those who cannot sign in.
await runCommand(USAGE, readArguments, execute);

async function execute(command: Command, say: (line: string) => void): Promise<void> {
  const config = loadConfig(process.env);
  const store = await openStore(config);
  const notifies = command.kind === 'role' || command.kind === 'remove';
  const pubSub =
    notifies && config.redisUrl
      ? new RedisPubSub(config.redisUrl, config.queuePrefix, new Logger(config))
      : new LocalPubSub();
  try {
    const secretKey = await resolveSecretKey(config);
    await checkSecretKey(store.connection, new SecretBox(secretKey, config.secretKeyPrevious), config);
    const accounts = new AccountCommands(store.connection, { keys: new KeyRing(secretKey), config, pubSub }, say);
    switch (command.kind) {
      case 'create':
        return await accounts.create(command.email, command.role, command.name);
      case 'list':
        return await accounts.list();
      case 'reset':
        return await accounts.reset(command.email, command.secondFactor);
      case 'role':
        return await accounts.changeRole(command.email, command.role);
      case 'remove':
        return await accounts.remove(command.email);
    }
  } finally {
    await pubSub.close();
    await store.close();
  }
}

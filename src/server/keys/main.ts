import 'reflect-metadata';
import { loadConfig } from '../../platform/config/config.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { checkSecretKey, resolveSecretKey } from '../../platform/crypto/secret-key.js';
import { Logger } from '../../platform/logging/logger.js';
import { RedisPubSub } from '../../platform/queue/redis-pub-sub.js';
import { type Command, readArguments, USAGE, UsageError } from './arguments.js';
import { KeyCommands } from './key-commands.js';
import { openStore } from './open-store.js';

// Manages API keys on the server itself, for users without a key.
const EXIT = { failed: 1, wrongUse: 2 };

try {
  await run(readArguments(process.argv.slice(2)));
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  const wrongUse = error instanceof UsageError;
  process.stderr.write(wrongUse ? `${message}\n\n${USAGE}` : `${message}\n`);
  process.exitCode = wrongUse ? EXIT.wrongUse : EXIT.failed;
}

async function run(command: Command): Promise<void> {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  if (command.kind === 'help') return say(USAGE.trimEnd());
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

import { isEmail } from 'class-validator';
import 'reflect-metadata';
import { normalEmail } from '../../accounts/email.js';
import type { Role } from '../../auth/permissions.js';
import { UsageError } from '../../platform/command-line/errors.js';
import { print } from '../../platform/command-line/print.js';
import { loadConfig } from '../../platform/config/config.js';
import { KeyRing, SecretBox } from '../../platform/crypto/secret-box.js';
import { checkSecretKey, resolveSecretKey } from '../../platform/crypto/secret-key.js';
import { Logger } from '../../platform/logging/logger.js';
import { LocalPubSub } from '../../platform/queue/pub-sub.js';
import { RedisPubSub } from '../../platform/queue/redis-pub-sub.js';
import { openStore } from '../commands/open-store.js';
import { AccountCommands } from './account-commands.js';

/** What is done with the accounts. */
export type AccountsTask =
  | { kind: 'create'; email: string; role: Role; name?: string }
  | { kind: 'list' }
  | { kind: 'reset'; email: string; secondFactor: boolean }
  | { kind: 'role'; email: string; role: Role }
  | { kind: 'remove'; email: string };

/** Manages people on the server itself, for those who cannot sign in. */
export async function run(task: AccountsTask): Promise<void> {
  const email = 'email' in task ? readEmail(task.email) : '';
  const config = loadConfig(process.env);
  const store = await openStore(config);
  const notifies = task.kind === 'role' || task.kind === 'remove';
  const pubSub =
    notifies && config.redisUrl
      ? new RedisPubSub(config.redisUrl, config.queuePrefix, new Logger(config))
      : new LocalPubSub(new Logger(config));
  try {
    const secretKey = await resolveSecretKey(config);
    await checkSecretKey(store.connection, new SecretBox(secretKey, config.secretKeyPrevious), config);
    const accounts = new AccountCommands(store.connection, { keys: new KeyRing(secretKey), config, pubSub }, print);
    switch (task.kind) {
      case 'create':
        return await accounts.create(email, task.role, task.name);
      case 'list':
        return await accounts.list();
      case 'reset':
        return await accounts.reset(email, task.secondFactor);
      case 'role':
        return await accounts.changeRole(email, task.role);
      case 'remove':
        return await accounts.remove(email);
    }
  } finally {
    await pubSub.close();
    await store.close();
  }
}

function readEmail(text: string): string {
  if (!isEmail(text)) throw new UsageError(`'${text}' is not a valid email address`);
  return normalEmail(text);
}

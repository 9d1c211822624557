import { Command, InvalidArgumentError } from 'commander';
import { KEY_PERMISSIONS, KEY_PRESETS, type Permission } from '../../auth/permissions.js';
import type { Grant, KeyPreset } from '../../environments/api-keys/grants.js';
import { wholeNumber } from '../../platform/command-line/values.js';
import type { KeysTask } from './run.js';

const ENVIRONMENT = ['--env <name>', 'name, id or identifier of an environment'] as const;
const MAX_OVERLAP_SECONDS = 99_999_999;

/** `carillon keys`. The code that does the work is loaded when it is needed. */
export function keysCommand(run = async (task: KeysTask) => (await import('./run.js')).run(task)): Command {
  const keys = new Command('keys')
    .summary('show, create and revoke API keys')
    .description('Shows and changes API keys on the server itself, whether or not Carillon is running.')
    .addHelpText(
      'after',
      `
Settings are those of Carillon: DATA_DIR, or MONGODB_URI and SECRET_KEY.

Example:
  carillon keys create --env Production --name Shop --permissions trigger`,
    );
  keys
    .command('list')
    .description(
      'Lists environments and their keys: what they may do and when they were last used. Keys with a name are shown only when they are created.',
    )
    .option(...ENVIRONMENT)
    .option('--show', 'whole keys instead of their beginnings and ends')
    .action(({ env, show = false }) => run({ kind: 'list', environment: env, show }));
  keys
    .command('show')
    .description('Prints a key of the environment and nothing else: the oldest one without an end.')
    .requiredOption(...ENVIRONMENT)
    .action(({ env }) => run({ kind: 'show', environment: env }));
  keys
    .command('create')
    .description('Creates another key for an environment, and prints it.')
    .requiredOption(...ENVIRONMENT)
    .option('--name <name>', 'a name of at most 64 characters', readName)
    .option(
      '--permissions <list>',
      `${Object.keys(KEY_PRESETS).join(', ')} or a list such as workflows:write,environments:publish`,
      readGrant,
      'full',
    )
    .action(({ env, name, permissions }) => run({ kind: 'create', environment: env, name, grant: permissions }));
  keys
    .command('revoke')
    .description('Revokes a key. Running processes notice over Redis; without Redis, within API_KEY_CACHE_SECONDS.')
    .argument('<id>', 'the ID of the key, as list shows it, or the key itself')
    .option('--overlap-seconds <n>', 'how long the key still works', wholeNumber(0, MAX_OVERLAP_SECONDS), 0)
    .action((key: string, { overlapSeconds }) => run({ kind: 'revoke', key, overlapSeconds }));
  return keys;
}

function readName(text: string): string {
  if (/^(?=.*\S)[^\p{Cc}]{1,64}$/u.test(text)) return text;
  throw new InvalidArgumentError('It must be a text of at most 64 characters.');
}

function readGrant(text: string): Grant {
  if (text in KEY_PRESETS) return text as KeyPreset;
  const words = text.split(',').map((word) => word.trim());
  const unknown = words.find((word) => !(KEY_PERMISSIONS as readonly string[]).includes(word));
  if (unknown === undefined) return words as Permission[];
  throw new InvalidArgumentError(
    `There is no permission '${unknown}'. It must be ${Object.keys(KEY_PRESETS).join(', ')} or a list of ${KEY_PERMISSIONS.join(', ')}.`,
  );
}

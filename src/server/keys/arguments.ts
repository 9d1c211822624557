import { KEY_PERMISSIONS, KEY_PRESETS, type Permission } from '../../auth/permissions.js';
import type { Grant, KeyPreset } from '../../environments/api-keys/grants.js';
import { type Help, parseWords, refuse, UsageError } from '../commands/command.js';

export const USAGE = `Shows and changes API keys, on the server itself; works whether or not Carillon is running.

  npm run keys -- list [--env NAME] [--show]
      The environments and their keys, with what they may do and when they were last used; with --show as they are,
      otherwise their beginnings and ends. Keys with a name are shown only when they are made.
  npm run --silent keys -- show --env NAME
      A key of the environment and nothing else, for scripts: the oldest one that has no end.
  npm run keys -- create --env NAME [--name NAME] [--permissions full|read|trigger|LIST]
      Makes one more key for an environment, and prints it. Without --permissions it may do everything. A list is written
      with commas, such as workflows:write,environments:publish.
  npm run keys -- revoke ID [--overlap-seconds N]
      Withdraws the key with this ID of the list, or this key itself: immediately, or after N seconds. Running processes
      notice over Redis, and without Redis within API_KEY_CACHE_SECONDS.

  --env       name, id or identifier of an environment
  --help      shows this

Settings are those of Carillon: DATA_DIR, or MONGODB_URI and SECRET_KEY.
`;

/** The command to execute. */
export type Command =
  | { kind: 'list'; environment?: string; show: boolean }
  | { kind: 'show'; environment: string }
  | { kind: 'create'; environment: string; name: string | undefined; grant: Grant }
  | { kind: 'revoke'; key: string; overlapSeconds: number };

const OPTIONS = {
  env: { type: 'string' },
  show: { type: 'boolean' },
  'overlap-seconds': { type: 'string' },
  name: { type: 'string' },
  permissions: { type: 'string' },
  help: { type: 'boolean' },
} as const;

/** Throws {@link UsageError}. */
export function readArguments(words: readonly string[]): Command | Help {
  const { values, positionals } = parseWords(words, OPTIONS);
  const [kind, ...rest] = positionals;
  if (values.help) return { kind: 'help' };
  const { env, show, name, permissions, 'overlap-seconds': overlap } = values;
  switch (kind) {
    case 'list':
      refuse({ 'overlap-seconds': overlap, name, permissions }, rest);
      return { kind, environment: env, show: show ?? false };
    case 'show':
      refuse({ show, 'overlap-seconds': overlap, name, permissions }, env === undefined ? [] : rest);
      return { kind, environment: needed(kind, env) };
    case 'create':
      refuse({ show, 'overlap-seconds': overlap }, env === undefined ? [] : rest);
      return { kind, environment: needed(kind, env), name: nameOf(name), grant: grantOf(permissions) };
    case 'revoke': {
      const [key, ...more] = rest;
      refuse({ env, show, name, permissions }, more);
      if (key === undefined) throw new UsageError('revoke needs the ID of a key, as list shows it');
      return { kind, key, overlapSeconds: secondsOf(overlap) };
    }
    case undefined:
      throw new UsageError('Say what is to be done: list, show, create or revoke');
    default:
      throw new UsageError(`There is no command '${kind}'`);
  }
}

function needed(kind: string, environment: string | undefined): string {
  if (environment === undefined) throw new UsageError(`${kind} needs --env NAME`);
  return environment;
}

function nameOf(text: string | undefined): string | undefined {
  if (text !== undefined && !/^(?=.*\S)[^\p{Cc}]{1,64}$/u.test(text))
    throw new UsageError('--name must be a text of at most 64 characters');
  return text;
}

function grantOf(text = 'full'): Grant {
  if (text in KEY_PRESETS) return text as KeyPreset;
  const words = text.split(',').map((word) => word.trim());
  const unknown = words.find((word) => !(KEY_PERMISSIONS as readonly string[]).includes(word));
  if (unknown === undefined) return words as Permission[];
  throw new UsageError(
    `--permissions must be ${Object.keys(KEY_PRESETS).join(', ')} or a list of ${KEY_PERMISSIONS.join(', ')}; not '${unknown}'`,
  );
}

function secondsOf(text: string | undefined): number {
  if (text === undefined) return 0;
  if (!/^\d{1,8}$/.test(text)) throw new UsageError('--overlap-seconds must be a whole number');
  return Number(text);
}

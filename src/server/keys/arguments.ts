import { parseArgs } from 'node:util';

export const USAGE = `Shows and changes API keys, on the server itself; works whether or not Carillon is running.

  npm run keys -- list [--env NAME] [--show]
      The environments and their keys; with --show as they are, otherwise their beginnings and ends.
  npm run --silent keys -- show --env NAME
      A key of the environment and nothing else, for scripts: the oldest one that has no end.
  npm run keys -- create --env NAME
      Makes one more key for an environment, and prints it.
  npm run keys -- revoke ID [--overlap-seconds N]
      Withdraws the key with this ID of the list, or this key itself: immediately, or after N seconds. Running processes
      notice over Redis, and without Redis within API_KEY_CACHE_SECONDS.

  --env       name, id or identifier of an environment
  --help      shows this

Settings are those of Carillon: DATA_DIR, or MONGODB_URI and SECRET_KEY.
`;

/** The arguments are not valid; the message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command to execute. */
export type Command =
  | { kind: 'help' }
  | { kind: 'list'; environment?: string; show: boolean }
  | { kind: 'show'; environment: string }
  | { kind: 'create'; environment: string }
  | { kind: 'revoke'; key: string; overlapSeconds: number };

const OPTIONS = {
  env: { type: 'string' },
  show: { type: 'boolean' },
  'overlap-seconds': { type: 'string' },
  help: { type: 'boolean' },
} as const;

/** Throws {@link UsageError}. */
export function readArguments(words: readonly string[]): Command {
  const { values, positionals } = parse(words);
  const [kind, ...rest] = positionals;
  if (values.help) return { kind: 'help' };
  const { env, show, 'overlap-seconds': overlap } = values;
  switch (kind) {
    case 'list':
      refuse({ 'overlap-seconds': overlap }, rest);
      return { kind, environment: env, show: show ?? false };
    case 'show':
    case 'create':
      if (env === undefined) throw new UsageError(`${kind} needs --env NAME`);
      refuse({ show, 'overlap-seconds': overlap }, rest);
      return { kind, environment: env };
    case 'revoke': {
      const [key, ...more] = rest;
      refuse({ env, show }, more);
      if (key === undefined) throw new UsageError('revoke needs the ID of a key, as list shows it');
      return { kind, key, overlapSeconds: secondsOf(overlap) };
    }
    case undefined:
      throw new UsageError('Say what is to be done: list, show, create or revoke');
    default:
      throw new UsageError(`There is no command '${kind}'`);
  }
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function refuse(options: Record<string, unknown>, words: readonly string[]): void {
  const [option] = Object.entries(options).find(([, value]) => value !== undefined) ?? [];
  if (option !== undefined) throw new UsageError(`--${option} does not belong to this command`);
  if (words.length > 0) throw new UsageError(`'${words.join(' ')}' is too much`);
}

function secondsOf(text: string | undefined): number {
  if (text === undefined) return 0;
  if (!/^\d{1,8}$/.test(text)) throw new UsageError('--overlap-seconds must be a whole number');
  return Number(text);
}

import { parseArgs } from 'node:util';
import { isUrl } from '#libs/url/is-url.js';

/** What is imported, in this order: later kinds name earlier ones. */
export const KINDS = [
  'environments',
  'variables',
  'integrations',
  'contexts',
  'tenants',
  'workflows',
  'subscribers',
  'channels',
  'topics',
  'preferences',
] as const;

export type Kind = (typeof KINDS)[number];

/** A server and the environment in it that its key is for. */
export interface Endpoint {
  url: string;
  apiKey: string;
}

/** A server and the environments in it that its keys are for, one each. */
export interface Server {
  url: string;
  apiKeys: readonly string[];
}

/** The parsed command line. */
export interface Arguments {
  from: Server;
  to: Server;
  /** Shows what would be done, and does nothing. */
  planOnly: boolean;
  kinds: readonly Kind[];
  /** Requests to each server at the same time. */
  concurrency: number;
}

/** The command line, or the environment of the process, lacks something or is invalid. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const DEFAULT_CONCURRENCY = 8;
const MAX_CONCURRENCY = 64;

export const USAGE = `Usage: npm run import -- --from URL --to URL [OPTIONS]

Reads environments of a Novu-compatible server and writes what differs to environments of Carillon. It shows the
plan first. It may be repeated, also after it was interrupted: what is equal already is not written again, and what only
the target has stays.

  --from URL         address of the server that is read (FROM_URL)
  --to URL           address of Carillon (TO_URL, http://127.0.0.1:3000)
  --from-key KEY     API key of an environment that is read (FROM_KEY)
  --to-key KEY       API key of an environment that is written (TO_KEY)
  --plan             only shows the plan
  --only KINDS       only these, separated by commas: ${KINDS.join(', ')}
  --concurrency N    requests to each server at the same time (${DEFAULT_CONCURRENCY})

With several keys on both sides, separated by commas or given several times, each environment is imported into the one of
the same name. With one key on both sides the names may differ.

Other users of the machine can see the arguments of a command: prefer FROM_KEY and TO_KEY.

Ends with 0 when all is well, 1 when something could not be imported, 2 when something went wrong.
`;

const OPTIONS = {
  from: { type: 'string' },
  'from-key': { type: 'string', multiple: true },
  to: { type: 'string' },
  'to-key': { type: 'string', multiple: true },
  plan: { type: 'boolean' },
  only: { type: 'string' },
  concurrency: { type: 'string' },
} as const;

/** Parses the arguments after the program's name. Throws {@link UsageError}. */
export function readArguments(words: string[], variables: NodeJS.ProcessEnv): Arguments {
  const values = parsed(words);
  return {
    from: {
      url: addressOf('--from', values.from ?? variables['FROM_URL']),
      apiKeys: keysOf('--from-key', 'FROM_KEY', values['from-key'] ?? variables['FROM_KEY']),
    },
    to: {
      url: addressOf('--to', values.to ?? variables['TO_URL'] ?? 'http://127.0.0.1:3000'),
      apiKeys: keysOf('--to-key', 'TO_KEY', values['to-key'] ?? variables['TO_KEY']),
    },
    planOnly: values.plan ?? false,
    kinds: kindsOf(values.only),
    concurrency: concurrencyOf(values.concurrency),
  };
}

function parsed(words: string[]) {
  try {
    return parseArgs({ args: words, options: OPTIONS }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function addressOf(option: string, url: string | undefined): string {
  if (!url) throw new UsageError(`${option} is missing: the address of the server`);
  if (!isUrl(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new UsageError(`'${url}' is no address: it must begin with http:// or https://`);
  }
  // Clients are given the address with or without the version.
  return url.replace(/\/+$/, '').replace(/\/v[12]$/, '');
}

function keysOf(option: string, variable: string, given: string | string[] | undefined = []): string[] {
  const keys = [given].flat().flatMap((one) => one.split(/[\s,]+/).filter((key) => key !== ''));
  if (keys.length === 0) throw new UsageError(`An API key is missing: set ${variable} or give ${option}`);
  return keys;
}

function kindsOf(only: string | undefined): readonly Kind[] {
  if (only === undefined) return KINDS;
  const named = only.split(',').map((kind) => kind.trim());
  const unknown = named.find((kind) => !KINDS.some((known) => known === kind));
  if (unknown !== undefined) throw new UsageError(`'${unknown}' is no kind: there are ${KINDS.join(', ')}`);
  return KINDS.filter((kind) => named.includes(kind));
}

function concurrencyOf(text: string | undefined): number {
  if (text === undefined) return DEFAULT_CONCURRENCY;
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= MAX_CONCURRENCY) return number;
  throw new UsageError(`--concurrency must be a number from 1 to ${MAX_CONCURRENCY}`);
}

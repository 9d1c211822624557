import { parseArgs } from 'node:util';
import { isUrl } from '#libs/url/is-url.js';

export const COMMANDS = ['pull', 'diff', 'push'] as const;

/** The parsed command line. */
export interface Arguments {
  command: (typeof COMMANDS)[number];
  dir: string;
  environment: string;
  url: string;
  apiKey: string;
  /** Also deletes resources that the folder lacks. */
  deletes: boolean;
  /** Push succeeds even when a stored workflow has an issue that keeps it from being delivered. */
  allowsIssues: boolean;
}

/** The command line, or the environment of the process, lacks something or is invalid. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const USAGE = `Usage: npm run workflows -- pull|diff|push DIR --env NAME [OPTIONS]

  pull  writes the workflows and layouts of the environment into DIR
  diff  shows what push would change
  push  makes the environment hold what DIR does, and lists what is wrong with it

  --env NAME      the environment: its name, identifier, slug or internal id
  --url URL       address of Carillon (CARILLON_URL, http://127.0.0.1:3000)
  --key KEY       an API key; to push to a protected environment, one of its own (CARILLON_API_KEY)
  --delete        diff and push: what DIR lacks is deleted
  --allow-issues  push: workflows may have issues that keep them from being delivered

Ends with 0 when all is well. 1: diff, when something differs; push, when everything is stored, but a workflow has an
issue that keeps it from being delivered. 2: something went wrong.
`;

const OPTIONS = {
  env: { type: 'string' },
  url: { type: 'string' },
  key: { type: 'string' },
  delete: { type: 'boolean' },
  'allow-issues': { type: 'boolean' },
} as const;

/** Parses the arguments after the program's name. Throws {@link UsageError}. */
export function readArguments(words: string[], variables: NodeJS.ProcessEnv): Arguments {
  const { values, positionals } = parsed(words);
  const [command, dir, ...rest] = positionals;
  const known = COMMANDS.find((one) => one === command);
  if (known === undefined || dir === undefined || rest.length > 0) {
    throw new UsageError('A command (pull, diff or push) and one folder are needed');
  }
  if (!values.env) throw new UsageError('--env is missing: which environment?');
  const apiKey = values.key ?? variables['CARILLON_API_KEY'];
  if (!apiKey) throw new UsageError('An API key is missing: set CARILLON_API_KEY or give --key');
  return {
    command: known,
    dir,
    environment: values.env,
    url: addressOf(values.url ?? variables['CARILLON_URL'] ?? 'http://127.0.0.1:3000'),
    apiKey,
    deletes: values.delete ?? false,
    allowsIssues: values['allow-issues'] ?? false,
  };
}

function parsed(words: string[]) {
  try {
    return parseArgs({ args: words, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function addressOf(url: string): string {
  if (!isUrl(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new UsageError(`'${url}' is no address: it must begin with http:// or https://`);
  }
  return url.replace(/\/+$/, '');
}

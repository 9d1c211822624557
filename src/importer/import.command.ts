import { Command, InvalidArgumentError, Option } from 'commander';
import { UsageError } from '../platform/command-line/errors.js';
import { print } from '../platform/command-line/print.js';
import { readSecret, type SecretSource } from '../platform/command-line/secret.js';
import { httpAddress, wholeNumber } from '../platform/command-line/values.js';
import { EXIT, type Import, type Kind, KINDS } from './import.js';

const DEFAULT_CONCURRENCY = 8;
const MAX_CONCURRENCY = 64;

interface Options {
  from: string;
  to: string;
  plan?: boolean;
  only: readonly Kind[];
  concurrency: number;
}

/** `carillon import`. The code that does the work is loaded when it is needed. */
export function importCommand(
  run = async (task: Import) => (await import('./run.js')).run(task, print),
  variables = process.env,
): Command {
  const keys = (variable: string, what: string) => readKeys({ variable, what }, variables);

  return new Command('import')
    .summary('copy environments of a Novu-compatible server')
    .description(
      'Reads environments of a Novu-compatible server and writes what differs to environments of Carillon. It shows the plan first. It may be repeated, also after an interruption: equal resources are not written again, and what only the target has stays.',
    )
    .addOption(
      new Option('--from <url>', 'address of the server that is read')
        .env('FROM_URL')
        .argParser(serverAddress)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--to <url>', 'address of Carillon')
        .env('TO_URL')
        .argParser(serverAddress)
        .default('http://127.0.0.1:3000'),
    )
    .option('--plan', 'only show the plan')
    .option('--only <kinds>', `only these, separated by commas: ${KINDS.join(', ')}`, readKinds, KINDS)
    .option(
      '--concurrency <n>',
      'simultaneous requests to each server',
      wholeNumber(1, MAX_CONCURRENCY),
      DEFAULT_CONCURRENCY,
    )
    .addHelpText(
      'after',
      `
API keys come from the environment variables FROM_KEY and TO_KEY; on a terminal you are asked for a missing one. With
several keys on both sides, separated by commas, each environment is imported into the one of the same name. With one key on
both sides the names may differ.

Exits with 0 when all is well, 1 when something could not be imported, 2 when the import could not be carried out.

Example:
  export FROM_KEY=… TO_KEY=…
  carillon import --from https://novu.example.com --to http://127.0.0.1:3000 --plan`,
    )
    .action(async ({ from, to, plan = false, only, concurrency }: Options) => {
      const task = {
        from: { url: from, apiKeys: await keys('FROM_KEY', 'an API key of an environment that is read') },
        to: { url: to, apiKeys: await keys('TO_KEY', 'an API key of an environment that is written') },
        planOnly: plan,
        kinds: only,
        concurrency,
      };
      // Unless it comes to its end.
      process.exitCode = EXIT.failed;
      process.exitCode = await run(task);
    });
}

/** Clients are given the address with or without the version. */
function serverAddress(text: string): string {
  return httpAddress(text).replace(/\/v[12]$/, '');
}

async function readKeys(source: SecretSource, variables: NodeJS.ProcessEnv): Promise<string[]> {
  const keys = (await readSecret(source, variables)).split(/[\s,]+/).filter((key) => key !== '');
  if (keys.length === 0) throw new UsageError(`${source.variable} has no key. It must be ${source.what}`);
  return keys;
}

function readKinds(text: string): readonly Kind[] {
  const named = text.split(',').map((kind) => kind.trim());
  const unknown = named.find((kind) => !KINDS.some((known) => known === kind));
  if (unknown !== undefined) throw new InvalidArgumentError(`There is no kind '${unknown}'.`);
  return KINDS.filter((kind) => named.includes(kind));
}

import { Command, Option } from 'commander';
import { print } from '../../platform/command-line/print.js';
import { readSecret } from '../../platform/command-line/secret.js';
import { httpAddress } from '../../platform/command-line/values.js';
import { EXIT, type FilesTask } from './task.js';

interface Options {
  env: string;
  url: string;
  delete?: boolean;
  allowIssues?: boolean;
}

const API_KEY = { variable: 'CARILLON_API_KEY', what: 'an API key of the environment' };
const DELETE = ['--delete', 'delete what the folder lacks'] as const;

/** `carillon workflows`. The code that does the work is loaded when it is needed. */
export function workflowsCommand(
  run = async (task: FilesTask) => (await import('./run.js')).run(task, print),
  variables = process.env,
): Command {
  const workflows = new Command('workflows')
    .summary('keep workflows and layouts in files')
    .description(
      'Keeps workflows and layouts in files: reads them from an environment of any Carillon, checks them, shows differences, and writes them back.',
    )
    .addHelpText(
      'after',
      `
The API key comes from the environment variable CARILLON_API_KEY; on a terminal you are asked for a missing one. To push to a
protected environment, it must be a key of that environment.

Example:
  export CARILLON_API_KEY=…
  carillon workflows pull notifications --env Development --url https://carillon.example.com`,
    );
  /** The options that all of them have. */
  const command = (kind: FilesTask['kind'], description: string) =>
    workflows
      .command(kind)
      .description(description)
      .argument('<dir>', 'folder of the files')
      .requiredOption('--env <name>', 'the environment: its name, identifier, slug or id')
      .addOption(
        new Option('--url <url>', 'address of Carillon')
          .env('CARILLON_URL')
          .argParser(httpAddress)
          .default('http://127.0.0.1:3000'),
      )
      .action(async (dir: string, { env, url, delete: deletes = false, allowIssues = false }: Options) => {
        const apiKey = await readSecret(API_KEY, variables);
        // Unless it comes to its end.
        process.exitCode = EXIT.failed;
        process.exitCode = await run({ kind, dir, environment: env, url, apiKey, deletes, allowsIssues: allowIssues });
      });
  command('pull', 'Writes the workflows and layouts of the environment into the folder.');
  command(
    'diff',
    'Shows what push would change. Exits with 0 when nothing differs, 1 when something does, 2 when it failed.',
  ).option(...DELETE);
  command(
    'push',
    'Makes the environment equal to the folder, and lists the issues of its workflows. Exits with 1 when everything is stored, but an issue prevents the delivery of a workflow, and with 2 when it failed.',
  )
    .option(...DELETE)
    .option('--allow-issues', 'exit with 0 in spite of such issues');
  command(
    'check',
    'Looks for what readers would stumble over in the workflows of the folder, such as dead links, if the environment sent them. Needs the permission workflows:read. Exits with 1 when it finds an error, and with 2 when it failed.',
  );
  return workflows;
}

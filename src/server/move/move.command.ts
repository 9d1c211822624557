import { Command, InvalidArgumentError, Option } from 'commander';
import { UsageError } from '../../platform/command-line/errors.js';
import type { MoveTask } from './run.js';

interface Options {
  to?: string;
  from?: string;
  cancel?: boolean;
  stopped?: boolean;
}

/** `carillon move`. The code that does the work is loaded when it is needed. */
export function moveCommand(run = async (task: MoveTask) => (await import('./run.js')).run(task)): Command {
  return new Command('move')
    .summary('move all data to MongoDB, or back')
    .description(
      'Moves everything from the embedded store of DATA_DIR to an empty database of MongoDB, or from MongoDB to an empty DATA_DIR. Carillon must not run meanwhile.',
    )
    .addOption(
      new Option('--to <uri>', 'move the embedded store to this database')
        .argParser(readUri)
        .conflicts(['from', 'cancel', 'stopped']),
    )
    .option('--from <uri>', 'move this database to the embedded store', readUri)
    .option('--stopped', 'with --from: you have stopped all processes of Carillon, on other machines too')
    .addOption(
      new Option(
        '--cancel',
        'let Carillon use the embedded store, or the database of --from, again after a move',
      ).conflicts('stopped'),
    )
    .addHelpText(
      'after',
      `
A move that was interrupted continues when it is run again. At the end it has compared all collections by count and hash,
and their indexes. Attachments are files: they stay where they are.

Examples:
  carillon move --to mongodb://localhost/carillon
  carillon move --from mongodb://localhost/carillon --stopped
  carillon move --cancel`,
    )
    .action((options: Options) => run(taskOf(options)));
}

function taskOf({ to, from, cancel, stopped }: Options): MoveTask {
  if (cancel) return { kind: 'cancel', uri: from };
  if (to !== undefined) return { kind: 'to', uri: to };
  if (from === undefined) throw new UsageError('Say where: --to or --from an address of MongoDB');
  if (!stopped) throw new UsageError('Stop all processes of Carillon, then add --stopped: it cannot be seen from here');
  return { kind: 'from', uri: from };
}

function readUri(text: string): string {
  if (/^mongodb(\+srv)?:\/\/./.test(text)) return text;
  throw new InvalidArgumentError('An address of MongoDB begins with mongodb:// or mongodb+srv://.');
}

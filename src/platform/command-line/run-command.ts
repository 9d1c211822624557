import { type Command, CommanderError } from 'commander';
import { didYouMean } from '../values/nearest.js';
import { CommandError, EXIT, UsageError } from './errors.js';

/** Mistakes of ours: their stack says where. */
const BUGS = [TypeError, ReferenceError, RangeError, SyntaxError];

/**
 * Parses the words behind the command's name and runs the subcommand. Returns the exit code. An error is one line for `warn`;
 * wrong use also names the nearest right word, and the command that shows the help.
 */
export async function runCommand(
  command: Command,
  words: readonly string[],
  warn = (line: string): void => void process.stderr.write(`${line}\n`),
): Promise<number> {
  let used = command;
  for (const one of withSubcommands(command)) {
    one
      .helpCommand(false)
      .showSuggestionAfterError()
      .configureOutput({ outputError: () => undefined })
      .exitOverride((error) => {
        used = one;
        throw error;
      })
      .hook('preAction', (_this, action) => void (used = action));
  }
  const wrongUse = (message: string): number => {
    warn(`${message}${/[.?]$/.test(message) ? '' : '.'} Help: ${pathOf(used)} --help`);
    return EXIT.wrongUse;
  };
  try {
    await command.parseAsync(words, { from: 'user' });
    return Number(process.exitCode ?? EXIT.fine);
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return EXIT.fine;
      // The help of a command that needs a subcommand: it is printed already.
      if (error.code === 'commander.help') return EXIT.wrongUse;
      const isMissing = error.code === 'commander.missingMandatoryOptionValue';
      return wrongUse((isMissing && unknownOption(used, words)) || inOneLine(error.message));
    }
    if (error instanceof UsageError) return wrongUse(error.message);
    warn(describe(error));
    return error instanceof CommandError ? error.exitCode : Math.max(Number(process.exitCode ?? 0), EXIT.failed);
  }
}

function* withSubcommands(command: Command): Generator<Command> {
  yield command;
  for (const one of command.commands) yield* withSubcommands(one);
}

/** The words that call a command, such as `carillon keys list`. */
function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}

/** Commander reports a missing option before an unknown one, which often is that option, misspelt. */
function unknownOption(command: Command, words: readonly string[]): string | undefined {
  const [unknown] = command.parseOptions([...words]).unknown;
  const [option = ''] = unknown?.split('=') ?? [];
  if (!option.startsWith('-')) return undefined;
  const known = command.createHelp().visibleOptions(command);
  const names = known.flatMap(({ long }) => long ?? []);
  return `Unknown option '${option}'.${didYouMean(option, names)}`;
}

/** What Commander says on two lines, as sentences: `error: unknown option '--x'\n(Did you mean --y?)`. */
function inOneLine(message: string): string {
  const [, text = message, suggestion] = /^error: (.*?)(?:\n\((Did you mean .*)\))?$/s.exec(message) ?? [];
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return suggestion ? `${sentence}. ${suggestion.replace(/(?<=Did you mean )(\S+)\?/, "'$1'?")}` : sentence;
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return (BUGS.some((bug) => error instanceof bug) && error.stack) || error.message;
}

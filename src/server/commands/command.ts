import { parseArgs, type ParseArgsConfig } from 'node:util';

/** The arguments are not valid; the message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const EXIT = { failed: 1, wrongUse: 2 };

/** Asks for the usage. */
export interface Help {
  kind: 'help';
}

/**
 * Executes the command in the arguments of the process. Errors are one line, with the usage when the arguments were wrong,
 * and a status of their own.
 */
export async function runCommand<Command extends { kind: string }>(
  usage: string,
  read: (words: readonly string[]) => Command | Help,
  execute: (command: Command, say: (line: string) => void) => Promise<void>,
): Promise<void> {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  try {
    const command = read(process.argv.slice(2));
    if (isHelp(command)) say(usage.trimEnd());
    else await execute(command, say);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const wrongUse = error instanceof UsageError;
    process.stderr.write(wrongUse ? `${message}\n\n${usage}` : `${message}\n`);
    process.exitCode = wrongUse ? EXIT.wrongUse : EXIT.failed;
  }
}

function isHelp(command: { kind: string }): command is Help {
  return command.kind === 'help';
}

/** Separates options from words. Throws {@link UsageError}. */
export function parseWords<const Options extends NonNullable<ParseArgsConfig['options']>>(
  words: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Throws {@link UsageError} for options and words that do not belong to a command. */
export function refuse(options: Record<string, unknown>, words: readonly string[]): void {
  const [option] = Object.entries(options).find(([, value]) => value !== undefined) ?? [];
  if (option !== undefined) throw new UsageError(`--${option} does not belong to this command`);
  if (words.length > 0) throw new UsageError(`'${words.join(' ')}' is too much`);
}

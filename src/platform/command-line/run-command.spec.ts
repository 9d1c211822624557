import { Command } from 'commander';
import { CommandError, UsageError } from './errors.js';
import { runCommand } from './run-command.js';

/** Runs `tool work` with this action: the exit code, and the lines of errors. */
async function run(action: () => void, ...words: string[]): Promise<{ code: number; lines: string[] }> {
  const tool = new Command('tool');
  tool.command('work').option('--fast').action(action);
  const lines: string[] = [];
  const code = await runCommand(tool, ['work', ...words], (line) => lines.push(line));
  return { code, lines };
}

const throwing = (error: Error) => () => {
  throw error;
};

afterEach(() => {
  process.exitCode = undefined;
});

describe('a command', () => {
  it.each([
    ['a failure', new CommandError('The store is away'), 1, 'The store is away'],
    ['a failure with a code of its own', new CommandError('The server is away', 2), 2, 'The server is away'],
    ['another error', new Error('No space left'), 1, 'No space left'],
    ['wrong use that its code finds', new UsageError('Say where'), 2, 'Say where. Help: tool work --help'],
    ['a question for more', new UsageError('Where?'), 2, 'Where? Help: tool work --help'],
  ])('ends after %s with one line and a code', async (_case, error, code, line) => {
    expect(await run(throwing(error))).toEqual({ code, lines: [line] });
  });

  it('ends with the code that its action has set, also when it fails afterwards', async () => {
    expect(await run(() => void (process.exitCode = 2))).toEqual({ code: 2, lines: [] });
    process.exitCode = undefined;
    const failing = () => {
      process.exitCode = 2;
      throw new Error('No space left');
    };
    expect(await run(failing)).toEqual({ code: 2, lines: ['No space left'] });
  });

  it('shows where a mistake of ours is', async () => {
    const { code, lines } = await run(throwing(new TypeError('x is not a function')));
    expect(code).toBe(1);
    expect(lines.join('\n')).toMatch(/^TypeError: x is not a function\n +at /);
  });

  it('keeps parentheses at the end of a message', async () => {
    expect((await run(() => undefined, '--slow (now)')).lines).toEqual([
      "Unknown option '--slow (now)'. Help: tool work --help",
    ]);
  });
});

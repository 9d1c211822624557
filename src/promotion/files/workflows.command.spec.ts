import { runCommand } from '../../platform/command-line/run-command.js';
import type { FilesTask } from './task.js';
import { workflowsCommand } from './workflows.command.js';

const KEY = { CARILLON_API_KEY: 'key' };

/** What these words and variables ask for, or why they are wrong. */
async function read(
  words: string,
  variables: Record<string, string> = KEY,
): Promise<{ tasks: FilesTask[]; errors: string }> {
  const tasks: FilesTask[] = [];
  const errors: string[] = [];
  const command = workflowsCommand(async (task) => tasks.push(task) - 1, variables);
  const code = await runCommand(command, words.split(' '), (line) => errors.push(line));
  expect(code).toBe(errors.length > 0 ? 2 : 0);
  return { tasks, errors: errors.join('\n') };
}

describe('carillon workflows', () => {
  it('has defaults for the address, and takes the key from the environment', async () => {
    const task = {
      kind: 'pull',
      dir: 'dir',
      environment: 'Development',
      url: 'http://127.0.0.1:3000',
      apiKey: 'key',
      deletes: false,
      allowsIssues: false,
    };
    expect(await read('pull dir --env Development')).toEqual({ tasks: [task], errors: '' });
  });

  it('takes options', async () => {
    const words = 'push dir --env=x --url https://example.com/ --delete --allow-issues';
    expect(await read(words)).toMatchObject({
      tasks: [{ url: 'https://example.com', deletes: true, allowsIssues: true }],
    });
  });

  it.each(['pull', 'diff', 'push', 'check'] as const)('knows %s', async (kind) => {
    expect(await read(`${kind} dir --env x`)).toMatchObject({ tasks: [{ kind }], errors: '' });
  });

  it.each([
    ['an unknown command', 'sync dir --env x', "Unknown command 'sync'"],
    ['no folder', 'pull --env x', "Missing required argument 'dir'"],
    ['two folders', 'pull a b --env x', 'Too many arguments'],
    ['no environment', 'pull dir', "'--env <name>'"],
    ['an unknown option', 'pull dir --env x --force', '--force'],
    ['a key on the command line', 'pull dir --env x --key k', '--key'],
    ['no address', 'pull dir --env x --url example.com', "'example.com' is invalid"],
    ['an address of another kind', 'pull dir --env x --url ftp://example.com', 'http'],
  ])('refuses %s', async (_case, words, error) => {
    expect(await read(words)).toEqual({ tasks: [], errors: expect.stringContaining(error) });
  });

  it('refuses to run without a key, and says how to set it', async () => {
    const { errors } = await read('pull dir --env x', {});
    expect(errors).toContain('CARILLON_API_KEY is not set');
    expect(errors).toContain('export CARILLON_API_KEY=');
  });
});

import { runCommand } from '../../platform/command-line/run-command.js';
import { accountsCommand } from './accounts.command.js';
import type { AccountsTask } from './run.js';

const email = 'ada@example.com';

/** What these words ask for, or why they are wrong. */
async function read(words: string): Promise<{ tasks: AccountsTask[]; errors: string }> {
  const tasks: AccountsTask[] = [];
  const errors: string[] = [];
  const command = accountsCommand(async (task) => void tasks.push(task));
  const code = await runCommand(command, words.split(' ').filter(Boolean), (line) => errors.push(line));
  expect(code).toBe(errors.length > 0 ? 2 : 0);
  return { tasks, errors: errors.join('\n') };
}

describe('carillon accounts', () => {
  it.each<[string, AccountsTask]>([
    ['create ada@example.com --role author', { kind: 'create', email, role: 'author', name: undefined }],
    ['create ada@example.com --role=owner --name Ada', { kind: 'create', email, role: 'owner', name: 'Ada' }],
    ['list', { kind: 'list' }],
    ['reset ada@example.com', { kind: 'reset', email, secondFactor: false }],
    ['reset ada@example.com --second-factor', { kind: 'reset', email, secondFactor: true }],
    ['role ada@example.com admin', { kind: 'role', email, role: 'admin' }],
    ['remove ada@example.com', { kind: 'remove', email }],
  ])('understands "%s"', async (words, task) => {
    expect(await read(words)).toEqual({ tasks: [task], errors: '' });
  });

  it.each([
    ['add ada@example.com', "Unknown command 'add'"],
    ['create ada@example.com', "Required option '--role <role>' not specified"],
    ['create --role admin', "Missing required argument 'email'"],
    ['create ada@example.com --role onwer', "Did you mean 'owner'?"],
    ['role ada@example.com', "Missing required argument 'role'"],
    ['remove', "Missing required argument 'email'"],
    ['remove ada@example.com bob@example.com', "Too many arguments for 'remove'"],
    ['list --role admin', "Unknown option '--role'"],
  ])('refuses "%s"', async (words, error) => {
    expect(await read(words)).toEqual({ tasks: [], errors: expect.stringContaining(error) });
  });
});

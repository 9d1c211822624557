import { KEY_PERMISSIONS } from '../../auth/permissions.js';
import { runCommand } from '../../platform/command-line/run-command.js';
import { keysCommand } from './keys.command.js';
import type { KeysTask } from './run.js';

/** What these words ask for, or why they are wrong. */
async function read(words: string): Promise<{ tasks: KeysTask[]; errors: string }> {
  const tasks: KeysTask[] = [];
  const errors: string[] = [];
  const command = keysCommand(async (task) => void tasks.push(task));
  const code = await runCommand(command, words.split(' ').filter(Boolean), (line) => errors.push(line));
  expect(code).toBe(errors.length > 0 ? 2 : 0);
  return { tasks, errors: errors.join('\n') };
}

describe('carillon keys', () => {
  it.each<[string, KeysTask]>([
    ['list', { kind: 'list', environment: undefined, show: false }],
    ['list --env Production --show', { kind: 'list', environment: 'Production', show: true }],
    ['show --env Production', { kind: 'show', environment: 'Production' }],
    ['create --env=Production', { kind: 'create', environment: 'Production', name: undefined, grant: 'full' }],
    [
      'create --env Production --name Shop --permissions trigger',
      { kind: 'create', environment: 'Production', name: 'Shop', grant: 'trigger' },
    ],
    [
      'create --env Production --permissions events:write,events:read',
      { kind: 'create', environment: 'Production', name: undefined, grant: ['events:write', 'events:read'] },
    ],
    ['revoke 3f1c9a5be0d2', { kind: 'revoke', key: '3f1c9a5be0d2', overlapSeconds: 0 }],
    ['revoke 3f1c9a5be0d2 --overlap-seconds 3600', { kind: 'revoke', key: '3f1c9a5be0d2', overlapSeconds: 3600 }],
  ])('understands "%s"', async (words, task) => {
    expect(await read(words)).toEqual({ tasks: [task], errors: '' });
  });

  it.each([
    ['print', "Unknown command 'print'"],
    ['show', "Required option '--env <name>' not specified"],
    ['create', "Required option '--env <name>' not specified"],
    ['create Production', "Required option '--env <name>' not specified"],
    [
      'create --env Production --permissions all',
      `must be full, read, trigger or a list of ${KEY_PERMISSIONS.join(', ')}`,
    ],
    ['create --env Production --permissions members:write', "There is no permission 'members:write'"],
    [`create --env Production --name ${'x'.repeat(65)}`, 'a text of at most 64 characters'],
    ['list --name Shop', "Unknown option '--name'"],
    ['revoke', "Missing required argument 'id'"],
    ['revoke 1 2', "Too many arguments for 'revoke'. Expected 1 argument but got 2."],
    ['revoke 1 --overlap-seconds soon', 'a whole number from 0'],
    ['revoke 1 --env Production', "Unknown option '--env'"],
    ['list --shwo', "Unknown option '--shwo'. Did you mean '--show'? Help: keys list --help"],
  ])('refuses "%s"', async (words, error) => {
    expect(await read(words)).toEqual({ tasks: [], errors: expect.stringContaining(error) });
  });
});

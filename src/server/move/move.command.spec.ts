import { runCommand } from '../../platform/command-line/run-command.js';
import { moveCommand } from './move.command.js';
import type { MoveTask } from './run.js';

const uri = 'mongodb://localhost/carillon';

/** What these words ask for, or why they are wrong. */
async function read(words: string): Promise<{ tasks: MoveTask[]; errors: string }> {
  const tasks: MoveTask[] = [];
  const errors: string[] = [];
  const command = moveCommand(async (task) => void tasks.push(task));
  const code = await runCommand(command, words.split(' ').filter(Boolean), (line) => errors.push(line));
  expect(code).toBe(errors.length > 0 ? 2 : 0);
  return { tasks, errors: errors.join('\n') };
}

describe('carillon move', () => {
  it.each<[string, MoveTask]>([
    [`--to ${uri}`, { kind: 'to', uri }],
    [`--from ${uri} --stopped`, { kind: 'from', uri }],
    ['--cancel', { kind: 'cancel', uri: undefined }],
    [`--cancel --from ${uri}`, { kind: 'cancel', uri }],
  ])('understands "%s"', async (words, task) => {
    expect(await read(words)).toEqual({ tasks: [task], errors: '' });
  });

  it.each([
    ['', 'Say where: --to or --from'],
    ['--to postgres://x', 'begins with mongodb://'],
    [`--to ${uri} --from ${uri}`, 'cannot be used with'],
    [`--to ${uri} --cancel`, 'cannot be used with'],
    [`--to ${uri} --stopped`, 'cannot be used with'],
    ['--cancel --stopped', 'cannot be used with'],
    [`--from ${uri}`, 'then add --stopped'],
  ])('refuses "%s"', async (words, error) => {
    expect(await read(words)).toEqual({ tasks: [], errors: expect.stringContaining(error) });
  });
});

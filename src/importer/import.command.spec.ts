import { runCommand } from '../platform/command-line/run-command.js';
import { importCommand } from './import.command.js';
import { type Import, KINDS } from './import.js';

const GIVEN = '--from https://api.example.com/ --to http://127.0.0.1:3000';
const KEYS = { FROM_KEY: 'a', TO_KEY: 'b' };

/** What these words and variables ask for, or why they are wrong. */
async function read(words: string, variables: Record<string, string>): Promise<{ tasks: Import[]; errors: string }> {
  const tasks: Import[] = [];
  const errors: string[] = [];
  const command = importCommand(async (task) => tasks.push(task) - 1, variables);
  const code = await runCommand(command, words.split(' ').filter(Boolean), (line) => errors.push(line));
  expect(code).toBe(errors.length > 0 ? 2 : 0);
  return { tasks, errors: errors.join('\n') };
}

describe('carillon import', () => {
  it('reads addresses and options, and keys from variables, where nobody sees them', async () => {
    const task = {
      from: { url: 'https://api.example.com', apiKeys: ['a'] },
      to: { url: 'http://127.0.0.1:3000', apiKeys: ['b'] },
      planOnly: true,
      kinds: ['subscribers', 'topics'],
      concurrency: 8,
    };
    expect(await read(`${GIVEN} --plan --only topics,subscribers`, KEYS)).toEqual({ tasks: [task], errors: '' });
  });

  it('takes several keys', async () => {
    const variables = { FROM_KEY: 'c,e', TO_KEY: 'd,f, g' };
    const task = {
      from: { url: 'https://x.example.com', apiKeys: ['c', 'e'] },
      to: { url: 'http://127.0.0.1:3000', apiKeys: ['d', 'f', 'g'] },
      planOnly: false,
      kinds: KINDS,
      concurrency: 2,
    };
    expect(await read('--from https://x.example.com/v1 --concurrency 2', variables)).toEqual({
      tasks: [task],
      errors: '',
    });
  });

  it('takes addresses from variables, too', () => {
    const variables = importCommand().options.flatMap(({ envVar }) => envVar ?? []);
    expect(variables).toEqual(['FROM_URL', 'TO_URL']);
  });

  it.each([
    ['', KEYS, "Required option '--from <url>' not specified"],
    ['--from ftp://a', KEYS, 'An address begins with http:// or https://'],
    [GIVEN, { TO_KEY: 'b', FROM_KEY: ' ,' }, 'FROM_KEY has no key'],
    [GIVEN, { TO_KEY: 'b' }, 'FROM_KEY is not set'],
    [GIVEN, { FROM_KEY: 'b' }, 'export TO_KEY='],
    [`${GIVEN} --only feeds`, KEYS, "There is no kind 'feeds'"],
    [`${GIVEN} --concurrency 0`, KEYS, 'from 1 to 64'],
    [`${GIVEN} --all`, KEYS, "Unknown option '--all'"],
    [`${GIVEN} --from-key a`, KEYS, "Unknown option '--from-key'"],
    [`${GIVEN} now`, KEYS, 'Too many arguments'],
  ])('refuses "%s" with %j', async (words, variables, error) => {
    expect(await read(words, variables as Record<string, string>)).toEqual({
      tasks: [],
      errors: expect.stringContaining(error),
    });
  });
});

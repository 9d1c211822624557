import { readArguments, UsageError } from './arguments.js';

describe('the command line', () => {
  it('has defaults for the address, and takes the key from the environment', () => {
    expect(readArguments(['pull', 'dir', '--env', 'Development'], { CARILLON_API_KEY: 'key' })).toEqual({
      command: 'pull',
      dir: 'dir',
      environment: 'Development',
      url: 'http://127.0.0.1:3000',
      apiKey: 'key',
      deletes: false,
      allowsIssues: false,
    });
  });

  it('comes before the environment', () => {
    const words = [
      'push',
      'dir',
      '--env=x',
      '--url',
      'https://example.com/',
      '--key',
      'mine',
      '--delete',
      '--allow-issues',
    ];
    const variables = { CARILLON_API_KEY: 'theirs', CARILLON_URL: 'http://theirs' };
    expect(readArguments(words, variables)).toMatchObject({
      url: 'https://example.com',
      apiKey: 'mine',
      deletes: true,
      allowsIssues: true,
    });
  });

  it.each([
    ['no command', ['--env', 'x'], /command/],
    ['an unknown command', ['sync', 'dir', '--env', 'x'], /command/],
    ['no folder', ['pull', '--env', 'x'], /folder/],
    ['two folders', ['pull', 'a', 'b', '--env', 'x'], /folder/],
    ['no environment', ['pull', 'dir'], /--env/],
    ['an unknown option', ['pull', 'dir', '--env', 'x', '--force'], /--force/],
    ['no address', ['pull', 'dir', '--env', 'x', '--url', 'example.com'], /example\.com/],
    ['an address of another kind', ['pull', 'dir', '--env', 'x', '--url', 'ftp://example.com'], /http/],
  ])('with %s is refused', (_case, words, reason) => {
    expect(() => readArguments(words, { CARILLON_API_KEY: 'key' })).toThrow(UsageError);
    expect(() => readArguments(words, { CARILLON_API_KEY: 'key' })).toThrow(reason);
  });

  it('without a key anywhere is refused', () => {
    expect(() => readArguments(['pull', 'dir', '--env', 'x'], {})).toThrow(/CARILLON_API_KEY/);
  });
});

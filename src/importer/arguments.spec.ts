import { KINDS, readArguments, UsageError } from './arguments.js';

const GIVEN = ['--from', 'https://api.example.com/', '--to', 'http://127.0.0.1:3000'];
const KEYS = { FROM_KEY: 'a', TO_KEY: 'b' };

it('reads addresses and options, and keys from variables, where nobody sees them', () => {
  expect(readArguments([...GIVEN, '--plan', '--only', 'topics,subscribers'], KEYS)).toEqual({
    from: { url: 'https://api.example.com', apiKeys: ['a'] },
    to: { url: 'http://127.0.0.1:3000', apiKeys: ['b'] },
    planOnly: true,
    kinds: ['subscribers', 'topics'],
    concurrency: 8,
  });
});

it('prefers options to variables, and takes several keys', () => {
  const keys = ['--from-key', 'c', '--from-key', 'e', '--to-key', 'd,f, g'];
  const words = ['--from', 'https://x.example.com/v1', ...keys, '--concurrency', '2'];
  expect(readArguments(words, { ...KEYS, FROM_URL: 'https://y.example.com' })).toEqual({
    from: { url: 'https://x.example.com', apiKeys: ['c', 'e'] },
    to: { url: 'http://127.0.0.1:3000', apiKeys: ['d', 'f', 'g'] },
    planOnly: false,
    kinds: KINDS,
    concurrency: 2,
  });
});

it.each([
  [[], KEYS, '--from is missing'],
  [['--from', 'ftp://a'], KEYS, 'is no address'],
  [GIVEN, { TO_KEY: 'b', FROM_KEY: ' ,' }, 'set FROM_KEY or give --from-key'],
  [GIVEN, { FROM_KEY: 'b' }, 'set TO_KEY or give --to-key'],
  [[...GIVEN, '--only', 'feeds'], KEYS, "'feeds' is no kind"],
  [[...GIVEN, '--concurrency', '0'], KEYS, 'from 1 to 64'],
  [[...GIVEN, '--all'], KEYS, '--all'],
  [[...GIVEN, 'now'], KEYS, 'now'],
])('refuses %j', (words, variables, message) => {
  expect(() => readArguments(words, variables)).toThrow(UsageError);
  expect(() => readArguments(words, variables)).toThrow(message);
});

import { KEY_PERMISSIONS } from '../../auth/permissions.js';
import { type Help, UsageError } from '../commands/command.js';
import { type Command, readArguments } from './arguments.js';

describe('the words of `npm run keys`', () => {
  it.each<[string, Command | Help]>([
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
    ['--help', { kind: 'help' }],
    ['list --help', { kind: 'help' }],
  ])('"%s" are understood', (words, expected) => {
    expect(readArguments(words.split(' '))).toEqual(expected);
  });

  it.each([
    ['', 'Say what is to be done: list, show, create or revoke'],
    ['print', "There is no command 'print'"],
    ['show', 'show needs --env NAME'],
    ['create', 'create needs --env NAME'],
    ['create Production', 'create needs --env NAME'],
    [
      'create --env Production --permissions all',
      `--permissions must be full, read, trigger or a list of ${KEY_PERMISSIONS.join(', ')}; not 'all'`,
    ],
    ['create --env Production --permissions members:write', "not 'members:write'"],
    [`create --env Production --name ${'x'.repeat(65)}`, '--name must be a text of at most 64 characters'],
    ['list --name Shop', '--name does not belong to this command'],
    ['revoke', 'revoke needs the ID of a key, as list shows it'],
    ['revoke 1 2', "'2' is too much"],
    ['revoke 1 --overlap-seconds soon', '--overlap-seconds must be a whole number'],
    ['revoke 1 --env Production', '--env does not belong to this command'],
    ['list --shwo', "Unknown option '--shwo'"],
  ])('"%s" are refused', (words, message) => {
    const read = () => readArguments(words.split(' ').filter(Boolean));
    expect(read).toThrow(UsageError);
    expect(read).toThrow(message);
  });
});

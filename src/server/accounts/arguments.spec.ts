import { type Help, UsageError } from '../commands/command.js';
import { type Command, readArguments } from './arguments.js';

const email = 'ada@example.com';

describe('the words of `npm run accounts`', () => {
  it.each<[string, Command | Help]>([
    ['create Ada@Example.com --role author', { kind: 'create', email, role: 'author', name: undefined }],
    ['create ada@example.com --role=owner --name Ada', { kind: 'create', email, role: 'owner', name: 'Ada' }],
    ['list', { kind: 'list' }],
    ['reset ada@example.com', { kind: 'reset', email, secondFactor: false }],
    ['reset ada@example.com --second-factor', { kind: 'reset', email, secondFactor: true }],
    ['role ada@example.com admin', { kind: 'role', email, role: 'admin' }],
    ['remove ada@example.com', { kind: 'remove', email }],
    ['--help', { kind: 'help' }],
  ])('"%s" are understood', (words, expected) => {
    expect(readArguments(words.split(' '))).toEqual(expected);
  });

  it.each([
    ['', 'Say what is to be done: create, list, reset, role or remove'],
    ['add ada@example.com', "There is no command 'add'"],
    ['create ada@example.com', 'create needs --role ROLE'],
    ['create --role admin', 'create needs EMAIL'],
    ['create ada --role admin', "'ada' is no email address"],
    ['create ada@example.com --role onwer', "Did you mean 'owner'?"],
    ['role ada@example.com', 'role needs EMAIL and ROLE'],
    ['remove', 'remove needs EMAIL'],
    ['remove ada@example.com bob@example.com', "'bob@example.com' is too much"],
    ['list --role admin', '--role does not belong to this command'],
  ])('"%s" are refused', (words, message) => {
    const read = () => readArguments(words.split(' ').filter(Boolean));
    expect(read).toThrow(UsageError);
    expect(read).toThrow(message);
  });
});

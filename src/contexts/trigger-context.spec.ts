import { exactly } from './trigger-context.js';

describe('C6: context keys', () => {
  it.each([
    [
      ['tenant:b', 'app:a'],
      ['app:a', 'tenant:b'],
    ],
    [['app:a', 'app:a'], ['app:a']],
    [[''], []],
    [['', 'app:a'], ['app:a']],
    [[], []],
  ])('%j are the set %j', (given, set) => {
    expect(exactly(given)).toEqual(set);
  });
});

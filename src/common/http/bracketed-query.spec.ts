import { withoutBrackets } from './bracketed-query.js';

describe('a query with bracketed names', () => {
  it.each<[Record<string, unknown>, Record<string, unknown>]>([
    [{ 'tags[]': 'a' }, { tags: ['a'] }],
    [
      { 'tags[]': ['a', 'b'], limit: '10' },
      { tags: ['a', 'b'], limit: '10' },
    ],
    [{ tags: 'a', 'tags[]': 'b' }, { tags: ['a', 'b'] }],
    [{ 'tags[1][]': 'c', 'tags[0][]': ['a', 'b'] }, { tags: [['a', 'b'], ['c']] }],
    [{ 'tags[10][]': 'z', 'tags[9][]': 'y' }, { tags: [['y'], ['z']] }],
    [
      { 'a[x][]': '1', 'b[]c': '2', '[]': '3' },
      { 'a[x][]': '1', 'b[]c': '2', '[]': '3' },
    ],
    [{ tags: ['a'] }, { tags: ['a'] }],
    [{}, {}],
  ])('%j is %j', (query, expected) => {
    expect(withoutBrackets(query)).toEqual(expected);
  });

  it('does not touch prototypes', () => {
    const query = withoutBrackets({ '__proto__[]': 'x', 'tags[]': 'a' }) as Record<string, unknown>;
    expect(Object.getPrototypeOf(query)).toBe(Object.prototype);
    expect(query['tags']).toEqual(['a']);
  });
});

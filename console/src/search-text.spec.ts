import { insidePath } from './features/sign-in/inside-path';
import { tokenOf } from './features/sign-in/link-token';
import { oneOf, parseSearch, textOf, toSearchText } from './search-text';

describe('search parameters', () => {
  it('come back as the texts they were', () => {
    const search = { q: 'a&b=c ü', number: '123', truth: 'true', plus: '1+1' };
    expect(parseSearch(toSearchText(search))).toEqual(search);
  });

  it('are left out when they are empty', () => {
    expect(toSearchText({ q: '', after: undefined, before: null })).toBe('');
  });

  it.each([[undefined], [''], [7], [['a']]])('are undefined for %p', (value) => expect(textOf(value)).toBeUndefined());

  it('are one of the words, or nothing', () => {
    expect([oneOf(['a', 'b'], 'b'), oneOf(['a', 'b'], 'c')]).toEqual(['b', undefined]);
  });
});

describe('where one returns to after signing in', () => {
  it.each([
    [undefined, '/'],
    ['/subscribers?name=Ada', '/subscribers?name=Ada'],
    ['/console/subscribers', '/subscribers'],
    ['/console', '/'],
    ['//evil.example', '/'],
    ['/console//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['https://evil.example', '/'],
    ['javascript:alert(1)', '/'],
  ])('is for %p %s', (given, expected) => expect(insidePath(given)).toBe(expected));
});

it.each([
  ['#token=a-b_c', 'a-b_c'],
  ['token=abc', 'abc'],
  ['', ''],
  ['#other', ''],
])('the token of %p is %p', (hash, token) => expect(tokenOf(hash)).toBe(token));

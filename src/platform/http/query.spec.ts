import { parseQueryString } from './query.js';

describe('a query', () => {
  it.each<[string, object]>([
    ['', {}],
    ['limit=5&read=true', { limit: '5', read: 'true' }],
    ['tags=a&tags=b', { tags: ['a', 'b'] }],
    ['tags[]=a', { tags: ['a'] }],
    ['tags%5B%5D=a&tags%5B%5D=b', { tags: ['a', 'b'] }],
    ['tags=a&tags[]=b', { tags: ['a', 'b'] }],
    ['tags[0][]=a&tags[0][]=b&tags[1][]=c', { tags: [['a', 'b'], ['c']] }],
    ['a[b]=1', { 'a[b]': '1' }],
    ['__proto__[]=1', { ['__proto__']: ['1'] }],
  ])('%s', (text, expected) => {
    expect(Object.entries(parseQueryString(text))).toEqual(Object.entries(expected));
  });
});

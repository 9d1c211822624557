import { tagGroups } from './tag-filter.js';

describe('a tag filter', () => {
  it.each<[unknown, string[][] | undefined]>([
    [['a', 'b'], [['a', 'b']]],
    [[], []],
    [{}, []],
    [{ or: ['a', 'b'] }, [['a', 'b']]],
    [{ or: [] }, []],
    [{ and: [{ or: ['a', 'b'] }, { or: ['c'] }] }, [['a', 'b'], ['c']]],
    [{ and: [] }, []],
    [
      [['a', 'b'], ['c']],
      [['a', 'b'], ['c']],
    ],
    ['a', undefined],
    [null, undefined],
    [[1], undefined],
    [[['a'], 'b'], undefined],
    [{ or: 'a' }, undefined],
    [{ or: ['a'], and: [] }, undefined],
    [{ and: ['a'] }, undefined],
    [{ and: [{ or: ['a'], not: [] }] }, undefined],
    [{ not: ['a'] }, undefined],
    [['a'.repeat(513)], undefined],
    [Array.from({ length: 101 }, () => 'a'), undefined],
  ])('%j', (filter, groups) => {
    expect(tagGroups(filter)).toEqual(groups);
  });
});

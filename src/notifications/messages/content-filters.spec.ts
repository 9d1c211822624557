import { dataConditions, tagGroups } from './content-filters.js';

const one = (path: string, ...values: unknown[]) => ({ [path]: { $in: values, $exists: true } });

describe('a filter on data', () => {
  it.each<[unknown, object[] | undefined]>([
    [{}, []],
    ['{}', []],
    ['{"a":1}', [one('data.a', 1)]],
    [{ a: 1, b: 'x' }, [one('data.a', 1), one('data.b', 'x')]],
    [{ a: [1, 'x', true, null] }, [one('data.a', 1, 'x', true, null)]],
    [{ a: null }, [one('data.a', null)]],
    [{ a: [] }, []],
    [{ a: { or: [1, 2] } }, [one('data.a', 1, 2)]],
    [{ a: { and: [{ or: [1] }, { or: [2] }] } }, [one('data.a', 1), one('data.a', 2)]],
    [{ a: { b: { or: [1] } } }, [one('data.a.b', 1)]],
    [{ a: { b: { c: 1 } } }, undefined],
    ['[1]', undefined],
    ['x', undefined],
    [7, undefined],
    [{ a: { or: [{}] } }, undefined],
    [{ a: { or: [1], and: [] } }, undefined],
    [{ a: { and: [1] } }, undefined],
    [{ a: [[1]] }, undefined],
    [{ $where: 1 }, undefined],
    [{ 'a.b': 1 }, undefined],
    [{ a: { $gt: 1 } }, undefined],
    [{ '': 1 }, undefined],
    [{ a: 'x'.repeat(2048) }, undefined],
  ])('%j', (filter, conditions) => {
    expect(dataConditions(filter)).toEqual(conditions);
  });
});

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

import { inBatches, inTurns } from './group-by.js';

describe('in batches', () => {
  it.each([
    ['', 2, ''],
    ['', 0, ''],
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc d'],
    ['abcdef', 2, 'ab cd ef'],
  ])('"%s" by %i', (items, size, batches) => {
    expect(
      inBatches([...items], size)
        .map((batch) => batch.join(''))
        .join(' '),
    ).toBe(batches);
  });
});

describe('in turns', () => {
  it.each([
    ['nothing', '', 3, ''],
    ['one group keeps its order', 'a1 a2 a3', 5, 'a1 a2 a3'],
    ['the first of each, then the second', 'a1 a2 a3 a4 b1 b2 c1', 5, 'a1 b1 c1 a2 b2'],
    ['what others leave goes to those that have more', 'a1 a2 a3 a4 b1', 4, 'a1 b1 a2 a3'],
    ['more groups than room: the first of them', 'a1 a2 b1 c1', 2, 'a1 b1'],
  ])('%s', (_case, items, limit, taken) => {
    const list = items === '' ? [] : items.split(' ');
    expect(inTurns(list, ([group]) => group!, limit).join(' ')).toBe(taken);
  });
});

import fc from 'fast-check';
import { movedIds } from './resource-diff.js';

describe('what has moved', () => {
  it.each([
    ['abc', 'abc', ''],
    ['abc', 'xabc', ''],
    ['abc', 'ac', ''],
    ['abc', 'axbyc', ''],
    ['abc', 'cab', 'c'],
    ['abcd', 'bcda', 'a'],
    ['abcde', 'aecdb', 'be'],
    ['ab', '', ''],
    ['', 'ab', ''],
  ])('from %j to %j is %j', (before, after, moved) => {
    expect([...movedIds([...before], [...after])].toSorted().join('')).toBe(moved);
  });

  it('is as little as possible: the rest keeps its order, and one more back makes disorder or is not needed', () => {
    const order = fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e', 'f'], { minLength: 0 });
    fc.assert(
      fc.property(order, order, (before, after) => {
        const moved = movedIds(before, after);
        const stay = (ids: string[]) => ids.filter((id) => before.includes(id) && after.includes(id) && !moved.has(id));
        expect(stay(before)).toEqual(stay(after));
      }),
    );
  });
});

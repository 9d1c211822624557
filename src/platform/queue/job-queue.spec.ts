import { mergeTurns, type Turn } from './job-queue.js';

const turn = (environmentId: string, ...eventIds: string[]): Turn => ({ environmentId, priority: 'normal', eventIds });
const search = (environmentId: string): Turn => ({ environmentId, priority: 'normal' });
const many = (count: number) => Array.from({ length: count }, (_, index) => `event ${index}`);

describe('turns that are handed over together', () => {
  it.each<[string, Turn[], Turn[]]>([
    ['none', [], []],
    ['one', [turn('a', 'x')], [turn('a', 'x')]],
    [
      'one environment: one turn with all events, in their order',
      [turn('a', 'y'), turn('a', 'x')],
      [turn('a', 'y', 'x')],
    ],
    [
      'each environment has its own',
      [turn('a', 'x'), turn('b', 'y'), turn('a', 'z')],
      [turn('a', 'x', 'z'), turn('b', 'y')],
    ],
    ['one that searches finds the others', [turn('a', 'x'), search('a'), turn('a', 'y')], [search('a')]],
    ['16 events are named', [turn('a', ...many(15)), turn('a', 'x')], [turn('a', ...many(15), 'x')]],
    ['more are searched for', [turn('a', ...many(16)), turn('a', 'x'), turn('a', 'y')], [search('a')]],
    ['more of one request, too', [turn('a', ...many(17))], [search('a')]],
  ])('%s', (_case, turns, merged) => {
    expect(mergeTurns(turns)).toEqual(merged);
  });

  it('large events have turns of their own, which name one event at most', () => {
    const low = (...eventIds: string[]): Turn => ({ environmentId: 'a', priority: 'low', eventIds });
    expect(mergeTurns([turn('a', 'x'), low('y')])).toEqual([turn('a', 'x'), low('y')]);
    expect(mergeTurns([low('y'), low('z')])).toEqual([{ environmentId: 'a', priority: 'low' }]);
  });
});

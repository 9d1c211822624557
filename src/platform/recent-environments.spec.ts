import { RecentEnvironments } from './recent-environments.js';

describe('several environments that have something to do', () => {
  it.each<[string, [environmentId: string, at: number][], number, boolean]>([
    ['none', [], 0, false],
    [
      'one',
      [
        ['a', 0],
        ['a', 1],
      ],
      1,
      false,
    ],
    [
      'two',
      [
        ['a', 0],
        ['b', 1],
      ],
      1,
      true,
    ],
    [
      'one that goes on without the other',
      [
        ['b', 0],
        ['a', 1],
        ['a', 5000],
      ],
      5000,
      true,
    ],
    [
      'and for some seconds',
      [
        ['b', 0],
        ['a', 1],
        ['a', 5001],
      ],
      5001,
      false,
    ],
    [
      'one of several others that goes on',
      [
        ['b', 0],
        ['c', 4000],
        ['a', 5001],
      ],
      5001,
      true,
    ],
  ])('%s', (_what, seen, at, expected) => {
    let now = 0;
    const recent = new RecentEnvironments(() => now);
    for (const [environmentId, time] of seen) {
      now = time;
      recent.add(environmentId);
    }
    now = at;
    expect(recent.areSeveral).toBe(expected);
  });
});

import { setImmediate as nextTurn } from 'node:timers/promises';
import { EnvironmentBatches, inTurns } from './environment-batches.js';

interface Turn {
  environmentId: string;
}

describe('turns that are put together', () => {
  let batches: EnvironmentBatches<Turn, void>;
  /** The environments of each batch, and how to end it. */
  let begun: { environments: string; end: () => void }[];
  let timers: (() => void)[];
  let now: number;

  beforeEach(() => {
    [begun, timers, now] = [[], [], 0];
    batches = new EnvironmentBatches<Turn, void>({
      execute: (turns) => {
        const environments = turns.map(({ environmentId }) => environmentId).join('');
        const ended = new Promise<void>((end) => begun.push({ environments, end }));
        return turns.map(() => ended);
      },
      limit: 5,
      sharedLimit: 3,
      patienceMs: 25,
      now: () => now,
      timers: {
        setTimeout: ((work: () => void) => timers.push(work)) as unknown as typeof setTimeout,
        clearTimeout: () => undefined,
      },
    });
  });

  const add = async (environments: string): Promise<void> => {
    for (const environmentId of environments) void batches.add({ environmentId });
    await nextTurn();
    await nextTurn();
  };
  const seen = (): string[] => begun.map(({ environments }) => environments);

  it('those that arrive together are one batch', async () => {
    await add('abc');
    expect(seen()).toEqual(['abc']);
  });

  it('what arrives while its environment is being delivered is the next batch', async () => {
    await add('a');
    await add('a');
    await add('a');
    expect(seen()).toEqual(['a']);
    begun.at(0)!.end();
    await nextTurn();
    expect(seen()).toEqual(['a', 'aa']);
  });

  it('another environment does not wait for it, but there are two batches at most', async () => {
    await add('a');
    await add('b');
    await add('abcd');
    expect(seen()).toEqual(['a', 'b']);
    begun.at(1)!.end();
    await nextTurn();
    // The batch of the first environment is still in progress.
    expect(seen()).toEqual(['a', 'b', 'bcd']);
  });

  it('another environment does not wait for it when more of the first one waits, either', async () => {
    await add('a');
    await add('aaa');
    await add('b');
    expect(seen()).toEqual(['a', 'b']);
  });

  it('a batch has so many turns', async () => {
    await add('aaaaaaaa');
    expect(seen()).toEqual(['aaaaa']);
    begun.at(0)!.end();
    await nextTurn();
    expect(seen()).toEqual(['aaaaa', 'aaa']);
  });

  it('and fewer while several environments have some, or had a moment ago', async () => {
    await add('aaaaaaab');
    expect(seen()).toEqual(['aba']);
    now = 5000;
    begun.at(0)!.end();
    await nextTurn();
    expect(seen()).toEqual(['aba', 'aaa']);
    now = 5001;
    await add('aaaaaa');
    begun.at(1)!.end();
    await nextTurn();
    expect(seen()).toEqual(['aba', 'aaa', 'aaaaa']);
  });

  it('does not wait for a batch that takes long', async () => {
    await add('a');
    await add('a');
    timers.at(0)!();
    expect(seen()).toEqual(['a', 'a']);
    begun.at(0)!.end();
    begun.at(1)!.end();
    await nextTurn();
    await add('a');
    expect(seen()).toEqual(['a', 'a', 'a']);
  });

  it('a turn ends as its part of the batch does', async () => {
    const failing = new EnvironmentBatches<Turn, void>({
      execute: (turns) =>
        turns.map(({ environmentId }) =>
          environmentId === 'b' ? Promise.reject(new Error('b is broken')) : Promise.resolve(),
        ),
      limit: 5,
      sharedLimit: 5,
    });
    const ended = await Promise.allSettled(['a', 'b', 'c'].map((environmentId) => failing.add({ environmentId })));
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});

describe('what a batch is made of', () => {
  it.each([
    ['', 3, ''],
    ['aab', 3, 'aab'],
    ['aaaa', 3, 'aaa'],
    ['aaaab', 3, 'aba'],
    ['aaabbbc', 3, 'abc'],
    ['aaabbbc', 5, 'abcab'],
    ['abcd', 2, 'ab'],
    ['baaaa', 1, 'b'],
  ])('of %p at most %i: %p', (items, limit, batch) => {
    expect(inTurns([...items], (item) => item, limit).join('')).toBe(batch);
  });
});

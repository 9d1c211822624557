import { setImmediate as nextTurn } from 'node:timers/promises';
import { TurnBatches } from './turn-batches.js';

interface Turn {
  environmentId: string;
}

describe('turns that are put together', () => {
  let batches: TurnBatches<Turn>;
  /** The environments of each batch, and how to end it. */
  let begun: { environments: string; end: () => void }[];
  let timers: (() => void)[];

  beforeEach(() => {
    [begun, timers] = [[], []];
    batches = new TurnBatches<Turn>(
      (turns) => {
        const environments = turns.map(({ environmentId }) => environmentId).join('');
        const ended = new Promise<void>((end) => begun.push({ environments, end }));
        return turns.map(() => ended);
      },
      5,
      {
        setTimeout: ((work: () => void) => timers.push(work)) as unknown as typeof setTimeout,
        clearTimeout: () => undefined,
      },
    );
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

  it('a batch has a limited number of turns; environments that had no place are in the next one', async () => {
    await add('aaaaaaaab');
    expect(seen()).toEqual(['aaaaa', 'b']);
    begun.at(0)!.end();
    await nextTurn();
    expect(seen()).toEqual(['aaaaa', 'b', 'aaa']);
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
    const failing = new TurnBatches<Turn>(
      (turns) =>
        turns.map(({ environmentId }) =>
          environmentId === 'b' ? Promise.reject(new Error('b is broken')) : Promise.resolve(),
        ),
      5,
    );
    const ended = await Promise.allSettled(['a', 'b', 'c'].map((environmentId) => failing.add({ environmentId })));
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});

import { executeInPortions } from './in-portions.js';

describe('tasks whose results are stored in portions', () => {
  /** A task that ends when its promise resolves. */
  type Task = { name: string; until?: Promise<void> };

  let stored: string[][];
  let mostAtOnce: number;

  beforeEach(() => {
    [stored, mostAtOnce] = [[], 0];
  });

  function run(tasks: Task[], limit: number, store?: (results: string[]) => Promise<void>): Promise<void> {
    let running = 0;
    return executeInPortions(tasks, {
      limit,
      patienceMs: 1,
      execute: async ({ name, until }) => {
        running += 1;
        mostAtOnce = Math.max(mostAtOnce, running);
        await until;
        running -= 1;
        return name;
      },
      store:
        store ??
        ((results) => {
          stored.push(results);
          return Promise.resolve();
        }),
    });
  }

  it('all together when none is slow', async () => {
    await run([{ name: 'a' }, { name: 'b' }, { name: 'c' }], 5);
    expect(stored).toEqual([['a', 'b', 'c']]);
  });

  it('a slow one holds up no other', async () => {
    let end: () => void;
    const until = new Promise<void>((resolve) => (end = resolve));
    await run([{ name: 'slow', until }, { name: 'a' }, { name: 'b' }], 5, (results) => {
      stored.push(results);
      end();
      return Promise.resolve();
    });
    expect(stored).toEqual([['a', 'b'], ['slow']]);
  });

  it('no more than the limit are executed before they are stored', async () => {
    await run(
      ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name })),
      2,
    );
    expect({ stored, mostAtOnce }).toEqual({ stored: [['a', 'b'], ['c', 'd'], ['e']], mostAtOnce: 2 });
  });

  it('nothing else is started when a portion could not be stored', async () => {
    let tries = 0;
    const storing = run(
      ['a', 'b', 'c'].map((name) => ({ name })),
      1,
      () => Promise.reject(new Error(`store is away ${++tries}`)),
    );
    await expect(storing).rejects.toThrow('store is away 1');
  });

  it('nothing to do', async () => {
    await run([], 5);
    expect(stored).toEqual([]);
  });
});

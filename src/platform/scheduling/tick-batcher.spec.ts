import { LoopScheduler } from '#libs/computation/loop-scheduler.js';
import { inGroups, TickBatcher } from './tick-batcher.js';

/** Holds the event loop for a time in milliseconds. */
function hold(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

describe('calls that are gathered', () => {
  const gathered: number[][] = [];
  const turns = new LoopScheduler();
  const batcher = new TickBatcher<number, number>(
    (requests) => {
      gathered.push(requests);
      return Promise.resolve(requests.map((request) => -request));
    },
    () => turns.isBusy,
  );

  it('are answered together, although each comes in a later slice of the event loop', async () => {
    const calls = Array.from({ length: 12 }, async (_, index) => {
      const turn = turns.next('environment');
      if (turn) await turn;
      hold(6);
      return batcher.add(index);
    });
    expect(await Promise.all(calls)).toEqual(calls.map((_, index) => -index));
    expect(gathered).toEqual([calls.map((_, index) => index)]);
  });

  it('fails alone when it is one request that cannot be executed', async () => {
    const executed: number[][] = [];
    const batcher = new TickBatcher<number, string>((requests) => {
      executed.push(requests);
      if (requests.includes(2)) return Promise.reject(new Error('two is refused'));
      return Promise.resolve(requests.map(String));
    });
    const results = await Promise.allSettled([1, 2, 3].map((request) => batcher.add(request)));
    expect(results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason)))).toEqual([
      '1',
      'Error: two is refused',
      '3',
    ]);
    expect(executed).toEqual([[1, 2, 3], [1], [2], [3]]);
  });
});

it('requests are executed in groups, and answered in their order', async () => {
  const groups: string[][] = [];
  const results = await inGroups(
    ['a1', 'b1', 'a2'],
    (request) => request.slice(0, 1),
    (group) => {
      groups.push(group);
      return Promise.resolve(group.map((request) => `${request}!`));
    },
  );
  expect({ groups, results }).toEqual({ groups: [['a1', 'a2'], ['b1']], results: ['a1!', 'b1!', 'a2!'] });
});

import { LoopScheduler } from '#libs/computation/loop-scheduler.js';
import { TickBatcher } from './real-effects.js';

/** Holds the event loop for so many milliseconds. */
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
});

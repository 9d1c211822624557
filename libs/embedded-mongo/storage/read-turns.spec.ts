import type { Steps } from './commit-queue.js';
import { ReadTurns } from './read-turns.js';

/** A read that takes this many slices. */
function* read(slices: number): Steps<void> {
  for (let slice = 0; slice < slices; slice++) {
    const end = performance.now() + 11;
    while (performance.now() < end);
    yield;
  }
}

describe('reads of the embedded store', () => {
  it('take turns by tenant: a short one waits for a slice of another tenant, not for all its reads', async () => {
    const turns = new ReadTurns();
    const ended: string[] = [];
    const run = (name: string, slices: number, tenant: string) =>
      turns.run(read(slices), tenant).then(() => ended.push(name));
    const all = Array.from({ length: 10 }, (_, index) => run(`busy ${index}`, 3, 'busy'));
    all.push(run('quiet', 2, 'quiet'));
    await Promise.all(all);
    expect(ended.indexOf('quiet')).toBeLessThanOrEqual(1);
    expect(ended).toHaveLength(11);
  });

  it('of one tenant are begun in their order', async () => {
    const turns = new ReadTurns();
    const ended: number[] = [];
    await Promise.all([2, 1, 1].map((slices, index) => turns.run(read(slices), 'a').then(() => ended.push(index))));
    expect(new Set(ended)).toEqual(new Set([0, 1, 2]));
    expect(ended.indexOf(1)).toBeLessThan(ended.indexOf(2));
  });

  it('go on after one that fails', async () => {
    const turns = new ReadTurns();
    // oxlint-disable-next-line require-yield -- it fails before it could
    const failing = function* (): Steps<void> {
      throw new Error('broken');
    };
    await expect(turns.run(failing(), 'a')).rejects.toThrow('broken');
    await turns.run(read(2), 'a');
  });
});

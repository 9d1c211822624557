import { setImmediate as nextTurn } from 'node:timers/promises';
import { GatheredJobs } from './gathered-jobs.js';
import type { Job } from './job.js';

function job(eventId: string): Job {
  return { kind: 'deliver-event', eventId, sweep: 0, chunk: 0 };
}

/** A queue whose exchanges end when the test says so. */
class SlowQueue {
  readonly exchanges: { events: string[]; end: () => void; fail: (error: Error) => void }[] = [];
  readonly jobs = new GatheredJobs(
    (jobs) =>
      new Promise((resolve, reject) => {
        this.exchanges.push({ events: jobs.map(({ eventId }) => eventId), end: resolve, fail: reject });
      }),
  );

  exchange(number: number) {
    const found = this.exchanges.at(number);
    if (!found) throw new Error(`Exchange ${number} has not begun`);
    return found;
  }

  get events(): string[][] {
    return this.exchanges.map(({ events }) => events);
  }
}

describe('gathered jobs', () => {
  it('go at once when nothing is under way, and together with the next exchange otherwise', async () => {
    const queue = new SlowQueue();
    const first = queue.jobs.add([job('a')]);
    const later = [queue.jobs.add([job('b')]), queue.jobs.add([job('c'), job('d')])];
    expect(queue.events).toEqual([['a']]);
    queue.exchange(0).end();
    await first;
    await nextTurn();
    expect(queue.events).toEqual([['a'], ['b', 'c', 'd']]);
    const last = queue.jobs.add([job('e')]);
    expect(queue.events).toHaveLength(2);
    queue.exchange(1).end();
    await Promise.all(later);
    await nextTurn();
    expect(queue.events).toEqual([['a'], ['b', 'c', 'd'], ['e']]);
    queue.exchange(2).end();
    await last;
    await nextTurn();
    const alone = queue.jobs.add([job('f')]);
    expect(queue.events.at(-1)).toEqual(['f']);
    queue.exchange(3).end();
    await alone;
  });

  it('fail for those whose exchange fails, and for nobody else', async () => {
    const queue = new SlowQueue();
    const given = [job('a')];
    const first = queue.jobs.add(given);
    const [second, third] = [queue.jobs.add([job('b')]), queue.jobs.add([job('c')])];
    queue.exchange(0).fail(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await nextTurn();
    queue.exchange(1).fail(new Error('still away'));
    await expect(second).rejects.toThrow('still away');
    await expect(third).rejects.toThrow('still away');
    await nextTurn();
    const fourth = queue.jobs.add([job('d')]);
    queue.exchange(2).end();
    await fourth;
    expect(queue.events).toEqual([['a'], ['b', 'c'], ['d']]);
    expect(given).toHaveLength(1);
  });
});

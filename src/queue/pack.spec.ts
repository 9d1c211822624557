import type { Job } from './job.js';
import { packKey, toPacks, workOff } from './pack.js';

const job = (eventId: string): Job => ({ kind: 'deliver-event', eventId, sweep: 0, chunk: 0 });
const [a, b, c] = ['a', 'b', 'c'].map(job) as [Job, Job, Job];

describe('packs of jobs', () => {
  it('hold at most as many as they may, in order', () => {
    expect(toPacks([a, b, c], 2)).toEqual([{ jobs: [a, b] }, { jobs: [c] }]);
    expect(toPacks([a, b], 2)).toEqual([{ jobs: [a, b] }]);
    expect(toPacks([], 2)).toEqual([]);
  });

  it('have keys that tell them apart', () => {
    const keys = [[a], [b], [a, b], [a, b, c], [b, a]].map((jobs) => packKey({ jobs }));
    expect(new Set(keys).size).toBe(keys.length);
    expect(packKey({ jobs: [a] })).toBe(packKey({ jobs: [job('a')] }));
  });

  it('do all their jobs, and fail afterwards when some have failed', async () => {
    const done: string[] = [];
    const handler = async ({ eventId }: Job): Promise<void> => {
      if (eventId !== 'c') throw new Error(`${eventId} failed`);
      done.push(eventId);
    };
    await expect(workOff({ jobs: [a, c] }, handler)).rejects.toThrow('a failed');
    await expect(workOff({ jobs: [a, b, c] }, handler)).rejects.toThrow('2 of 3 jobs failed');
    await expect(workOff({ jobs: [c] }, handler)).resolves.toBeUndefined();
    expect(done).toEqual(['c', 'c', 'c']);
  });
});

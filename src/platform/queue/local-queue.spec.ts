/** @runs-on redis */
import { randomUUID } from 'node:crypto';
import type { Job, JobsOptions, Queue, Worker } from 'bullmq';
import { bullClassesFor, type QueueConnection, queueOptionsOf } from './bull-classes.js';

const { REDIS_URL } = process.env;
const CONNECTIONS: QueueConnection[] = [
  { kind: 'local' },
  ...(REDIS_URL ? [{ kind: 'redis', uri: REDIS_URL } as const] : []),
];

const TRIES: JobsOptions = {
  attempts: 3,
  backoff: { type: 'exponential', delay: 20, jitter: 0.5 },
  removeOnComplete: true,
  removeOnFail: { age: 3600, count: 2 },
};

type Processor = (job: Job<{ n: number }>) => Promise<unknown>;

/** A promise that a test keeps open. */
function gate(): { passed: Promise<void>; open: () => void } {
  let open!: () => void;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { passed, open };
}

describe.each(CONNECTIONS)('what processors rely on, queue: $kind', (connection) => {
  const opened: { close(force?: boolean): Promise<void> }[] = [];
  let queue: Queue<{ n: number }>;
  let worker: (process: Processor, concurrency?: number) => Worker;
  let failures: { n: number; attempt: number; reason: string }[];

  beforeEach(() => {
    failures = [];
    const { queueClass, workerClass } = bullClassesFor(connection);
    const options = {
      connection: queueOptionsOf(connection),
      prefix: `test-${randomUUID()}`,
      defaultJobOptions: TRIES,
    };
    queue = new queueClass('turns', options) as Queue<{ n: number }>;
    queue.on('error', () => undefined);
    opened.push(queue);
    worker = (process, concurrency = 1) => {
      const made = new workerClass('turns', process, { ...options, concurrency }) as Worker;
      made.on('error', () => undefined);
      made.on('failed', (job, { message }) =>
        failures.push({ n: job!.data.n, attempt: job!.attemptsMade, reason: message }),
      );
      opened.push(made);
      return made;
    };
  });

  afterEach(async () => {
    for (const one of opened.splice(0).reverse()) await one.close();
  });

  /** Collects what is processed, and resolves `all` after `count` jobs. */
  const collector = (count: number): { seen: number[]; process: Processor; all: Promise<void> } => {
    const { passed, open } = gate();
    const seen: number[] = [];
    const process: Processor = ({ data }) => {
      if (seen.push(data.n) === count) open();
      return Promise.resolve();
    };
    return { seen, process, all: passed };
  };

  it('processes jobs in their order, also those that were added before the worker came', async () => {
    const { seen, process, all } = collector(4);
    await queue.add('job', { n: 1 });
    await queue.add('job', { n: 2 });
    worker(process);
    await queue.add('job', { n: 3 });
    await queue.add('job', { n: 4 });
    await all;
    expect(seen).toEqual([1, 2, 3, 4]);
  });

  it('gives processors the data, the name of the queue and the times of a job', async () => {
    const { passed, open } = gate();
    let received: Job | undefined;
    worker((job) => {
      received = job;
      open();
      return Promise.resolve();
    });
    const { id } = await queue.add('job', { n: 7 }, { jobId: 'seven' });
    await passed;
    expect(id).toBe('seven');
    expect(received).toMatchObject({ id: 'seven', data: { n: 7 }, queueName: 'turns' });
    expect(received!.processedOn! - received!.timestamp).toBeGreaterThanOrEqual(0);
  });

  it('processes as many at a time as it may, also when that is changed later', async () => {
    const { passed, open } = gate();
    let [running, most] = [0, 0];
    const { process, all } = collector(8);
    const made = worker(async (job) => {
      most = Math.max(most, ++running);
      await passed;
      running -= 1;
      return process(job);
    });
    made.concurrency = 3;
    for (let n = 0; n < 8; n++) await queue.add('job', { n });
    await until(async () => (await queue.getJobCounts('active')).active === 3);
    expect(await queue.getJobCounts('waiting', 'active')).toEqual({ waiting: 5, active: 3 });
    open();
    await all;
    expect(most).toBe(3);
  });

  it('has one job for a deduplication id until it has ended', async () => {
    const { passed, open } = gate();
    const deduplication = { id: 'environment' };
    const { seen, process, all } = collector(2);
    worker(async (job) => {
      await passed;
      return process(job);
    });
    const first = await queue.add('job', { n: 1 }, { jobId: 'first', deduplication });
    const second = await queue.add('job', { n: 2 }, { jobId: 'second', deduplication });
    expect([first.id, second.id]).toEqual(['first', 'first']);
    open();
    await until(() => seen.length === 1);
    await until(async () => (await queue.getJobCounts('active')).active === 0);
    await queue.add('job', { n: 3 }, { deduplication });
    await all;
    expect(seen).toEqual([1, 3]);
  });

  it.each<[string, (job: Job, queue: Queue) => Promise<unknown>]>([
    ['the job', (job) => job.removeDeduplicationKey()],
    ['somebody else', (_job, { removeDeduplicationKey }) => removeDeduplicationKey.call(queue, 'environment')],
  ])('takes another one while the first runs when %s has given its id back', async (_who, giveBack) => {
    const [begun, held] = [gate(), gate()];
    const deduplication = { id: 'environment' };
    const { seen, process, all } = collector(2);
    worker(async (job) => {
      if (job.data.n === 1) {
        await giveBack(job, queue);
        begun.open();
        await held.passed;
      }
      return process(job);
    }, 2);
    await queue.add('job', { n: 1 }, { jobId: 'first', deduplication });
    await begun.passed;
    const second = await queue.add('job', { n: 2 }, { jobId: 'second', deduplication });
    expect(second.id).toBe('second');
    await until(() => seen.length === 1);
    held.open();
    await all;
    expect(seen).toEqual([2, 1]);
  });

  it('the end of a job does not give back the id of the next one', async () => {
    const [begun, held, stays] = [gate(), gate(), gate()];
    const deduplication = { id: 'environment' };
    worker(async (job) => {
      if (job.data.n === 2) return stays.passed;
      await job.removeDeduplicationKey();
      begun.open();
      return held.passed;
    }, 2);
    await queue.add('job', { n: 1 }, { deduplication });
    await begun.passed;
    await queue.add('job', { n: 2 }, { jobId: 'second', deduplication });
    await until(async () => (await queue.getJobCounts('active')).active === 2);
    held.open();
    await until(async () => (await queue.getJobCounts('active')).active === 1);
    expect((await queue.add('job', { n: 3 }, { deduplication })).id).toBe('second');
    stays.open();
  });

  it('tries a job that fails again with growing pauses, keeps its id meanwhile, and gives up in the end', async () => {
    const times: number[] = [];
    const deduplication = { id: 'environment' };
    const first = gate();
    worker(() => {
      times.push(performance.now());
      first.open();
      return Promise.reject(new Error('no'));
    });
    await queue.add('job', { n: 1 }, { jobId: 'first', deduplication });
    await first.passed;
    expect((await queue.add('job', { n: 2 }, { deduplication })).id).toBe('first');
    // Redis counts the last failure before the worker is told of it.
    await until(() => failures.length === 3);
    expect((await queue.getJobCounts('failed')).failed).toBe(1);
    expect(failures).toEqual([1, 2, 3].map((attempt) => ({ n: 1, attempt, reason: 'no' })));
    const [one, two, three] = times as [number, number, number];
    // 10 to 20 ms, then 20 to 40; a timer may be a millisecond early.
    expect(two - one).toBeGreaterThanOrEqual(9);
    expect(three - two).toBeGreaterThanOrEqual(19);
    expect((await queue.add('job', { n: 4 }, { jobId: 'next', deduplication })).id).toBe('next');
  });

  it('does not keep more jobs that have failed than it should', async () => {
    worker(() => Promise.reject(new Error('no')), 5);
    for (let n = 0; n < 5; n++) await queue.add('job', { n }, { attempts: 1 });
    await until(() => failures.length === 5);
    expect(await queue.getJobCounts('waiting', 'active', 'delayed', 'failed')).toEqual({
      waiting: 0,
      active: 0,
      delayed: 0,
      failed: 2,
    });
  });

  it('is closed when what runs has ended, and takes nothing more', async () => {
    const [begun, held] = [gate(), gate()];
    const seen: number[] = [];
    const made = worker(async ({ data }) => {
      begun.open();
      await held.passed;
      seen.push(data.n);
    });
    await queue.add('job', { n: 1 });
    await queue.add('job', { n: 2 });
    await begun.passed;
    const closed = made.close();
    held.open();
    await closed;
    expect(seen).toEqual([1]);
    expect((await queue.getJobCounts('waiting')).waiting).toBe(1);
  });

  it('is closed by force at once, and a second time', async () => {
    const [begun, held] = [gate(), gate()];
    const made = worker(() => {
      begun.open();
      return held.passed;
    });
    await queue.add('job', { n: 1 });
    await begun.passed;
    await made.close(true);
    await made.close();
    held.open();
  });
});

/** Looks again at each turn of the event loop. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => void setTimeout(resolve, 1));
}

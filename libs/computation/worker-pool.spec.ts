import { pathToFileURL } from 'node:url';
import { JobEndedError, type PoolJob, WorkerPool, type WorkerPoolOptions } from './worker-pool.js';

const SERVE = pathToFileURL(`${process.cwd()}/dist/libs/computation/serve-tasks.js`).href;

/** Tasks that do what no task should. */
const PROGRAM = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { serveTasks } from ${JSON.stringify(SERVE)};
    serveTasks({
      double: { run: (value, allowance) => (allowance.spend(value), value * 2) },
      endless: { run: () => { for (;;); } },
      greedy: { run: () => { const all = []; for (;;) all.push(new Array(100000).fill(Math.random())); } },
      broken: { run: () => { throw new TypeError('no such thing'); } },
      environment: { run: () => Object.keys(process.env) },
      leaving: { run: () => process.exit(0) },
    });
  `)}`,
);

describe('a pool of threads', () => {
  let pool: WorkerPool;

  function open(options: Partial<WorkerPoolOptions> = {}): WorkerPool {
    pool = new WorkerPool({ program: PROGRAM, threads: 1, deadline: 60_000, idle: 60_000, ...options });
    return pool;
  }

  const job = (name: string, input: unknown = 1, more: Partial<PoolJob> = {}): PoolJob => {
    return { name, input, owner: 'a', urgent: false, ...more };
  };

  afterEach(() => pool.close());

  it('does a job, and counts its steps', async () => {
    expect(await open().run(job('double', 21))).toEqual({ output: 42, steps: 21 });
  });

  it('ends a job that never ends, and does the next in another thread', async () => {
    open({ deadline: 2000 });
    await expect(pool.run(job('endless'))).rejects.toThrow(new JobEndedError('takes longer than 2 seconds'));
    expect(await pool.run(job('double', 2))).toMatchObject({ output: 4 });
  });

  it('ends a job that takes all memory, and the process goes on', async () => {
    open();
    await expect(pool.run(job('greedy'))).rejects.toThrow(new JobEndedError('takes more memory than it may'));
    expect(await pool.run(job('double', 2))).toMatchObject({ output: 4 });
  });

  it('tells of a failure that nobody foresaw, and of a thread that has left', async () => {
    open();
    await expect(pool.run(job('broken'))).rejects.toThrow('no such thing');
    await expect(pool.run(job('leaving'))).rejects.toThrow(JobEndedError);
    await expect(pool.run(job('double', () => 1))).rejects.toThrow('could not be cloned');
    expect(await pool.run(job('double', 2))).toMatchObject({ output: 4 });
  });

  it('gives a thread nothing of the environment of the process', async () => {
    process.env.A_SECRET = 'x';
    expect((await open().run(job('environment'))).output).toEqual([]);
    delete process.env.A_SECRET;
  });

  it('lets owners take turns', async () => {
    open();
    const done: string[] = [];
    const note = (owner: string) => pool.run(job('double', 1, { owner })).then(() => done.push(owner));
    await Promise.all([note('a'), note('a'), note('a'), note('a'), note('b')]);
    expect(done.indexOf('b')).toBeLessThan(3);
  });

  it('leaves one of several threads to what is urgent', async () => {
    open({ threads: 2 });
    void pool.run(job('endless'));
    void pool.run(job('endless'));
    expect(await pool.run(job('double', 3, { urgent: true }))).toMatchObject({ output: 6 });
  });

  it('asks when a turn has come whether the job is still wanted', async () => {
    open();
    let done = 0;
    const refuse = () => (done >= 2 ? 'is not done' : undefined);
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, () => pool.run(job('double', 1, { refuse })).finally(() => (done += 1))),
    );
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThanOrEqual(2);
    expect(refused).toContainEqual({ status: 'rejected', reason: new JobEndedError('is not done') });
  });

  it('fails nothing when the process stops: what is under way is left to another one', async () => {
    open();
    const settled: string[] = [];
    const note = (what: string) => () => void settled.push(what);
    void pool.run(job('endless')).then(note('done'), note('failed'));
    void pool.run(job('double')).then(note('done'), note('failed'));
    await pool.close();
    void pool.run(job('double')).then(note('done'), note('failed'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(settled).toEqual([]);
  });
});

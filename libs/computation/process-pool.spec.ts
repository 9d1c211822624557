import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { JobEndedError, type PoolJob, ProcessPool, type ProcessPoolOptions } from './process-pool.js';

const SERVE = pathToFileURL(join(process.cwd(), 'dist/libs/computation/task.js')).href;

/** Tasks that do what no task should. */
const PROGRAM = `
  import { serveTasks } from ${JSON.stringify(SERVE)};
  serveTasks([
    { name: 'double', run: (value, allowance) => (allowance.spend(value), value * 2) },
    { name: 'endless', run: () => { for (;;); } },
    { name: 'blocks', run: () => { const all = []; for (;;) all.push(new Array(100000).fill(Math.random())); } },
    { name: 'list', run: () => { const all = []; for (let i = 0; ; i++) all.push(i + 0.5); } },
    { name: 'broken', run: () => { throw new TypeError('no such thing'); } },
    { name: 'environment', run: () => Object.keys(process.env) },
    { name: 'leaving', run: () => process.exit(0) },
  ]);
`;

describe('a pool of processes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-pool-'));
  const program = join(folder, 'program.mjs');
  let pool: ProcessPool;

  function open(options: Partial<ProcessPoolOptions> = {}): ProcessPool {
    pool = new ProcessPool({ program, processes: 1, deadline: 60_000, idle: 60_000, ...options });
    return pool;
  }

  const job = (name: string, input: unknown = 1, more: Partial<PoolJob> = {}): PoolJob => {
    return { name, input, owner: 'a', urgent: false, ...more };
  };

  beforeAll(() => writeFileSync(program, PROGRAM));

  afterEach(() => pool.close());

  afterAll(() => rmSync(folder, { recursive: true }));

  it('does a job, and counts its steps', async () => {
    expect(await open().run(job('double', 21))).toEqual({ output: 42, steps: 21 });
  });

  it('ends a job that never ends, and does the next in another process', async () => {
    open({ deadline: 2000 });
    await expect(pool.run(job('endless'))).rejects.toThrow(new JobEndedError('takes longer than 2 seconds'));
    expect(await pool.run(job('double', 2))).toMatchObject({ output: 4 });
  });

  it.each(['blocks', 'list'])('ends a job that takes all memory in %s, and goes on', async (name) => {
    open();
    await expect(pool.run(job(name))).rejects.toThrow(new JobEndedError('takes more memory than it may'));
    expect(await pool.run(job('double', 2))).toMatchObject({ output: 4 });
  });

  it('tells of a failure that nobody foresaw, and of a process that has left', async () => {
    open();
    await expect(pool.run(job('broken'))).rejects.toThrow('no such thing');
    await expect(pool.run(job('leaving'))).rejects.toThrow(JobEndedError);
    await expect(pool.run(job('double', () => 1))).rejects.toThrow('could not be cloned');
    expect(await pool.run(job('double', 2))).toMatchObject({ output: 4 });
  });

  it('fails the jobs for which no process can be started', async () => {
    open({ program: 'no file has such a name\0' });
    for (const owner of ['a', 'b']) await expect(pool.run(job('double', 1, { owner }))).rejects.toThrow('null bytes');
  });

  it('gives a process nothing of the environment of this one', async () => {
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

  it('leaves one of several processes to what is urgent', async () => {
    open({ processes: 2 });
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

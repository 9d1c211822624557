import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, utimesSync } from 'node:fs';
import { hostname } from 'node:os';
import { promisify } from 'node:util';
import { exclusively } from '../../scripts/exclusive.mjs';
import { TemporaryProject } from './temporary-project.js';

const run = promisify(execFile);
let project: TemporaryProject;
let lock: string;
beforeEach(() => {
  project = new TemporaryProject();
  lock = project.path('.cache/lock');
});
afterEach(() => project.dispose());

/** The number of a process that has certainly ended. */
const endedProcess = () => spawnSync(process.execPath, ['-e', '']).pid;

it('makes the second wait for the first, says so once, and leaves no lock behind', async () => {
  const events: string[] = [];
  let finishFirst = () => {};
  const firstMayEnd = new Promise<void>((resolve) => {
    finishFirst = resolve;
  });
  const first = exclusively(lock, async () => {
    await firstMayEnd;
    events.push('first ends');
  });
  const second = exclusively(lock, async () => void events.push('second runs'), {
    onWait: () => {
      events.push('second waits');
      finishFirst();
    },
  });
  await Promise.all([first, second]);
  expect(events).toEqual(['second waits', 'first ends', 'second runs']);
  expect(existsSync(lock)).toBe(false);
});

it('gives the lock back when the work fails', async () => {
  await expect(exclusively(lock, () => Promise.reject(new Error('no luck')))).rejects.toThrow('no luck');
  expect(existsSync(lock)).toBe(false);
});

it('takes over the lock of a process that has ended', async () => {
  project.write('.cache/lock', { pid: endedProcess(), host: hostname(), id: 'gone' });
  await expect(exclusively(lock, async () => 'done')).resolves.toBe('done');
});

it('takes over a lock that was silent for long, even if its process number lives', async () => {
  project.write('.cache/lock', { pid: process.pid, host: 'elsewhere', id: 'silent' });
  const longAgo = new Date(Date.now() - 120_000);
  utimesSync(lock, longAgo, longAgo);
  await expect(exclusively(lock, async () => 'done')).resolves.toBe('done');
});

it('lets six processes in one after the other, starting from an abandoned lock', async () => {
  project.copyScripts();
  project.write('.cache/lock', { pid: endedProcess(), host: hostname(), id: 'gone' });
  project.write(
    'work.mjs',
    `import { appendFileSync } from 'node:fs';
     import { setTimeout } from 'node:timers/promises';
     import { exclusively } from './scripts/exclusive.mjs';
     await exclusively('.cache/lock', async () => {
       appendFileSync('log', process.pid + ' in\\n');
       await setTimeout(20);
       appendFileSync('log', process.pid + ' out\\n');
     });`,
  );
  await Promise.all(Array.from({ length: 6 }, () => run(process.execPath, ['work.mjs'], { cwd: project.root })));
  const lines = readFileSync(project.path('log'), 'utf8').trim().split('\n');
  expect(lines).toHaveLength(12);
  for (let index = 0; index < lines.length; index += 2) {
    expect(lines[index + 1]).toBe(lines[index]?.replace('in', 'out'));
  }
  expect(readdirSync(project.path('.cache'))).toEqual([]);
});

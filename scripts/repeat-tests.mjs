/**
 * Runs the tests again and again under one condition, and says what failed and how long it took. Nobody trusts a suite that
 * fails once in a while.
 *
 *   node scripts/repeat-tests.mjs --times 10                 # ten times in a row
 *   node scripts/repeat-tests.mjs --busy 4                   # with four busy loops beside it
 *   node scripts/repeat-tests.mjs --slow 0.25                # with a quarter of the processors, by a quota (Linux, as root)
 *   node scripts/repeat-tests.mjs --random                   # with the files in random order; --seed N repeats one
 *   node scripts/repeat-tests.mjs --node /path/to/bin/node   # on another Node
 *
 * Conditions can be combined; what follows a second `--` goes to jest. What the runs print is kept in .cache/repeat.
 * Nothing is tried again. Ends with 1 when a run failed.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const ROOT = join(import.meta.dirname, '..');
const LOGS = join(ROOT, '.cache/repeat');
const PERIOD_MICROSECONDS = 100_000;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '1' },
    busy: { type: 'string', default: '0' },
    slow: { type: 'string', default: '1' },
    random: { type: 'boolean', default: false },
    seed: { type: 'string' },
    node: { type: 'string', default: process.execPath },
  },
});
const random = options.random || options.seed !== undefined;
const share = Number(options.slow);
if (!(share > 0 && share <= 1)) throw new Error('--slow is the share of the processor, such as 0.25');

mkdirSync(LOGS, { recursive: true });
const condition = [
  ...(options.busy === '0' ? [] : [`${options.busy} busy loops`]),
  ...(share === 1 ? [] : [`processor at ${share}`]),
  ...(random ? ['files in random order'] : []),
  ...(options.node === process.execPath ? [] : [options.node]),
].join(', ');
console.log(`${options.times} times: ${condition || 'as it is'}`);
console.log('run  passed  failed  seconds  seed');

const loops = Array.from({ length: Number(options.busy) }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
);
process.on('exit', () => loops.forEach((loop) => loop.kill('SIGKILL')));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

let failedRuns = 0;
for (let run = 1; run <= Number(options.times); run += 1) {
  const seed = options.seed ?? String(Math.floor(Math.random() * 1e9));
  const started = performance.now();
  const { passed, failures } = await runOnce(run, seed);
  const seconds = Math.round((performance.now() - started) / 1000);
  if (failures.length > 0) failedRuns += 1;
  const cells = [run, passed, failures.length, seconds].map((cell, index) =>
    String(cell).padStart([3, 8, 8, 9][index]),
  );
  console.log(`${cells.join('')}${random ? `  ${seed}` : ''}`);
  for (const failure of failures) console.log(`     ${failure}`);
}
process.exit(failedRuns > 0 ? 1 : 0);

async function runOnce(run, seed) {
  const results = join(LOGS, `run-${run}.json`);
  rmSync(results, { force: true });
  const log = openSync(join(LOGS, `run-${run}.log`), 'w');
  const args = [
    'node_modules/jest/bin/jest.js',
    '--json',
    `--outputFile=${results}`,
    ...(random ? ['--testSequencer=./test/random-order.mjs'] : []),
    ...positionals,
  ];
  const group = share < 1 ? limitedGroup() : undefined;
  // The shell joins the group before it becomes jest, so that whatever jest starts is in it, too.
  const [command, ...before] = group
    ? ['sh', '-c', 'echo $$ > "$0" && exec "$@"', `${group}/cgroup.procs`, options.node]
    : [options.node];
  const jest = spawn(command, [...before, ...args], {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...process.env, TEST_SEED: seed },
  });
  const end = () => signalAll(jest.pid, 'SIGKILL');
  process.on('exit', end);
  const code = await new Promise((resolve) => jest.on('exit', resolve));
  process.off('exit', end);
  if (group) await removeGroup(group);
  return readResults(results, code);
}

/**
 * A control group whose processes share that part of all processors. Not signals: tests stop processes by signals, and
 * those would go on again.
 */
function limitedGroup() {
  const first = '/sys/fs/cgroup/cpu';
  const isFirstVersion = existsSync(`${first}/cpu.cfs_quota_us`);
  const group = `${isFirstVersion ? first : '/sys/fs/cgroup'}/carillon-tests-${process.pid}`;
  const quota = Math.round(share * availableParallelism() * PERIOD_MICROSECONDS);
  mkdirSync(group, { recursive: true });
  if (isFirstVersion) {
    writeFileSync(`${group}/cpu.cfs_period_us`, String(PERIOD_MICROSECONDS));
    writeFileSync(`${group}/cpu.cfs_quota_us`, String(quota));
  } else {
    writeFileSync(`${group}/cpu.max`, `${quota} ${PERIOD_MICROSECONDS}`);
  }
  return group;
}

/** A group can be removed when its last process has ended, which may be a moment after jest. */
async function removeGroup(group) {
  for (let tries = 0; tries < 50; tries += 1) {
    try {
      return rmdirSync(group);
    } catch (error) {
      if (error.code !== 'EBUSY') throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

function signalAll(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

function readResults(path, code) {
  try {
    const { numPassedTests, testResults } = JSON.parse(readFileSync(path, 'utf8'));
    const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
      const failed = assertionResults.filter((one) => one.status === 'failed');
      const file = name.slice(ROOT.length + 1);
      if (failed.length === 0 && status === 'failed') return [`${file}: ${message.trim().split('\n')[0]}`];
      return failed.map(({ fullName }) => `${file}: ${fullName}`);
    });
    return {
      passed: numPassedTests,
      failures: failures.length === 0 && code !== 0 ? [`ended with ${code}`] : failures,
    };
  } catch {
    return { passed: 0, failures: [`ended with ${code} and no results`] };
  }
}

/**
 * Runs what takes too long before every change: all campaigns in their long forms, the tests in random order, and the tests
 * of the application on Redis.
 *
 *   npm run nightly                                          # everything, on the embedded store and queue
 *   REDIS_URL=redis://127.0.0.1:6379 npm run nightly         # and on Redis what can be
 *   npm run nightly -- walk security                         # these alone
 *
 * Each part is tried, whatever became of those before it. What they print is kept in .cache/nightly. Ends with a table,
 * and with 1 when a part failed.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const LOGS = join(ROOT, '.cache/nightly');
const { REDIS_URL, ...inherited } = process.env;
const EMBEDDED = { PROPERTY_SEED: String(Math.floor(Math.random() * 2 ** 31)), ...inherited };
const REDIS = { ...EMBEDDED, REDIS_URL };

/** A command of npm, and what it runs on. */
const PARTS = {
  random: [EMBEDDED, 'test:repeat', '--random'],
  chaos: [EMBEDDED, 'chaos'],
  upgrade: [EMBEDDED, 'upgrade'],
  inbox: [EMBEDDED, 'inbox:model'],
  security: [EMBEDDED, 'security'],
  walk: [EMBEDDED, 'walk'],
  console: [{ ...EMBEDDED, CONSOLE_LOOKS: 'all' }, 'test:long', 'test/console/screens'],
  store: [{ ...EMBEDDED, PROPERTY_RUNS: '2000' }, 'test', 'test/store/properties'],
  'store-crash': [{ ...EMBEDDED, CRASH_KILLS: '200' }, 'test:long', 'test/store/crash'],
  move: [{ ...EMBEDDED, MOVE_MESSAGES: '1000000' }, 'test:long', 'test/server/move'],
  ...(REDIS_URL && {
    'redis-application': [REDIS, 'test', String.raw`e2e-spec\.ts$`],
    'redis-processes': [REDIS, 'test:long', String.raw`process-spec\.ts$`],
    'redis-chaos': [REDIS, 'chaos'],
    'redis-upgrade': [REDIS, 'upgrade'],
  }),
};

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in PARTS));
if (unknown.length > 0)
  throw new Error(`No such part: ${unknown.join(', ')}. There are ${Object.keys(PARTS).join(', ')}`);

mkdirSync(LOGS, { recursive: true });
console.log(`PROPERTY_SEED=${EMBEDDED.PROPERTY_SEED}`);
const rows = [];
for (const name of chosen.length > 0 ? chosen : Object.keys(PARTS)) {
  const started = performance.now();
  const failed = (await run(name)) !== 0;
  rows.push({
    part: name,
    result: failed ? 'FAILED' : 'passed',
    minutes: Math.round((performance.now() - started) / 6000) / 10,
  });
  console.log(`${name}: ${rows.at(-1).result}`);
}
console.table(rows);
process.exit(rows.some(({ result }) => result === 'FAILED') ? 1 : 0);

/** Its exit code. */
function run(name) {
  const [env, script, ...options] = PARTS[name];
  const log = openSync(join(LOGS, `${name}.log`), 'w');
  const npm = spawn('npm', ['run', script, '--', ...options], { cwd: ROOT, env, stdio: ['ignore', log, log] });
  return new Promise((resolve) => {
    npm.on('error', () => resolve(1));
    npm.on('close', resolve);
  });
}

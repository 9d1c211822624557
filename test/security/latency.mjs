// How long others wait while one key sends whatever it can make the service compute.
//
//   node test/security/latency.mjs [--only templates,bulk-pattern] [--seconds 5]
//
// Starts the built application on an embedded store in a temporary folder. For each attack: what environment B (a trigger
// every 50 ms) and `/health/live` wait on the quiet process, then while environment A attacks for that long, warmed up, and
// how long it takes until B's notification can be read. `stolen` is what the host of a virtual machine took of its processors:
// above a few per cent, the longest times are the host's. Nothing here is asserted: it is for a quiet machine and a person who
// reads it.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { NODE_OPTIONS, PROGRAM } from '../npm-start.mjs';
import { ATTACKS, delivered } from './latency-attacks.mjs';
import { ask, client } from './latency-client.mjs';

const KEY = 'a'.repeat(32);
const PAUSE_MS = 50;
/** In what /proc/stat counts time. */
const TICKS_PER_SECOND = 100;
/** How often quiet and attacked intervals alternate. */
const ROUNDS = 3;
/** How long something goes on before it is measured: its code paths are compiled, and the memory has grown. */
const WARM_UP_SECONDS = 10;

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, seconds: { type: 'string', default: '5' } },
});
const chosen = ATTACKS.filter(({ name }) => !options.only || options.only.split(',').includes(name));
const seconds = Number(options.seconds);
if (chosen.length === 0)
  throw new Error(`There is no such attack; there are ${ATTACKS.map(({ name }) => name).join(', ')}`);

const dataDir = await mkdtemp(join(tmpdir(), 'carillon-latency-'));
const child = spawn(process.execPath, [...NODE_OPTIONS, PROGRAM, 'start'], {
  env: {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    BOOTSTRAP_API_KEY: KEY,
    PORT: '0',
    LEGACY_PORT: '0',
    LOG_LEVEL: 'error',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = new Promise((resolve) => child.once('close', resolve));
// Also when a request of B fails while nothing waits for it.
process.once('exit', () => child.kill('SIGKILL'));
try {
  const { url, key } = await started();
  const b = client(url, key);
  await b('POST', '/v2/workflows', {
    name: 'Hello',
    workflowId: 'hello',
    active: true,
    steps: [{ name: 'Inbox', type: 'in_app', controlValues: { body: 'Hello {{payload.text}}' } }],
  });
  console.log(`Node ${process.version}; load before ${loadavg()[0].toFixed(1)}; milliseconds, median / 99 % / longest`);
  await probe(url, b, wait(WARM_UP_SECONDS * 1000));
  print('quiet', await probe(url, b, wait(seconds * 1000)));
  for (const attack of chosen) {
    const attackFor = await attacker(attack.name, url);
    await attackFor(Math.min(WARM_UP_SECONDS, seconds));
    // In turns, so that what else the machine does is in both.
    const [calm, attacked] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      calm.push(await probe(url, b, wait((seconds * 1000) / ROUNDS)));
      attacked.push(await probe(url, b, attackFor(seconds / ROUNDS)));
    }
    print('  quiet between', together(calm));
    print(attack.name, together(attacked));
    await attackFor(0);
  }
  console.log(`load after ${loadavg()[0].toFixed(1)}`);
} finally {
  child.kill('SIGTERM');
  await ended;
  await rm(dataDir, { recursive: true, force: true });
}

/**
 * Environment A, in a process of its own. Returns what attacks for so many seconds and resolves with how often it did; with
 * 0 it ends.
 */
async function attacker(name, url) {
  const attacking = fork(new URL('latency-attacker.mjs', import.meta.url), [name, url, KEY]);
  await once(attacking, 'message');
  return async (seconds) => {
    attacking.send(seconds);
    const [said] = await once(attacking, seconds > 0 ? 'message' : 'exit');
    return said;
  };
}

/** Where the process listens, and the key of its Production environment, both as it prints them. */
async function started() {
  let output = '';
  for await (const chunk of child.stdout) {
    output += chunk;
    const url = /(?:API {12}|ready on )(http:\/\/\S+)/.exec(output)?.[1];
    const key = /([0-9a-f]{32}) {2}\(environment: Production/.exec(output)?.[1];
    if (url && key) {
      child.stdout.resume();
      return { url, key };
    }
  }
  throw new Error(`The process did not start: ${output}`);
}

/** Several measurements as one. */
function together(measured) {
  const times = {};
  for (const one of measured)
    for (const [what, values] of Object.entries(one.times)) times[what] = [...(times[what] ?? []), ...values];
  const sum = (name) => measured.reduce((total, one) => total + (one[name] ?? 0), 0);
  const rounds = measured[0].rounds === undefined ? undefined : sum('rounds');
  return { times, seconds: sum('seconds'), rounds, stolen: sum('stolen') / measured.length };
}

/** What others wait until `work` is done; requests that are under way then are waited for. */
async function probe(url, b, work) {
  const state = { isOver: false };
  const begin = performance.now();
  const stolenBefore = stolenSeconds();
  const worked = Promise.resolve(work).finally(() => {
    state.isOver = true;
  });
  const times = { live: [], list: [], accept: [], visible: [] };
  const asked = [];
  while (!state.isOver) {
    asked.push(
      timed(times.live, () => ask('GET', new URL('/health/live', url))),
      timed(times.list, () => b('GET', '/v2/subscribers?limit=10')),
      triggered(b, times),
    );
    await Promise.race([wait(PAUSE_MS), worked]);
  }
  const rounds = await worked;
  const seconds = (performance.now() - begin) / 1000;
  await Promise.all(asked);
  return { times, seconds, rounds, stolen: (stolenSeconds() - stolenBefore) / seconds / cpus().length };
}

async function triggered(b, times) {
  const begin = performance.now();
  const { data } = await b('POST', '/v1/events/trigger', { name: 'hello', to: 'ada', payload: { text: 'there' } });
  times.accept.push(performance.now() - begin);
  await delivered(b, data.transactionId);
  times.visible.push(performance.now() - begin);
}

async function timed(times, work) {
  const begin = performance.now();
  await work();
  times.push(performance.now() - begin);
}

function print(name, { times, seconds, rounds, stolen }) {
  const shown = Object.entries(times).map(([what, values]) => `${what} ${figures(values)}`);
  const often = rounds === undefined ? '' : `   ${(rounds / seconds).toFixed(1)} attacks a second`;
  const took = `${seconds.toFixed(1).padStart(5)} s   stolen ${(stolen * 100).toFixed(0).padStart(2)} %`;
  console.log(`${name.padEnd(18)} ${took}   ${shown.join('   ')}${often}`);
}

/** Seconds for which the processors of a virtual machine were ready to work and not allowed to; Linux alone counts them. */
function stolenSeconds() {
  if (process.platform !== 'linux') return 0;
  const [, , , , , , , , stolen] = readFileSync('/proc/stat', 'utf8').split(/\s+/);
  return Number(stolen) / TICKS_PER_SECOND;
}

function figures(values) {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0).padStart(5);
  return `${at(0.5)} / ${at(0.99)} / ${at(1)}`;
}

function wait(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

// Measures the suppression list with many entries, over the API of a Carillon of its own on the embedded store.
//
//   node test/bench/suppressions.mjs [--entries 1000000]
//
// Needs a build. Prints one line per measurement.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { NODE_OPTIONS, PROGRAM } from '../npm-start.mjs';

const { values } = parseArgs({ options: { entries: { type: 'string', default: '1000000' } } });
const entries = Number(values.entries);
const FILE = 100_000;
const folder = await mkdtemp(join(tmpdir(), 'carillon-suppressions-'));
const apiKey = randomBytes(16).toString('hex');
let child;
let url;

async function start() {
  const env = {
    PATH: process.env.PATH,
    PORT: '0',
    LEGACY_API: 'false',
    DATA_DIR: folder,
    BOOTSTRAP_API_KEY: apiKey,
  };
  child = spawn(process.execPath, [...NODE_OPTIONS, PROGRAM, 'start'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  url = undefined;
  while (url === undefined) {
    if (child.exitCode !== null) throw new Error(`It has not started: ${output}`);
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
    url = /(?:API {12}|ready on )(http:\/\/\S+)/.exec(output)?.[1];
  }
}

async function stop() {
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
}

async function call(method, path, body, type = 'application/json') {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const headers = { authorization: `ApiKey ${apiKey}`, ...(text !== undefined && { 'content-type': type }) };
  const response = await fetch(url + path, { method, headers, body: text });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

async function timed(what, work) {
  const begun = performance.now();
  const result = await work();
  console.log(`${what.padEnd(60)} ${(performance.now() - begun).toFixed(0).padStart(8)} ms`);
  return result;
}

/** Megabytes of memory of the process. */
async function memory() {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024);
}

const address = (number) => `${((number * 7919) % entries).toString(36)}.person${number}@example${number % 97}.com`;

try {
  await start();
  for (let from = 0; from < entries; from += FILE) {
    const rows = Array.from(
      { length: Math.min(FILE, entries - from) },
      (_, one) => `email,${address(from + one)},bounce`,
    );
    const csv = `channel,address,reason\n${rows.join('\n')}\n`;
    await timed(`import of ${rows.length}, up to ${from + rows.length}`, () =>
      call('POST', '/v1/suppressions/import', csv, 'text/csv'),
    );
  }
  const searches = [
    ['without a filter', ''],
    ['an exact address', address(entries / 2)],
    ['a part of few', `person${Math.floor(entries / 3)}@`],
    ['a part of many', 'EXAMPLE7'],
    ['a part of none', 'nobody-at-all'],
  ];
  for (const round of ['first', 'second', 'third']) {
    for (const [what, text] of searches) {
      const found = await timed(`${round} search for ${what}`, () =>
        call('GET', `/v1/suppressions?limit=25&address=${encodeURIComponent(text)}`),
      );
      if (round === 'first') console.log(`  found ${found.totalCount}${found.totalCountCapped ? ' and more' : ''}`);
    }
  }
  const steps = [{ name: 'Email', type: 'email', controlValues: { subject: 's', body: 'b' } }];
  await call('POST', '/v2/workflows', { name: 'w', workflowId: 'w', active: true, steps });
  await stop();
  await start();
  const before = await memory();
  const outcome = async (email) => {
    const { data } = await call('POST', '/v1/events/trigger', { name: 'w', to: { subscriberId: email, email } });
    for (;;) {
      const { data: runs } = await call('GET', `/v1/notifications?transactionId=${data.transactionId}`);
      if (runs[0] && !['running', 'pending'].includes(runs[0].status)) return runs[0].jobs[0].reason;
    }
  };
  const responses = { slowest: 0, last: performance.now(), isWanted: true };
  const watching = (async () => {
    while (responses.isWanted) {
      await fetch(`${url}/health/live`);
      responses.slowest = Math.max(responses.slowest, performance.now() - responses.last);
      responses.last = performance.now();
    }
  })();
  const reason = await timed('first message after a start, to a suppressed address', () => outcome(address(5)));
  responses.isWanted = false;
  await watching;
  console.log(`  ${reason}; the slowest response meanwhile took ${Math.round(responses.slowest)} ms`);
  console.log(`  memory of the process: ${before} MB before, ${await memory()} MB after`);
  await timed('next message', () => outcome(address(6)));
} finally {
  await stop();
  await rm(folder, { recursive: true, force: true });
}

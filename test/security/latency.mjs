// How long others wait while somebody attacks.
//
//   node test/security/latency.mjs [--only floods,templates,bodies:/v1/session] [--seconds 10] [--build DIR]... [--check]
//
// Starts the built application, on the embedded default in a temporary folder, or on the servers in MONGODB_URI and REDIS_URL
// with a database of its own; with --build, that of other checkouts, one beside the other. This process is environment B
// (a trigger and a list every 50 ms) and `/health/live`; environment A attacks from another process, in turns with quiet
// intervals, so that what else the machine does is in both. Counted, too, because clocks differ: the reads of the store and the
// processor time of the application that an attack causes, beyond what B does. `stolen` is what the host of a virtual machine
// took of its processors.
//
// With --check it exits with 1 when, during an attack, the slowest trigger or list takes more than four times as long as the
// slowest of the quiet intervals, /health/live more than 300 ms, or the owner's sign-in more than 2 s. What does not hold is
// measured once more. --report FILE: a line of JSON for each attack.
import { appendFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { waitUntilQuiet } from '../bench/system/machine.mjs';
import { attackNamed, chosenNames } from './latency-attacks.mjs';
import { prepareOthers, probe, together } from './latency-probe.mjs';
import { Server } from './latency-server.mjs';
import { lineOf, tableOf, verdictOf } from './latency-verdict.mjs';

/** How often quiet and attacked intervals alternate. */
const ROUNDS = 3;
/** How long something goes on before it is measured: its code paths are compiled, and the memory has grown. */
const WARM_UP_SECONDS = 10;

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    seconds: { type: 'string', default: '10' },
    build: { type: 'string', multiple: true, default: [join(import.meta.dirname, '../..')] },
    check: { type: 'boolean', default: false },
    report: { type: 'string' },
  },
});
const names = chosenNames(options.only);
const seconds = Number(options.seconds);
if (!(seconds > 0)) throw new Error('--seconds is a number above 0');

process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));
const servers = [];
try {
  console.log(`Node ${process.version}; load before ${loadavg()[0].toFixed(1)}; milliseconds, median / 99 % / longest`);
  for (const folder of options.build) {
    const server = await Server.start(folder);
    servers.push(server);
    await prepareOthers(server);
    await probe(server, wait(Math.min(WARM_UP_SECONDS, seconds) * 1000));
  }
  const rows = [];
  for (const name of names)
    for (const server of servers) {
      const verdict = await tried(name, server);
      if (!verdict || (options.check && !verdict.held)) process.exitCode = 1;
      if (!verdict) continue;
      rows.push(verdict.row);
      if (options.report) appendFileSync(options.report, `${JSON.stringify({ attack: name, ...verdict })}\n`);
    }
  console.log(`load after ${loadavg()[0].toFixed(1)}`);
  if (rows.length > 0) console.log(`\n${tableOf(rows)}`);
} finally {
  await Promise.all(servers.map((server) => server.stop()));
}

/** Undefined when it could not be measured; says why. */
async function tried(name, server) {
  try {
    const attackFor = await server.attacker(name);
    const first = await measure(name, server, attackFor);
    const verdict = first.held || !options.check ? first : await measure(name, server, attackFor);
    await attackFor(0);
    return verdict;
  } catch (error) {
    console.error(`${name}, ${server.name}:`, error);
    return undefined;
  }
}

async function measure(name, server, attackFor) {
  const attack = attackNamed(name);
  await attackFor(Math.min(WARM_UP_SECONDS, seconds / 2));
  let calmSeconds = await server.calm();
  const busy = await waitUntilQuiet();
  const [calm, attacked] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    calm.push(await probe(server, wait((seconds * 1000) / ROUNDS), attack));
    attacked.push(await probe(server, attackFor(seconds / ROUNDS), attack));
    calmSeconds = Math.max(calmSeconds, await server.calm());
  }
  const [quietly, attackedly] = [together(calm), together(attacked)];
  console.log(lineOf(`  quiet, ${server.name}`, quietly));
  console.log(lineOf(name, attackedly));
  return verdictOf(name, server.name, quietly, attackedly, { calmSeconds, busy });
}

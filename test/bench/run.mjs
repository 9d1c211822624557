// Measures what docs/performance.md promises, beside the limits of the same machine in the same run: USAGE says how.
//
// On the embedded default in a temporary folder, or on the servers in MONGODB_URI and REDIS_URL. A budget that is
// missed is printed, not an error; the exit code is 1 when something failed to run. While other programs use the processors,
// or the machine is not as fast after a part as before it, figures are printed and not compared with their budgets.
import { availableParallelism, cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { measureAgainst } from './against.mjs';
import { measureBuilds } from './builds.mjs';
import { measureAcceptance } from './parts/acceptance.mjs';
import { measureBroadcast } from './parts/broadcast.mjs';
import { measureCommands } from './parts/commands.mjs';
import { measureDelivery } from './parts/delivery.mjs';
import { measureGrowth } from './parts/growth.mjs';
import { measureIdle } from './parts/idle.mjs';
import { measureInbox } from './parts/inbox.mjs';
import { measureLatency } from './parts/latency.mjs';
import { measureLegacy } from './parts/legacy.mjs';
import { measureLimits } from './parts/limits.mjs';
import { measureLists } from './parts/lists.mjs';
import { measureLive } from './parts/live.mjs';
import { measureMemory } from './parts/memory.mjs';
import { measureQueue } from './parts/queue.mjs';
import { measureTelemetry } from './parts/telemetry.mjs';
import { measureStart } from './parts/start.mjs';
import { measureWorkflows } from './parts/workflows.mjs';
import { measureWaits } from './parts/waits.mjs';
import { table } from './system/figures.mjs';
import { machineSpeed, waitUntilQuiet } from './system/machine.mjs';
import { Services } from './system/services.mjs';

const USAGE = `npm run bench -- [--quick] [--million] [--only acceptance,broadcast]
npm run bench -- [--quick] --against URL --key KEY [--workflow NAME]    another server, by its public API alone
npm run bench -- [--quick] --against-build DIR    this build and that of another checkout, in turns`;

/** A machine whose speed changes by this share while a part is measured says little about it. */
const UNEVEN = 0.2;

const options = readOptions();

const sizes = options.quick
  ? {
      commands: { triggers: 8 },
      acceptance: { rounds: 1, seconds: 2 },
      telemetry: { rounds: 3, seconds: 2 },
      legacy: { rounds: 1, seconds: 2 },
      queue: { jobs: 500 },
      delivery: { rounds: 3, triggers: 500 },
      latency: { triggers: 50, warmUp: 500 },
      limits: { rounds: 1, triggers: 50 },
      growth: { stored: [20_000], triggers: 500 },
      broadcast: { rounds: 1, recipients: 2000 },
      lists: { subscribers: 20_000, requests: 5 },
      workflows: { workflows: 200, requests: 5 },
      live: { sockets: 1000, triggers: 10 },
      inbox: { messages: 20_000, requests: 5 },
      memory: { recipients: 5000 },
      waits: { waits: 200 },
      idle: { seconds: 20 },
      start: { rounds: 1 },
      against: { triggers: 500, singles: 30, recipients: 500 },
      builds: { pairs: 2, triggers: 500, singles: 20, lists: 5, recipients: 500 },
    }
  : {
      commands: { triggers: 40 },
      acceptance: { rounds: 5, seconds: 5 },
      telemetry: { rounds: 9, seconds: 5 },
      legacy: { rounds: 3, seconds: 5 },
      queue: { jobs: 5000 },
      delivery: { rounds: 5, triggers: 4000 },
      latency: { triggers: 300, warmUp: 4000 },
      limits: { rounds: 3, triggers: 300 },
      growth: { stored: options.million ? [100_000, 1_000_000] : [100_000], triggers: 2000 },
      broadcast: { rounds: 3, recipients: 20_000 },
      lists: { subscribers: 100_000, requests: 7 },
      workflows: { workflows: 2000, requests: 7 },
      live: { sockets: 1000, triggers: 50 },
      inbox: { messages: 100_000, requests: 7 },
      memory: { recipients: options.million ? 1_000_000 : 100_000 },
      waits: { waits: 2000 },
      idle: { seconds: 60 },
      start: { rounds: 3 },
      against: { triggers: 4000, singles: 200, recipients: 5000 },
      builds: { pairs: 5, triggers: 3000, singles: 100, lists: 20, recipients: 3000 },
    };

const parts = {
  commands: measureCommands,
  acceptance: measureAcceptance,
  telemetry: measureTelemetry,
  legacy: measureLegacy,
  queue: measureQueue,
  delivery: measureDelivery,
  latency: measureLatency,
  limits: measureLimits,
  growth: measureGrowth,
  broadcast: measureBroadcast,
  lists: measureLists,
  workflows: measureWorkflows,
  live: measureLive,
  inbox: measureInbox,
  memory: measureMemory,
  waits: measureWaits,
  idle: measureIdle,
  start: (_services, size) => measureStart(size),
};

const chosen = options.only?.split(',') ?? Object.keys(parts);
const unknown = chosen.filter((name) => !(name in parts));
if (unknown.length > 0)
  throw new Error(`There is no part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`);

const machine = `Node ${process.version}, ${availableParallelism()} cores, ${cpus()[0].model}`;
const rows = options.against
  ? await measureOther()
  : options['against-build']
    ? await measureBuilds(options['against-build'], sizes.builds)
    : await measureOwn();
console.log(`\n${table(rows)}\n\nload after ${loadavg()[0].toFixed(1)}`);

async function measureOwn() {
  const services = await Services.start();
  console.log(`${services.storeName}, ${services.queueName}; ${machine}; load before ${loadavg()[0].toFixed(1)}`);
  const measured = [];
  try {
    for (const name of chosen) measured.push(...(await measure(name, (size) => parts[name](services, size))));
  } finally {
    await services.stop();
  }
  return measured;
}

function measureOther() {
  const { against: url, key, workflow } = options;
  if (!key) throw new Error('--against needs --key');
  console.log(`${url}; ${machine}; load before ${loadavg()[0].toFixed(1)}`);
  return measure('against', (size) => measureAgainst({ url, key, workflow }, size));
}

async function measure(name, part) {
  console.log(`${name} …`);
  try {
    const [busyBefore, speedBefore] = [await waitUntilQuiet(), await machineSpeed()];
    const measured = await part(sizes[name]);
    const [busyAfter, speedAfter] = [await waitUntilQuiet(), await machineSpeed()];
    console.log(`  speed of the machine: ${speedBefore.toFixed(1)} before, ${speedAfter.toFixed(1)} after`);
    const busy = busyBefore ?? busyAfter;
    if (busy !== undefined) {
      console.log(`  other programs use ${(100 * busy).toFixed(0)} % of the processors: not compared with the budget`);
      return measured.map((row) => ({ ...row, met: row.met && 'busy' }));
    }
    if (Math.abs(speedAfter - speedBefore) < UNEVEN * Math.max(speedBefore, speedAfter)) return measured;
    console.log('  the machine changes its speed: not compared with the budget');
    return measured.map((row) => ({ ...row, met: row.met && 'uneven' }));
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
    return [{ what: name, measured: 'failed to run', budget: '', met: '' }];
  }
}

/** Ends the process with the usage where options are unknown, or asked for. */
function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        quick: { type: 'boolean', default: false },
        million: { type: 'boolean', default: false },
        only: { type: 'string' },
        against: { type: 'string' },
        'against-build': { type: 'string' },
        key: { type: 'string' },
        workflow: { type: 'string' },
      },
    });
    if (!values.help) return values;
    console.log(USAGE);
    return process.exit(0);
  } catch (error) {
    console.error(`${error.message}\n\n${USAGE}`);
    return process.exit(1);
  }
}

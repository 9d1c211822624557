// The long form of the tests that kill processes and send everything at once.
//
//   npm run chaos -- [--kills 100] [--people 500] [--rounds 20] [--events 500] [--broadcast 20000] [--outage 60] [--seed N]
//                 [NAME...]
//
// On the embedded store, or on the servers that MONGODB_URI and REDIS_URL name. NAME chooses files: chaos, digest,
// throttle, cancel, people, bridge, outages, batches. A failure prints its seed.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string', default: '100' },
    people: { type: 'string', default: '500' },
    rounds: { type: 'string', default: '20' },
    events: { type: 'string', default: '500' },
    broadcast: { type: 'string', default: '20000' },
    outage: { type: 'string', default: '60' },
    seed: { type: 'string' },
  },
});
// Workers that die in a batch are tried beside the other tests of batches.
const files = positionals.length > 0 ? positionals.map(fileOf) : ['test/chaos/', fileOf('batches')];
const jest = 'node_modules/jest/bin/jest.js';
const { status } = spawnSync(process.execPath, [jest, '--runInBand', ...files], {
  cwd: resolve(import.meta.dirname, '../..'),
  stdio: 'inherit',
  env: {
    ...process.env,
    CHAOS_KILLS: values.kills,
    CHAOS_PEOPLE: values.people,
    CHAOS_ROUNDS: values.rounds,
    CHAOS_EVENTS: values.events,
    CHAOS_BROADCAST: values.broadcast,
    CHAOS_ENVIRONMENTS: '10',
    CHAOS_OUTAGE_SECONDS: values.outage,
    ...(values.seed === undefined ? {} : { CHAOS_SEED: values.seed }),
  },
});
process.exit(status ?? 1);

function fileOf(name) {
  return name === 'batches' ? 'test/delivery/dispatch/batches' : `test/chaos/${name}`;
}

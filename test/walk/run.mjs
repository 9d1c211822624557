// The long form of the walk over every operation of the OpenAPI documents.
//
//   node test/walk/run.mjs [--rounds 60] [--seed N]
//
// On the embedded store, or on the servers that MONGODB_URI and REDIS_URL name. The seed is printed; with the same
// seed and number of rounds the same requests are sent, but for the ids of things.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
  },
});
process.stdout.write(`Seed ${values.seed}\n`);
const jest = 'node_modules/jest/bin/jest.js';
// Names that no name server answers for may still be looked up at the end, and that cannot be stopped.
const { status } = spawnSync(
  process.execPath,
  [jest, '--forceExit', '--runInBand', 'test/walk/documented-operations'],
  {
    cwd: resolve(import.meta.dirname, '../..'),
    stdio: 'inherit',
    env: { ...process.env, WALK_ROUNDS: values.rounds, WALK_SEED: values.seed },
  },
);
process.exit(status ?? 1);

// The long form of the test that compares an inbox with a model of it.
//
//   node test/inbox/live/inbox-model/run.mjs [--operations 10000] [--seed N]
//
// On the embedded store, or on the servers that MONGODB_URI and REDIS_URL name. A failure prints its seed and the
// shortest sequence that was found; the same seed and number of operations repeat it.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    operations: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
});
const jest = 'node_modules/jest/bin/jest.js';
const { status } = spawnSync(process.execPath, [jest, '--runInBand', 'test/inbox/live/inbox-model.e2e-spec.ts'], {
  cwd: resolve(import.meta.dirname, '../../../..'),
  stdio: 'inherit',
  env: {
    ...process.env,
    INBOX_OPERATIONS: values.operations,
    INBOX_SEED: values.seed,
  },
});
process.exit(status ?? 1);

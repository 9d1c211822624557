// Runs the public CRUD cases of a folder against the embedded store, or against the server STORE_URI names.
//
//   node test/store/crud-spec/run.mjs DIR [--minimum N]
//
// Prints how many of the applicable cases passed and names the failed ones. Fails when fewer than N passed; by default
// all have to.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

const { positionals, values } = parseArgs({ allowPositionals: true, options: { minimum: { type: 'string' } } });
const [folder] = positionals;
if (folder === undefined) {
  console.error('Usage: node test/store/crud-spec/run.mjs DIR [--minimum N]');
  process.exit(2);
}

const root = resolve(import.meta.dirname, '../../..');
const jest = 'node_modules/jest/bin/jest.js';
const { status } = spawnSync(
  process.execPath,
  [jest, 'test/store/crud-spec/crud-spec.spec.ts', '-t', 'public CRUD cases'],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      CRUD_SPEC_DIR: resolve(folder),
      ...(values.minimum === undefined ? {} : { CRUD_SPEC_MINIMUM: values.minimum }),
    },
  },
);
process.exit(status ?? 1);

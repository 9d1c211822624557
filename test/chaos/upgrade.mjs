// A rolling upgrade of two API processes and two workers under load, from another build to this one.
//
//   node test/chaos/upgrade.mjs [--from REF | --checkout FOLDER] [--people 500] [--seed N]
//
// REF: a commit, a branch or a tag, which is checked out and built in a temporary folder; by default the last release, whose
// commit is in test/server/earlier-release. FOLDER: a checkout that was built already. On the embedded store, or on the servers
// that MONGODB_URI and REDIS_URL name.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const ROOT = resolve(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    checkout: { type: 'string' },
    people: { type: 'string', default: '500' },
    seed: { type: 'string' },
  },
});
const jest = 'node_modules/jest/bin/jest.js';
const { status } = spawnSync(process.execPath, [jest, '--runInBand', 'test/chaos/upgrade'], {
  cwd: ROOT,
  stdio: 'inherit',
  env: {
    ...process.env,
    UPGRADE_FROM: values.checkout ? resolve(values.checkout) : built(values.from ?? lastRelease()),
    CHAOS_PEOPLE: values.people,
    ...(values.seed === undefined ? {} : { CHAOS_SEED: values.seed }),
  },
});
process.exit(status ?? 1);

/** The commit of the latest release of which there is a data folder. */
function lastRelease() {
  const folder = join(ROOT, 'test/server/earlier-release');
  const releases = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const latest = releases.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
  return JSON.parse(readFileSync(join(folder, latest), 'utf8')).commit;
}

/** The folder with the build of a commit, which is made if it is not there. */
function built(reference) {
  const commit = run('git', ['rev-parse', '--verify', `${reference}^{commit}`], { encoding: 'utf8', stdio: 'pipe' });
  const checkout = join(tmpdir(), 'carillon-upgrade', commit.trim());
  if (['dist/.build/bundle', 'dist/.carillon-build.json'].some((mark) => existsSync(join(checkout, mark))))
    return checkout;
  if (!existsSync(checkout)) run('git', ['clone', '--quiet', '--shared', '--no-checkout', ROOT, checkout]);
  run('git', ['-C', checkout, 'checkout', '--quiet', '--detach', commit.trim()]);
  run('npm', ['ci'], { cwd: checkout });
  run('npm', ['run', 'build'], { cwd: checkout });
  return checkout;
}

function run(command, parameters, options = {}) {
  return execFileSync(command, parameters, { cwd: ROOT, stdio: 'inherit', ...options });
}

/** The two steps of a preparation, installation and build, each done only when needed. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  buildState,
  currentRuntime,
  hashBuildInputs,
  hasSources,
  installState,
  markBuilt,
  markInstalled,
} from './staleness.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Prepares the folder this script lies in, without `builds` up to the build. Returns the exit code: 0 when it is ready. */
export async function prepare({ builds }) {
  if (!hasSources(root)) {
    return 0;
  }
  const runtime = currentRuntime();
  const install = installState(root, runtime);
  if (install.fresh && !install.unmarked && (!builds || buildState(root).fresh)) {
    return 0;
  }
  // Loaded here, so that the usual case, nothing to do, stays quick.
  const { exclusively } = await import('./exclusive.mjs');
  // The other process may have done the work while we waited, so each step looks again.
  return exclusively(join(root, '.cache/prepare.lock'), () => prepareStale(runtime, builds), {
    onWait: () => console.error('Another process is preparing this folder; waiting for it.'),
  });
}

async function prepareStale(runtime, builds) {
  const install = installState(root, runtime);
  if (!install.fresh) {
    // Development packages are needed for the build, also where NODE_ENV=production leaves them out.
    const done = await step('Installing packages', install.reason, ['ci', '--include=dev', '--no-audit', '--no-fund']);
    if (!done) {
      return 1;
    }
  }
  if (!install.fresh || install.unmarked) {
    markInstalled(root, runtime);
  }
  if (!builds) {
    return 0;
  }
  const build = buildState(root);
  if (!build.fresh) {
    // Taken before the build: a file saved while the compiler runs makes this build stale.
    const inputs = hashBuildInputs(root);
    if (!(await step('Building', build.reason, ['run', 'build']))) {
      return 1;
    }
    markBuilt(root, inputs);
  }
  return 0;
}

/** Runs npm and shows what it printed only when it fails. */
async function step(title, reason, args) {
  const { runNpm } = await import('./npm.mjs');
  const started = performance.now();
  console.error(`${title}: ${reason}.`);
  const { code, output } = await runNpm(root, args);
  if (code !== 0) {
    console.error(`${output.trimEnd()}\n${title} failed: npm ${args.join(' ')} ended with code ${code}.`);
    return false;
  }
  console.error(`${title}: done in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
  return true;
}

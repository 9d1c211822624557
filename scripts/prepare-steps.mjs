/** The two steps of a preparation, installation and build, each done only when needed. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildParts, staleParts } from './build.mjs';
import { PARTS } from './parts.mjs';
import { currentRuntime, hasSources, installState, markInstalled } from './install-state.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Prepares the folder this script lies in, with these parts of the build. Returns the exit code: 0 when it is ready. */
export async function prepare(parts = Object.keys(PARTS)) {
  if (!hasSources(root)) return 0;
  const runtime = currentRuntime();
  const install = installState(root, runtime);
  if (install.fresh && !install.unmarked && staleParts(root, parts).length === 0) return 0;
  // Loaded here, so that the usual case, nothing to do, stays quick.
  const { exclusively } = await import('./exclusive.mjs');
  // The other process may have done the work while we waited, so each step looks again.
  return exclusively(join(root, '.cache/prepare.lock'), () => prepareStale(runtime, parts), {
    onWait: () => console.error('Another process is preparing this folder; waiting for it.'),
  });
}

async function prepareStale(runtime, parts) {
  const install = installState(root, runtime);
  if (!install.fresh && !(await installPackages(install.reason))) return 1;
  if (!install.fresh || install.unmarked) markInstalled(root, runtime);
  try {
    await buildParts(root, parts, (line) => console.error(line));
    return 0;
  } catch (error) {
    console.error(error.message);
    return 1;
  }
}

/** Runs npm and shows what it printed only when it fails. */
async function installPackages(reason) {
  const { runNpm } = await import('./npm.mjs');
  const started = performance.now();
  console.error(`Installing packages: ${reason}.`);
  // Development packages are needed for the build, also where NODE_ENV=production leaves them out.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund'];
  const { code, output } = await runNpm(root, args);
  if (code !== 0) {
    console.error(`${output.trimEnd()}\nInstalling packages failed: npm ${args.join(' ')} ended with code ${code}.`);
    return false;
  }
  console.error(`Installing packages: done in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
  return true;
}

/**
 * All checks that do not run the product: types, lint, layers, format, unused code, rules without a test, the OpenAPI
 * document, generated pages, sizes, habits. Arguments are the names of checks; without any, all run.
 */
import './supported-node.mjs';
import { join } from 'node:path';
import { prepare } from './prepare-steps.mjs';
import { runCommand, runTasks } from './tasks.mjs';

const root = join(import.meta.dirname, '..');
const node = (...args) => [process.execPath, ...args];
const bin = (name, ...args) => [join(root, 'node_modules/.bin', name), ...args];
const TSC = 'node_modules/typescript-7/bin/tsc';

/** The commands of each check. */
const WITHOUT_BUILD = {
  types: [node(TSC, '-p', 'test')],
  layers: [
    bin('depcruise', '--config', '.dependency-cruiser.cjs', 'src', 'libs'),
    bin('depcruise', '--config', 'console/.dependency-cruiser.cjs', 'console/src'),
  ],
  format: [bin('oxfmt', '--check')],
  rules: [node('scripts/untested-rules.mjs')],
  house: [node('scripts/house.mjs')],
  words: [node('scripts/console-words.mjs')],
  commits: [node('scripts/commit-form.mjs')],
};
const ON_BUILD = {
  // Before the types of the console, which it makes, are read by others.
  console: [node('console/build/types.mjs'), node(TSC, '-p', 'console')],
  sizes: [node('scripts/console-sizes.mjs')],
  docs: [node('scripts/docs.mjs', '--check')],
  openapi: [
    node('dist/src/server/openapi/write-openapi.js', '.cache/openapi.json'),
    bin('redocly', 'lint', '.cache/openapi.json'),
  ],
};
const ON_TYPES = {
  lint: [bin('oxlint', '--type-aware', '--deny-warnings')],
  unused: [bin('knip')],
};

const names = process.argv.slice(2);
const known = Object.keys({ ...WITHOUT_BUILD, ...ON_BUILD, ...ON_TYPES });
const unknown = names.find((name) => !known.includes(name));
if (unknown !== undefined) {
  console.error(`There is no check '${unknown}'. The checks are ${known.join(', ')}.`);
  process.exit(2);
}

if ((await prepare([])) !== 0) process.exit(1);
const isChosen = (name) => names.length === 0 || names.includes(name);
const tasksOf = (checks, after) =>
  Object.entries(checks).flatMap(([name, commands]) =>
    isChosen(name) ? [{ name, after, run: () => check(name, commands) }] : [],
  );
const onBuild = [...tasksOf(ON_BUILD, ['build']), ...tasksOf(ON_TYPES, ['build', 'console'])];
const build = { name: 'build', run: () => buildFirst() };
const errors = await runTasks([...(onBuild.length > 0 ? [build] : []), ...tasksOf(WITHOUT_BUILD, []), ...onBuild], {
  goesOn: true,
});
for (const error of errors) console.error(`\n${error.message}`);
process.exitCode = errors.length > 0 ? 1 : 0;

async function buildFirst() {
  if ((await prepare(['modules', 'console'])) !== 0) throw new Error('build failed');
}

async function check(name, commands) {
  const started = performance.now();
  for (const [command, ...args] of commands) {
    const { code, output } = await runCommand(command, args, { cwd: root });
    if (code !== 0) throw new Error(`${name} failed:\n${output.trimEnd()}`);
  }
  console.log(`${name}: passed in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/**
 * Runs Jest on what is needed of the build, and no more.
 *
 *   npm test                      units and application, on the whole build
 *   npm test -- expiring-cache    named unit specs: from TypeScript, without a build
 *   npm test -- events/bulk       named tests of the application: on modules of which only what has changed is compiled
 *
 * The first argument are the projects of jest.config.mjs, the others are those of Jest. `--on-redis` runs the files that
 * `@runs-on redis` marks, against the server that REDIS_URL names.
 */
import './supported-node.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { prepare } from './prepare-steps.mjs';
import { filesMarked, namedSpecs, planRun } from './test-plan.mjs';

const root = join(import.meta.dirname, '..');
const [projects, ...words] = process.argv.slice(2);
const onRedis = words.includes('--on-redis');
const args = words.filter((word) => word !== '--on-redis');
const chosen = onRedis
  ? filesMarked(root, 'redis')
  : namedSpecs(
      root,
      args.filter((word) => !word.startsWith('-')),
    );
const { selected, parts } = planRun(root, projects.split(','), chosen);

process.exitCode =
  (await prepare(parts)) || (await runJest(selected, onRedis ? ['--runTestsByPath', ...chosen, ...args] : args));

async function runJest(selected, rest) {
  const jest = [
    'node_modules/jest/bin/jest.js',
    '--selectProjects',
    ...selected,
    // Another option ends the list of projects.
    '--config',
    'jest.config.mjs',
    ...rest,
  ];
  // A zone unlike any other, with summer time: nothing may depend on that of the machine.
  const env = { TZ: 'America/St_Johns', ...process.env };
  const child = spawn(process.execPath, jest, { cwd: root, stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, 'close');
  return code ?? 1;
}

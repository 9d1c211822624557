/** Decides what a run of tests needs: named unit specs no build, named tests of the application only the modules. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn } from './inputs.mjs';
import { FOR_MODULES, PARTS } from './parts.mjs';

/**
 * Which projects of jest.config.mjs run, and which parts of the build they need.
 *
 * @param {string} root of the project
 * @param {string[]} projects that were asked for
 * @param {string[] | undefined} specs the files that were named, if any were
 */
export function planRun(root, projects, specs) {
  const onModules = specs !== undefined && specs.length > 0 && specs.every((file) => /\.(e2e-)?spec\.ts$/.test(file));
  if (!onModules) return { selected: projects, parts: Object.keys(PARTS) };
  const needsBuild = specs.some((file) => file.startsWith('test/') || isMarked(root, file, 'build'));
  return needsBuild ? { selected: projects, parts: FOR_MODULES } : { selected: ['named'], parts: [] };
}

/** Test files whose path matches one of the patterns, as Jest matches them; undefined without patterns. */
export function namedSpecs(root, patterns) {
  if (patterns.length === 0) return undefined;
  const expressions = patterns.map((pattern) => new RegExp(pattern, 'i'));
  return allSpecs(root).filter((file) => expressions.some((expression) => expression.test(join(root, file))));
}

/** Test files that begin with `/** @runs-on MARK`: `redis`, or `build` for unit specs that need what the build adds. */
export function filesMarked(root, mark) {
  return allSpecs(root).filter((file) => isMarked(root, file, mark));
}

function allSpecs(root) {
  return ['src', 'libs', 'console/src', 'test']
    .flatMap((folder) => filesIn(root, folder))
    .filter((file) => /[.-]spec\.ts$/.test(file));
}

function isMarked(root, file, mark) {
  return readFileSync(join(root, file), 'utf8').startsWith(`/** @runs-on ${mark} */`);
}

/**
 * Builds the parts of dist that are not those of the present sources.
 *
 *   npm run build                    what is out of date
 *   npm run build -- --all           everything, from nothing
 *   npm run build -- console guide   only these parts
 */
import './supported-node.mjs';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hashInputs } from './inputs.mjs';
import { PARTS } from './parts.mjs';
import { runCommand, runTasks } from './tasks.mjs';

/** Which of the parts are not built from the present sources, each with the reason. */
export function staleParts(root, names) {
  return names.flatMap((name) => {
    const built = readStamp(root, name);
    if (built === undefined) return [{ name, reason: 'there is no build yet' }];
    return built === hashInputs(root, PARTS[name].inputs) ? [] : [{ name, reason: 'the sources have changed' }];
  });
}

/**
 * Builds these parts, and what they need, as far as they are out of date. `say` gets a line about each.
 * Throws what a failed part has printed.
 */
export async function buildParts(root, names, say) {
  const tasks = staleParts(root, withNeeded(names)).map(({ name, reason }) => ({
    name,
    after: PARTS[name].after,
    run: () => buildPart(root, name, reason, say),
  }));
  const [error] = await runTasks(tasks);
  if (error) throw error;
}

function withNeeded(names) {
  return Object.keys(PARTS).filter(
    (name) => names.includes(name) || names.some((other) => PARTS[other].after.includes(name)),
  );
}

async function buildPart(root, name, reason, say) {
  const started = performance.now();
  // Taken before: a file saved meanwhile makes this build stale.
  const inputs = hashInputs(root, PARTS[name].inputs);
  rmSync(stampOf(root, name), { force: true });
  const { code, output } = await runCommand(process.execPath, PARTS[name].command, { cwd: root });
  if (code !== 0)
    throw new Error(
      `${output.trimEnd()}\nBuilding ${name} failed: node ${PARTS[name].command.join(' ')} ended with code ${code}.`,
    );
  mkdirSync(dirname(stampOf(root, name)), { recursive: true });
  writeFileSync(stampOf(root, name), inputs);
  say(`Building ${name}: ${reason}; done in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}

function stampOf(root, name) {
  return join(root, 'dist/.build', name);
}

/** A stamp that was cut off while being written is that of no source. */
function readStamp(root, name) {
  const file = stampOf(root, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

async function main() {
  const root = join(import.meta.dirname, '..');
  const words = process.argv.slice(2);
  const parts = words.filter((word) => word !== '--all');
  const unknown = parts.find((name) => PARTS[name] === undefined);
  if (unknown !== undefined) {
    console.error(`There is no part '${unknown}'. The parts are ${Object.keys(PARTS).join(', ')}.`);
    process.exit(2);
  }
  if (words.includes('--all')) rmSync(join(root, 'dist'), { recursive: true, force: true });
  try {
    await buildParts(root, parts.length > 0 ? parts : Object.keys(PARTS), (line) => console.log(line));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}

// Not awaited: tests load this file by `require`.
if (process.argv[1] === import.meta.filename) void main();

/**
 * Measures how the sources and pages are laid out. Compares each figure with its aim and with a ceiling that may only fall.
 * Part of `npm run check`. Ends with 1 when a figure is over its ceiling, two more folders import each other, or the tree
 * has a word of the workplace.
 *
 *   npm run house                 the figures
 *   npm run house -- --lower      lowers the ceilings in scripts/house.json to the figures
 *   npm run house -- --words      lists the places of the forbidden phrases, too
 *
 * A ceiling is raised only by hand, and the commit says why.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workplaceWordsIn } from './forbidden-words.mjs';
import { lowered, measure, mutualFolders, violations } from './house-measures.mjs';

const ROOT = join(import.meta.dirname, '..');
const LIMITS = join(import.meta.dirname, 'house.json');
const FOLDERS = ['src', 'libs', 'console/src', 'console/build', 'docs', 'test', 'scripts', 'deploy', '.ci', '.github'];
const TEXT = /\.([cm]?[jt]sx?|md|json|ya?ml|html|css|sh)$|(^|\/)(run|Dockerfile)$/;
/** The list of the words itself, and tests of it. */
const LISTS = [
  'scripts/forbidden-words.mjs',
  'test/scripts/forbidden-words.spec.ts',
  'test/scripts/commit-form.spec.ts',
];

/** The text files of the tree by their paths, with slashes. */
function readTree() {
  const below = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  const files = [...readdirSync(ROOT), ...below]
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => TEXT.test(file) && file !== 'package-lock.json' && !file.includes('node_modules'))
    .filter((file) => statSync(join(ROOT, file)).isFile());
  return new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]));
}

const texts = readTree();
const rows = measure(texts);
const pairs = mutualFolders(texts);
let limits = JSON.parse(readFileSync(LIMITS, 'utf8'));
if (process.argv.includes('--lower')) {
  limits = lowered(rows, pairs, limits);
  writeFileSync(LIMITS, `${JSON.stringify(limits, undefined, 2)}\n`);
}

const table = [
  ...rows.map(({ id, name, value, target }) => [name, value, limits.ceilings[id] ?? 0, target]),
  ['Pairs of folders that import each other', pairs.length, limits.mutualFolders.length, 3],
];
const width = Math.max(...table.map(([name]) => name.length));
for (const [name, value, ceiling, target] of table) {
  const aim = target === undefined ? '' : `   aim ${String(target).padStart(7)}`;
  console.log(`${name.padEnd(width)}  ${String(value).padStart(7)}   at most ${String(ceiling).padStart(7)}${aim}`);
}
if (process.argv.includes('--words')) {
  for (const { id, places = [] } of rows) for (const place of places) console.log(`${place}: ${id}`);
}

const spared = new Map([...texts].filter(([file]) => !LISTS.includes(file)));
const wrong = [
  ...violations(rows, pairs, limits),
  ...workplaceWordsIn(spared).map(
    (place) => `${place}. How the work was done is no part of the product: leave it out.`,
  ),
];
const lower = lowered(rows, pairs, limits);
if (wrong.length > 0) {
  console.error(`\n${wrong.join('\n')}`);
  process.exitCode = 1;
} else if (Object.entries(lower.ceilings).some(([id, ceiling]) => ceiling < limits.ceilings[id])) {
  console.log('\nSome figures are below their ceilings: npm run house -- --lower');
}

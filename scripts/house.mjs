/**
 * Measures how the sources are laid out, and compares it with what is aimed at: how many files there are, how long, how
 * many of each kind, and whether folders know each other in both directions. Ends with 1 when a target is missed.
 *
 *   npm run house
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const IMPORT = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;

/** Paths of the sources below a folder, without tests. */
function sourcesIn(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && statSync(join(ROOT, file)).isFile());
}

const src = sourcesIn('src');
const libs = sourcesIn('libs');
const textOf = new Map([...src, ...libs].map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]));
const lines = [...textOf.values()].map((text) => text.split('\n').length - 1).toSorted((one, other) => one - other);
const total = lines.reduce((sum, count) => sum + count, 0);

/** Which entry at the root of src imports which others. */
const imports = new Map();
for (const file of src) {
  const from = file.split('/')[1];
  for (const [, path] of textOf.get(file).matchAll(IMPORT)) {
    const to = normalize(join(dirname(file), path)).split('/')[1];
    if (to && to !== from) imports.set(from, (imports.get(from) ?? new Set()).add(to));
  }
}
const mutual = [...imports].flatMap(([from, targets]) =>
  [...targets].filter((to) => from < to && imports.get(to)?.has(from)).map((to) => `${from} and ${to}`),
);

const filesByFolder = new Map();
for (const file of textOf.keys()) filesByFolder.set(dirname(file), (filesByFolder.get(dirname(file)) ?? 0) + 1);
const alone = [...filesByFolder].filter(
  ([folder, files]) =>
    files === 1 && readdirSync(join(ROOT, folder), { withFileTypes: true }).every((one) => !one.isDirectory()),
);

const ending = (suffix) => src.filter((file) => file.endsWith(suffix)).length;
const rows = [
  ['Files in src', src.length, 620],
  ['Files in libs', libs.length, 300],
  ['Lines in both', total, 70_000],
  ['Entries at the root of src', readdirSync(join(ROOT, 'src')).length, 31],
  ['Pairs of folders that import each other', mutual.length, 0],
  ['Modules', ending('.module.ts'), 34],
  ['Files of request and response types', ending('.dto.ts'), 64],
  ['Services', ending('.service.ts'), 115],
  ['Folders with one file', alone.length, 10],
  ['Lines of the longest file', lines.at(-1), 300],
];
const width = Math.max(...rows.map(([name]) => name.length));
for (const [name, value, most] of rows) {
  console.log(`${name.padEnd(width)}  ${String(value).padStart(7)}  at most ${most}${value > most ? '  missed' : ''}`);
}
console.log(`${'Mean lines of a file'.padEnd(width)}  ${String(Math.round(total / lines.length)).padStart(7)}`);
console.log(`${'90th percentile'.padEnd(width)}  ${String(lines[Math.floor(lines.length * 0.9)]).padStart(7)}`);
for (const pair of mutual) console.log(`Both ways: ${pair}`);
process.exit(rows.some(([, value, most]) => value > most) ? 1 : 0);

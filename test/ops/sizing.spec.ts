import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const at = (path: string) => new URL(`../../${path}`, import.meta.url).pathname;
const cells = (line: string) => line.split('|').map((cell) => cell.trim());

it('the table of sizes is what the script computes', () => {
  const page = readFileSync(at('docs/scaling.md'), 'utf8').split('\n').map(cells);
  const rows = execFileSync(process.execPath, [at('scripts/sizing.mjs')], { encoding: 'utf8' })
    .trim()
    .split('\n');
  expect(rows).toHaveLength(6);
  const [head, , ...volumes] = rows;
  for (const row of [head!, ...volumes]) expect(page).toContainEqual(cells(row));
});

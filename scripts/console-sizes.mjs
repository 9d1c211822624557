/** How large the scripts of the console are as they are sent, and fails above the limits. Needs a build of the console. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../dist/console');
/** What is loaded for each screen, and for the list of runs. */
const FIRST_PAGE = [
  'index.html',
  'src/routes/_in.tsx?tsr-split=component',
  'src/routes/_in/activity.index.tsx?tsr-split=component',
];
const EDITOR = ['src/features/editor/block-editor.tsx'];

const manifest = JSON.parse(readFileSync(join(FOLDER, 'manifest.json'), 'utf8'));
const firstPage = scriptsOf(FIRST_PAGE);
const editor = [...scriptsOf(EDITOR)].filter((file) => !firstPage.has(file));
const isMet = [row('First page', firstPage, 250), row('Opening the block editor', editor, 220)].every((met) => met);
process.exitCode = isMet ? 0 : 1;

/** The files of these parts, and of all that they import at once. */
function scriptsOf(parts, found = new Set()) {
  for (const part of parts) {
    if (!manifest[part]) throw new Error(`The console has no part ${part}: build it, or mend the list in this script.`);
    const { file, imports = [] } = manifest[part];
    if (found.has(file)) continue;
    found.add(file);
    scriptsOf(imports, found);
  }
  return found;
}

function row(name, files, limit) {
  const bytes = [...files].reduce((sum, file) => sum + sizeOf(file), 0);
  const isIn = bytes <= limit * 1000;
  console.log(
    `${name}: ${(bytes / 1000).toFixed(1)} kB of ${limit} kB, gzip${isIn ? '' : '. Load less of it at once'}`,
  );
  return isIn;
}

/** Small files are sent as they are. */
function sizeOf(file) {
  const path = join(FOLDER, file);
  return (statSync(`${path}.gz`, { throwIfNoEntry: false }) ?? statSync(path)).size;
}

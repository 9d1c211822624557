/**
 * Marks a build made with `npm run build`, so that the next `npm start` need not build again. That script calls it around
 * the compiler: `before` notes the state of the sources, `after` leaves it in the build.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashBuildInputs, markBuilt } from './staleness.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const note = join(root, '.cache/build-inputs');

switch (process.argv[2]) {
  case 'before':
    mkdirSync(dirname(note), { recursive: true });
    writeFileSync(note, hashBuildInputs(root));
    break;
  case 'after':
    markBuilt(root, readFileSync(note, 'utf8'));
    break;
  default:
    console.error('Usage: node scripts/build-stamp.mjs before|after');
    process.exitCode = 2;
}

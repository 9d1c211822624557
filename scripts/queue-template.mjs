/**
 * Puts an empty queue into the build, dist/queue-template, which every new embedded queue is a copy of: making one takes
 * PGlite seconds of computing. Kept in .cache between builds, as long as it is made of the same.
 */
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../dist/libs/embedded-queue/data/database.js';

const root = join(import.meta.dirname, '..');

const MADE_OF = [
  'dist/libs/embedded-queue/data/database.js',
  'node_modules/bullmq/package.json',
  'node_modules/@electric-sql/pglite/package.json',
  'scripts/queue-template.mjs',
];

const hash = createHash('sha256');
for (const file of MADE_OF) hash.update(readFileSync(join(root, file)));
const kept = join(root, '.cache', `queue-template-${hash.digest('hex').slice(0, 16)}`);

if (!existsSync(kept)) {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const draft = mkdtempSync(`${kept}-`);
  await (await openDatabase(join(draft, 'queue'))).close();
  // An image is built by one user and run by another.
  for (const entry of readdirSync(draft, { recursive: true, withFileTypes: true })) {
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
  }
  renameSync(join(draft, 'queue'), kept);
  rmSync(draft, { recursive: true });
}
cpSync(kept, join(root, 'dist/queue-template'), { recursive: true });

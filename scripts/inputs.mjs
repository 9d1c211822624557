/** What parts of the build are made of. Reads files, runs nothing. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of all files below a folder, by their path in the project, sorted. A file is itself; what is missing is nothing. */
export function filesIn(root, path) {
  const whole = join(root, path);
  if (!existsSync(whole)) return [];
  if (statSync(whole).isFile()) return [path];
  return readdirSync(whole, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath ?? entry.path, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}

/** A hash over names and contents of everything below the paths. A build has no test files. */
export function hashInputs(root, paths) {
  const files = paths.flatMap((path) => filesIn(root, path)).filter((file) => !/\.(e2e-)?spec\.tsx?$/.test(file));
  return sha256(files.flatMap((file) => [file, readFileSync(join(root, file))]));
}

/** One hash of several texts, each with its length, so that no two lists have the same. */
export function sha256(parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}\0`).update(part);
  return hash.digest('hex');
}

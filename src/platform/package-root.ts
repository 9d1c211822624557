import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json above this file; the same for the sources and for the build. */
export function findPackageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(`${folder}/package.json`)) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('package.json was not found above the program');
    folder = parent;
  }
  return folder;
}

/** A file of the build by its path in it, such as a script for browsers. */
export function builtFile(path: string): string {
  return join(findPackageRoot(), 'dist', path);
}

/** A program that another process runs: as a bundle, if this process runs a bundle, else as the module. */
export function builtProgram(path: string): string {
  const isBundled = /[\\/]dist[\\/]bundle[\\/]/.test(fileURLToPath(import.meta.url));
  return builtFile(isBundled ? join('bundle', path) : path);
}

/** The version of Carillon, such as `1.2.3`. */
export const VERSION = readVersion();

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(join(findPackageRoot(), 'package.json'), 'utf8')) as { version: string };
  return version;
}

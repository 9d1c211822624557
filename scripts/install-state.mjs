/** Decides whether the installed packages are those of the present sources. Reads files, runs nothing. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { missingPackage } from './installed-packages.mjs';

const INSTALL_STAMP = 'node_modules/.carillon-install.json';

/** What installed packages depend on besides the lockfile. */
export function currentRuntime() {
  return {
    node: Number(process.versions.node.split('.')[0]),
    platform: process.platform,
    arch: process.arch,
    libc: libc(),
  };
}

/** True where there is something to build; a production image carries only what was built. */
export function hasSources(root) {
  return existsSync(join(root, 'src'));
}

/**
 * Compares node_modules with package-lock.json and the running Node.
 *
 * Returns `{ fresh: true, unmarked }` or `{ fresh: false, reason }`. `unmarked`: the packages are right, but npm was called
 * by hand and left no mark of ours.
 */
export function installState(root, runtime) {
  if (!existsSync(join(root, 'node_modules'))) {
    return stale('node_modules is missing');
  }
  const lockfile = readOptional(join(root, 'package-lock.json'));
  if (lockfile === undefined) {
    return { fresh: true, unmarked: false };
  }
  const mark = readJson(join(root, INSTALL_STAMP));
  if (mark !== undefined && mark.node !== runtime.node) {
    return stale(`packages were installed for Node ${mark.node}, this is Node ${runtime.node}`);
  }
  if (mark !== undefined && platformName(mark) !== platformName(runtime)) {
    return stale(`packages were installed for ${platformName(mark)}, this is ${platformName(runtime)}`);
  }
  if (mark?.lockfile === sha256(lockfile)) {
    return { fresh: true, unmarked: false };
  }
  const installed = readJson(join(root, 'node_modules/.package-lock.json'));
  if (installed === undefined) {
    return stale('the last installation did not finish');
  }
  const missing = missingPackage(JSON.parse(lockfile.toString('utf8')), installed, runtime);
  return missing === undefined
    ? { fresh: true, unmarked: true }
    : stale(`package-lock.json has changed: ${missing} is not installed as it says`);
}

/** Leaves the mark that `installState` looks for. Call it after a successful `npm ci`. */
export function markInstalled(root, runtime) {
  const lockfile = readOptional(join(root, 'package-lock.json'));
  writeJson(join(root, INSTALL_STAMP), { ...runtime, lockfile: lockfile && sha256(lockfile) });
}

/** Linux has two C libraries, and native packages are built for one of them. */
function libc() {
  if (process.platform !== 'linux') {
    return undefined;
  }
  // Without this the report looks up the name of every network peer, which may take seconds.
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
}

function platformName({ platform, arch, libc: library }) {
  return [platform, arch, library].filter((part) => part !== undefined).join('-');
}

function stale(reason) {
  return { fresh: false, reason };
}

function sha256(content) {
  return createHash('sha256').update(content).digest('hex');
}

function readOptional(path) {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error.code === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}

/** A mark that was cut off while being written counts as absent. */
function readJson(path) {
  const content = readOptional(path);
  try {
    const value = content && JSON.parse(content.toString('utf8'));
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function writeJson(path, value) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(value)}\n`);
}

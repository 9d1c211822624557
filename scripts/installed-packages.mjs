/**
 * Compares what a lockfile asks for with npm's record of what it has installed, node_modules/.package-lock.json. npm writes
 * the record last, so an interrupted installation has none.
 */

/**
 * Names the first package that is not there in the version asked for, or undefined when all are.
 *
 * An optional package counts when it is made for this very system: it carries the native code of its parent.
 * Other optional packages are rightly absent.
 */
export function missingPackage(lockfile, installed, runtime) {
  for (const [path, wanted] of Object.entries(lockfile.packages ?? {})) {
    const required = path !== '' && (!wanted.optional || isMadeFor(wanted, runtime));
    if (required && !isSamePackage(wanted, installed.packages?.[path])) {
      return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    }
  }
  return undefined;
}

function isSamePackage(wanted, found) {
  return found !== undefined && found.version === wanted.version && found.integrity === wanted.integrity;
}

function isMadeFor(entry, { platform, arch, libc }) {
  const namesSystem = entry.os !== undefined && entry.cpu !== undefined;
  return namesSystem && entry.os.includes(platform) && entry.cpu.includes(arch) && (entry.libc?.includes(libc) ?? true);
}

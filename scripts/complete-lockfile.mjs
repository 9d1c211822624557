/**
 * Adds what package-lock.json lacks about other systems: `node scripts/complete-lockfile.mjs [FOLDER]`.
 *
 * A registry mirror may lack the native packages of other systems. A lockfile made with it leaves them out, and `npm ci`
 * refuses it. Their parents name them with exact versions, so the entries can be written: version, system and processor.
 * They carry no integrity, which only the registry knows; run `npm install --package-lock-only` without a lockfile on the
 * public registry to get entries with it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'x64'];
const EXACT_VERSION = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

/** Adds the entries in place. Returns the names added, and those whose name or version says too little. */
export function completeLockfile(lockfile) {
  const added = [];
  const unclear = [];
  const { packages } = lockfile;
  for (const [path, parent] of Object.entries({ ...packages })) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      const place = `node_modules/${name}`;
      if (packages[place] === undefined && packages[`${path}/${place}`] === undefined) {
        const entry = nativeEntry(name, version, parent.dev);
        if (entry === undefined) {
          unclear.push(name);
        } else {
          packages[place] = entry;
          added.push(name);
        }
      }
    }
  }
  return { added, unclear };
}

function nativeEntry(name, version, dev) {
  const words = name.slice(name.indexOf('/') + 1).split('-');
  const os = SYSTEMS.find((system) => words.includes(system));
  const cpu = PROCESSORS.find((processor) => words.includes(processor));
  if (os === undefined || cpu === undefined || !EXACT_VERSION.test(version)) {
    return undefined;
  }
  const libc = { musl: 'musl', gnu: 'glibc', glibc: 'glibc' }[words.at(-1)];
  return {
    version,
    cpu: [cpu],
    ...(dev ? { dev } : {}),
    ...(os === 'linux' && libc ? { libc: [libc] } : {}),
    optional: true,
    os: [os],
  };
}

function main(folder = '.') {
  const path = join(folder, 'package-lock.json');
  const lockfile = JSON.parse(readFileSync(path, 'utf8'));
  const { added, unclear } = completeLockfile(lockfile);
  writeFileSync(path, `${JSON.stringify(lockfile, null, 2)}\n`);
  console.log(`${added.length} packages of other systems added to ${path}`);
  if (unclear.length > 0) {
    console.error(`Not added, because name or version says too little: ${unclear.join(', ')}`);
    process.exitCode = 1;
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  main(process.argv[2]);
}

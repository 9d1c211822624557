import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What decides between the files of a package: those for browsers, as ES modules. */
const CONDITIONS = ['browser', 'import', 'default'];

/** Packages whose one-file build for browsers is not among their exports: the rest of theirs is for bundlers. */
const BROWSER_BUILDS: Readonly<Record<string, string>> = {
  'socket.io-client': 'dist/socket.io.esm.min.js',
};

interface Manifest {
  exports?: unknown;
  module?: string;
  main?: string;
}

/**
 * The file that a browser is to load for `specifier`, imported by a file in `folder`; undefined when there is none.
 * Node's own resolution would choose the builds for servers.
 */
export function resolveModule(specifier: string, folder: string): string | undefined {
  if (specifier.startsWith('.')) return existing(join(folder, specifier));
  const [, name = '', rest = ''] = /^((?:@[^/]+\/)?[^/]+)(\/.*)?$/.exec(specifier) ?? [];
  const root = packageFolder(name, folder);
  if (root === undefined) return undefined;
  const build = rest === '' ? BROWSER_BUILDS[name] : undefined;
  if (build !== undefined) return existing(join(root, build));
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
  const target = manifest.exports === undefined ? undefined : exported(manifest.exports, `.${rest}`);
  return existing(join(root, target ?? (rest === '' ? (manifest.module ?? manifest.main ?? 'index.js') : rest)));
}

function packageFolder(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
    if (folder === dirname(folder)) return undefined;
  }
}

function exported(exports: unknown, path: string): string | undefined {
  const bySubpath = isRecord(exports) && Object.keys(exports).some((key) => key.startsWith('.'));
  if (!bySubpath) return path === '.' ? chosen(exports) : undefined;
  if (path in exports) return chosen(exports[path]);
  for (const [pattern, target] of Object.entries(exports)) {
    const [start = '', end] = pattern.split('*');
    if (end === undefined || !path.startsWith(start) || !path.endsWith(end)) continue;
    return chosen(target)?.replaceAll('*', path.slice(start.length, path.length - end.length));
  }
  return undefined;
}

/** The first condition that holds decides, as in Node. */
function chosen(target: unknown): string | undefined {
  if (typeof target === 'string') return target;
  if (!isRecord(target)) return undefined;
  for (const [condition, inner] of Object.entries(target)) {
    const found = CONDITIONS.includes(condition) ? chosen(inner) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function existing(file: string): string | undefined {
  return existsSync(file) ? file : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

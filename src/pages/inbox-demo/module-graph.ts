import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';

/** Static and dynamic imports of an ES module. */
const IMPORTS = /(?:\bfrom\s*|\bimport\s*\(?\s*)(["'])([^"'\n]+)\1/g;

/** The modules of packages that a page needs, and how the browser finds them. */
export interface ModuleGraph {
  /** The import map, with which the browser resolves the specifiers in modules. */
  readonly importMap: { imports: Record<string, string>; scopes: Record<string, Record<string, string>> };
  /** Files by their path below `base`. Nothing else of the packages is served. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Follows the imports of `entries`, starting in `folder`. Paths begin with `base` followed by the path below
 * `node_modules`, so relative imports work. Throws if an entry is not installed.
 */
export async function readModuleGraph(entries: readonly string[], folder: string, base: string): Promise<ModuleGraph> {
  const imports: Record<string, string> = {};
  const scopes: Record<string, Record<string, string>> = {};
  const files = new Map<string, string>();
  const waiting: string[] = [];
  const add = (file: string): string => {
    const path = file.slice(file.indexOf(`${sep}node_modules${sep}`) + '/node_modules/'.length).replaceAll(sep, '/');
    if (!files.has(path)) waiting.push(file);
    files.set(path, file);
    return base + path;
  };
  for (const entry of entries) {
    const file = resolveModule(entry, folder);
    if (file === undefined) throw new Error(`The package of '${entry}' is not installed`);
    imports[entry] = add(file);
  }
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    for (const specifier of importsOf(await readFile(file, 'utf8'))) {
      const target = resolveModule(specifier, dirname(file));
      // Not every match is an import: strings in a package may look like one.
      if (target === undefined) continue;
      const address = add(target);
      if (specifier.startsWith('.')) continue;
      // Two packages may need two versions of a third one; scopes give each its own.
      scopes[`${dirname(add(file))}/`] = { ...scopes[`${dirname(add(file))}/`], [specifier]: address };
    }
  }
  return { importMap: { imports, scopes }, files };
}

function importsOf(source: string): Set<string> {
  return new Set([...source.matchAll(IMPORTS)].map(([, , specifier = '']) => specifier));
}

/** The export conditions that select the files for browsers, as ES modules. */
const CONDITIONS = ['browser', 'import', 'default'];

/** Packages whose single-file build for browsers is not among their exports, which are meant for bundlers. */
const BROWSER_BUILDS: Readonly<Record<string, string>> = {
  'socket.io-client': 'dist/socket.io.esm.min.js',
};

interface Manifest {
  exports?: unknown;
  module?: string;
  main?: string;
}

/**
 * Returns the file that a browser must load for `specifier`, imported by a file in `folder`; undefined if there is
 * none. Node's own resolution would choose the builds for servers.
 */
function resolveModule(specifier: string, folder: string): string | undefined {
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

/** The first matching condition decides, as in Node. */
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

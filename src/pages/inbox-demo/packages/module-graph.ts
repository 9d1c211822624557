import { readFile } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { resolveModule } from './resolve-module.js';

/** Static and dynamic imports of an ES module. */
const IMPORTS = /(?:\bfrom\s*|\bimport\s*\(?\s*)(["'])([^"'\n]+)\1/g;

/** The modules of packages that a page needs, and how the page is to find them. */
export interface ModuleGraph {
  /** What the browser reads to find what a module names: an import map. */
  readonly importMap: { imports: Record<string, string>; scopes: Record<string, Record<string, string>> };
  /** Files by their address below `base`. Nothing else of the packages is served. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Follows the imports of `entries` from `folder` on. Addresses begin with `base` and show where a file lies below
 * `node_modules`, so that relative imports hold. Throws when an entry is not installed.
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
      // Not every match is an import: the texts of a package may look like one.
      if (target === undefined) continue;
      const address = add(target);
      if (specifier.startsWith('.')) continue;
      // Two packages may need two versions of a third: each finds its own by where it lies.
      scopes[`${dirname(add(file))}/`] = { ...scopes[`${dirname(add(file))}/`], [specifier]: address };
    }
  }
  return { importMap: { imports, scopes }, files };
}

function importsOf(source: string): Set<string> {
  return new Set([...source.matchAll(IMPORTS)].map(([, , specifier = '']) => specifier));
}

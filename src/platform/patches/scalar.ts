import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';

/**
 * The script of the reference page. Its package holds it as a string in the module of a Fastify plugin. The plugin itself is
 * not loaded: nothing else of it is needed, and its packages would take a second and ask for Node 22.
 */
export async function readScalar(): Promise<string> {
  const module = fileURLToPath(import.meta.resolve('@scalar/fastify-api-reference'));
  const literal = /^var standalone_default = (".*");$/m.exec(await readFile(module, 'utf8'))?.[1];
  if (literal === undefined) throw new Error(`${module} has no standalone_default: take version 1.72.1 of the package`);
  return runInNewContext(literal) as string;
}

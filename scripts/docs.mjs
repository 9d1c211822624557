/**
 * Writes what is generated in Markdown pages: `npm run docs`. `--check` writes nothing and fails when a page is stale.
 *
 * Each module of scripts/docs exports `path`, the page relative to the root, and `async render(current)`. It gets the
 * present text of the page (or '') and returns the new one. They may import the build.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = join(import.meta.dirname, '..');
const MODULES = join(import.meta.dirname, 'docs');

/**
 * The pages that are not what their modules render, with the text that they should have. Several modules may render
 * parts of one page.
 *
 * @param {string} root
 * @param {{ path: string, render: (current: string) => Promise<string> }[]} modules
 * @returns {Promise<{ path: string, text: string }[]>}
 */
export async function stalePages(root, modules) {
  const presentText = (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '');
  const rendered = new Map();
  for (const { path, render } of modules) {
    rendered.set(path, await render(rendered.get(path) ?? presentText(path)));
  }
  return [...rendered].filter(([path, text]) => text !== presentText(path)).map(([path, text]) => ({ path, text }));
}

/**
 * Writes the stale pages. Returns their paths.
 *
 * @param {string} root
 * @param {{ path: string, render: (current: string) => Promise<string> }[]} modules
 */
export async function writePages(root, modules) {
  const stale = await stalePages(root, modules);
  for (const { path, text } of stale) writeFileSync(join(root, path), text);
  return stale.map(({ path }) => path);
}

async function loadModules() {
  const files = readdirSync(MODULES).filter((file) => file.endsWith('.mjs'));
  try {
    return await Promise.all(files.toSorted().map((file) => import(pathToFileURL(join(MODULES, file)).href)));
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Error('The pages are made from the build, which is missing or old: npm run build', { cause: error });
  }
}

async function main() {
  const modules = await loadModules();
  if (process.argv.includes('--check')) {
    const stale = await stalePages(ROOT, modules);
    for (const { path } of stale) console.error(`${path} is stale: \`npm run docs\` writes it`);
    if (stale.length > 0) process.exitCode = 1;
    return;
  }
  for (const path of await writePages(ROOT, modules)) console.log(`${path} is written`);
}

// Not awaited: tests load this file by `require`.
if (import.meta.url === pathToFileURL(resolve(process.argv[1] ?? '')).href) void main();

/** Writes the part of docs/clients.md that says which operations of the official clients work: `npm run docs`. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const path = 'docs/clients.md';

const ROOT = new URL('../../', import.meta.url);
const CLIENTS = new URL('node_modules/@novu/', ROOT);
const PLACE = /(<!-- operations -->\n)(.*?)(<!-- \/operations -->)/s;

/** The operations of `@novu/api`; each is a file of the package. */
export function clientOperations() {
  const folder = new URL('api/funcs/', CLIENTS);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.js'))
    .map((file) => {
      const code = readFileSync(new URL(file, folder), 'utf8');
      const path = /pathToFunc\)\("([^"]+)"\)/.exec(code)?.[1];
      const method = /method: "([A-Z]+)"/.exec(code)?.[1];
      if (path === undefined || method === undefined) throw new Error(`${file} of @novu/api has no operation`);
      return { group: path.split('/')[2], method, path };
    });
}

const plain = (path) => path.replace(/\{[^}]+\}/g, '{}');

/** Whether the OpenAPI document has the operation, whatever its parameters are called. */
export function isServed(document, { method, path }) {
  return Object.entries(document.paths).some(
    ([own, item]) => plain(own) === plain(path) && method.toLowerCase() in item,
  );
}

/** The page with the operations that this OpenAPI document serves. */
export function clientsPage(current, document, { UNSERVED, unservedOperations }) {
  const all = clientOperations();
  const served = all.filter((operation) => isServed(document, operation));
  const names = [...new Set(all.map(({ group }) => group))].toSorted((a, b) => (a < b ? -1 : 1));
  const groups = names.map((group) => {
    const own = all.filter((one) => one.group === group);
    const works = served.filter((one) => one.group === group).length;
    const other = unservedOperations(own[0].path.split('/').slice(1))?.alternative ?? '';
    return `- **${group}**: ${works} of ${own.length}.${works < own.length ? ` ${other}` : ''}`;
  });
  const text = `Of the ${all.length} operations of \`@novu/api\` ${version('api')}, ${served.length} work:

${groups.join('\n')}

Tested with it are \`@novu/js\` ${version('js')} (inbox widgets) and \`@novu/node\` ${version('node')}.

## What is not served

Of these and of older clients:

${UNSERVED.map(({ group, paths, alternative }) => `- **${group}** (\`${paths.join('`, `')}\`). ${alternative}`).join('\n')}`;
  return current.replace(PLACE, (_match, start, _old, end) => `${start}\n${text}\n\n${end}`);
}

function version(name) {
  return JSON.parse(readFileSync(new URL(`${name}/package.json`, CLIENTS), 'utf8')).version;
}

/** The page with the operations of the present build. */
export async function render(current) {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-openapi-'));
  try {
    const file = join(folder, 'openapi.json');
    const program = new URL('dist/src/server/openapi/write-openapi.js', ROOT);
    await promisify(execFile)(process.execPath, [program.pathname, file]);
    const unserved = await import('../../dist/src/server/unserved/unserved-operations.js');
    return clientsPage(current, JSON.parse(readFileSync(file, 'utf8')), unserved);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

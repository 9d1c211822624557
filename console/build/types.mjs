/** Writes generated/api.d.ts: the types of the API, from the OpenAPI document of the present build. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';

const root = join(import.meta.dirname, '../..');
const document = join(root, '.cache/console-openapi.json');
const types = join(root, 'console/generated/api.d.ts');

const former = existsSync(document) && existsSync(types) ? readFileSync(document, 'utf8') : undefined;
execFileSync(process.execPath, [join(root, 'dist/src/write-openapi.js'), document], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
// Half of the time of this step.
if (readFileSync(document, 'utf8') !== former) {
  mkdirSync(dirname(types), { recursive: true });
  writeFileSync(types, astToString(await openapiTS(pathToFileURL(document))));
}

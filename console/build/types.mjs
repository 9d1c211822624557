/** What the console knows of the server, from the OpenAPI document of the present modules. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '../..');
const document = join(root, '.cache/console-openapi.json');
const types = join(root, 'console/generated/api.d.ts');

/**
 * Writes generated/step-kinds.json, by type of step what it does and its control values, and generated/operations.json, the
 * summaries of operations by their ids.
 */
export function writeFacts() {
  writeDocument();
  const facts = JSON.parse(readFileSync(document, 'utf8'));
  mkdirSync(dirname(types), { recursive: true });
  const write = (name, content) => writeFileSync(join(dirname(types), name), JSON.stringify(content));
  write('step-kinds.json', stepKindsOf(facts));
  write('operations.json', summariesOf(facts));
}

/** Writes generated/api.d.ts, the types of the API, which editors and `npm run check` read. */
export async function writeTypes() {
  const typed = `${document}.typed`;
  writeDocument();
  const text = readFileSync(document, 'utf8');
  if (existsSync(types) && existsSync(typed) && readFileSync(typed, 'utf8') === text) return;
  // Loaded here, because a build needs no types.
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  mkdirSync(dirname(types), { recursive: true });
  writeFileSync(types, astToString(await openapiTS(pathToFileURL(document))));
  writeFileSync(typed, text);
}

function writeDocument() {
  execFileSync(process.execPath, [join(root, 'dist/src/server/openapi/write-openapi.js'), document], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** The audit trail names operations: those that change something, or show a secret. */
function summariesOf({ paths }) {
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  return Object.fromEntries(
    operations.flatMap(({ operationId, summary }) => (operationId && summary ? [[operationId, summary]] : [])),
  );
}

/** The variants of a step in a request, each with the schemas of its control values. */
function stepKindsOf({ components: { schemas } }) {
  const named = ($ref) => schemas[$ref.slice($ref.lastIndexOf('/') + 1)];
  const variants = Object.entries(schemas.StepUpsertDto.discriminator.mapping);
  return Object.fromEntries(
    variants.map(([type, $ref]) => {
      const { description, properties } = named($ref);
      return [type, { description, fields: named(properties.controlValues.allOf[0].$ref).properties }];
    }),
  );
}

if (process.argv[1] === import.meta.filename) await writeTypes();

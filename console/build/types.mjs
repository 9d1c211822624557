/**
 * Writes from the OpenAPI document of the present build: generated/api.d.ts, the types of the API, and
 * generated/step-kinds.json, by type of step what it does and its control values.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';

const root = join(import.meta.dirname, '../..');
const document = join(root, '.cache/console-openapi.json');
const types = join(root, 'console/generated/api.d.ts');

const stepKinds = join(root, 'console/generated/step-kinds.json');

const former =
  existsSync(document) && existsSync(types) && existsSync(stepKinds) ? readFileSync(document, 'utf8') : undefined;
execFileSync(process.execPath, [join(root, 'dist/src/write-openapi.js'), document], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
// Half of the time of this step.
if (readFileSync(document, 'utf8') !== former) {
  mkdirSync(dirname(types), { recursive: true });
  writeFileSync(types, astToString(await openapiTS(pathToFileURL(document))));
  writeFileSync(stepKinds, JSON.stringify(stepKindsOf(JSON.parse(readFileSync(document, 'utf8')))));
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

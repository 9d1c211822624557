import { isObject } from '../../platform/values/is-object.js';
import type { JsonSchema } from '../steps/schema-types.js';

/** Behaviour V6. */
const PROPERTY_NAME = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** As JSON. Ajv makes code of a schema, so that a large one costs time and memory for as long as it is in use. */
const MAX_BYTES = 131_072;

/** Schemas inside each other. What is made of deeper ones may fill the call stack. */
const DEEPEST = 100;
/** Schemas in one list, such as those of `anyOf`, which are made into code inside each other. */
const MAX_ALTERNATIVES = 500;

/** Keywords that hold one schema, or a list of schemas. */
const SCHEMA_KEYWORDS = [
  'additionalItems',
  'additionalProperties',
  'allOf',
  'anyOf',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'oneOf',
  'prefixItems',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
];

/** Keywords that hold schemas by name. */
const NAMED_SCHEMA_KEYWORDS = ['$defs', 'definitions', 'dependencies', 'dependentSchemas', 'patternProperties'];

/** What is wrong with a payload schema apart from what its compilation finds, or undefined. */
export function schemaProblem(schema: JsonSchema): string | undefined {
  const size = Buffer.byteLength(JSON.stringify(schema));
  if (size > MAX_BYTES) return `has ${size} bytes as JSON, the limit is ${MAX_BYTES} bytes`;
  return problemIn(schema, 0);
}

function problemIn(schema: unknown, depth: number): string | undefined {
  if (depth > DEEPEST) return `has schemas more than ${DEEPEST} levels deep`;
  if (Array.isArray(schema)) {
    if (schema.length > MAX_ALTERNATIVES) return `has a list of more than ${MAX_ALTERNATIVES} schemas`;
    return firstProblem(schema, depth);
  }
  if (!isObject(schema)) return undefined;
  // Ajv would check the payload some time later, and the trigger would be accepted meanwhile.
  if ('$async' in schema) return 'must not use $async';
  const properties = isObject(schema.properties) ? schema.properties : {};
  const misnamed = Object.keys(properties).find((name) => !PROPERTY_NAME.test(name));
  if (misnamed !== undefined) {
    const shown = JSON.stringify(misnamed.slice(0, 50));
    return `has the property ${shown}: names start with a letter or _ and consist of letters, digits, _ and -`;
  }
  const inner = [
    ...Object.values(properties),
    ...SCHEMA_KEYWORDS.map((keyword) => schema[keyword]),
    ...NAMED_SCHEMA_KEYWORDS.flatMap((keyword) => (isObject(schema[keyword]) ? Object.values(schema[keyword]) : [])),
  ];
  return firstProblem(inner, depth + 1);
}

function firstProblem(schemas: unknown[], depth: number): string | undefined {
  for (const schema of schemas) {
    const problem = problemIn(schema, depth);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

import type { OpenAPIObject } from '@nestjs/swagger';

/**
 * Brings the document of the framework, which writes OpenAPI 3.0, into the form of 3.1, whose schemas are JSON Schema: what may
 * be null has `null` among its types and values. Tools would refuse our nulls otherwise.
 */
export function allowNulls(document: OpenAPIObject): void {
  visit(document.paths);
  visit(document.components?.schemas);
}

interface Nullable {
  nullable?: boolean;
  type?: string | string[];
  enum?: unknown[];
  allOf?: object[];
  anyOf?: object[];
  oneOf?: object[];
}

function visit(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) if (!VALUES.has(key)) visit(value);
  // A property may have this name, too.
  if ((node as Nullable).nullable === true) allowNull(node);
}

/** Members of a schema that contain values and no schemas. */
const VALUES: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const', 'required']);

function allowNull(schema: Nullable): void {
  delete schema.nullable;
  const { allOf, oneOf, ...rest } = schema;
  const referred = allOf ?? oneOf;
  if (referred) {
    delete schema.allOf;
    delete schema.oneOf;
    delete schema.type;
    const one = referred.length === 1 ? referred[0]! : { [allOf ? 'allOf' : 'oneOf']: referred };
    schema.anyOf = [one, { type: 'null' }];
  } else if (rest.anyOf) schema.anyOf = [...rest.anyOf, { type: 'null' }];
  else if (typeof schema.type === 'string') schema.type = [schema.type, 'null'];
  if (schema.enum && !schema.enum.includes(null)) schema.enum = [...schema.enum, null];
}

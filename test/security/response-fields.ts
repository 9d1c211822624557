import type { OpenAPIObject } from '@nestjs/swagger';

/** As much of a schema as is looked at. */
interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
}

interface Operation {
  responses?: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

/** The fields of the successful responses of each operation, as `data[].key`, by its method and path. */
export function responseFieldsOf({ paths, components }: OpenAPIObject): Map<string, Set<string>> {
  const schemas = (components?.schemas ?? {}) as Record<string, Schema>;
  const fields = new Map<string, Set<string>>();
  for (const [path, item] of Object.entries(paths))
    for (const method of ['get', 'post', 'put', 'patch', 'delete'] as const) {
      const { responses = {} } = (item[method] ?? {}) as Operation;
      const found = Object.entries(responses)
        .filter(([status]) => status.startsWith('2'))
        .flatMap(([, { content = {} }]) => Object.values(content).flatMap(({ schema }) => walk(schema, schemas)));
      if (found.length > 0) fields.set(`${method.toUpperCase()} ${path}`, new Set(found));
    }
  return fields;
}

function walk(
  schema: Schema | undefined,
  schemas: Record<string, Schema>,
  path = '',
  seen: readonly string[] = [],
): string[] {
  if (!schema) return [];
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
    return seen.includes(name) ? [] : walk(schemas[name], schemas, path, [...seen, name]);
  }
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const inner = path === '' ? name : `${path}.${name}`;
    return [inner, ...walk(property, schemas, inner, seen)];
  });
  const members = [schema.items, schema.additionalProperties].flatMap((one) =>
    typeof one === 'object' ? walk(one, schemas, `${path}[]`, seen) : [],
  );
  const others = [schema.allOf, schema.oneOf, schema.anyOf].flatMap((some) =>
    (some ?? []).flatMap((one) => walk(one, schemas, path, seen)),
  );
  return [...own, ...members, ...others];
}

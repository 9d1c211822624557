import type { OpenAPIObject } from '@nestjs/swagger';
import type { ControlSchema } from './control-schema.js';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type Schema = Exclude<Schemas[string], { $ref: string }>;

/** As OpenAPI 3.0 says it: one example, and null by a word of its own. */
export function toOpenApi({ examples, type, properties, items, oneOf, ...rest }: ControlSchema): Schema {
  const [example] = examples ?? [];
  return {
    ...(typeof type === 'string' ? { type } : type && { type: type[0], nullable: true }),
    ...rest,
    ...(example !== undefined && { example }),
    ...(properties && { properties: toOpenApiProperties(properties) }),
    ...(items && { items: toOpenApi(items) }),
    ...(oneOf && { oneOf: oneOf.map(toOpenApi) }),
  } as Schema;
}

/** The same for each of several controls. */
export function toOpenApiProperties(fields: Readonly<Record<string, ControlSchema>>): Record<string, Schema> {
  return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, toOpenApi(schema)]));
}

import { isObject } from '../../platform/values/is-object.js';

/** Members that Liquid gives to lists and texts. */
const OF_LISTS = new Set(['first', 'last', 'size']);
const SCALARS = new Set(['string', 'number', 'integer', 'boolean', 'null']);

/**
 * Whether data of a JSON Schema may have a value at this path. An object that names its properties has no others, unless
 * it says so; one that says nothing may have any. References are not followed, and allow everything.
 *
 * @param path Segments; `*` stands for one that is only known later.
 */
export function allowsPath(schema: unknown, path: readonly string[]): boolean {
  const [name, ...rest] = path;
  if (name === undefined) return true;
  if (!isObject(schema)) return schema !== false;
  if (schema.$ref !== undefined) return true;
  const choices = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((choice): unknown[] =>
    Array.isArray(choice) ? choice : [],
  );
  if (choices.some((choice) => allowsPath(choice, path))) return true;
  const { properties, additionalProperties, patternProperties, items } = schema;
  if (isObject(properties) && Object.hasOwn(properties, name)) return allowsPath(properties[name], rest);
  if (name === '*' || patternProperties !== undefined) return true;
  if (additionalProperties !== undefined)
    return additionalProperties !== false && allowsPath(additionalProperties, rest);
  if (isList(schema)) return allowsInList(items, name, rest);
  if (isScalar(schema)) return name === 'size' && rest.length === 0;
  return properties === undefined && choices.length === 0;
}

function allowsInList(items: unknown, name: string, rest: readonly string[]): boolean {
  if (name === 'size') return rest.length === 0;
  return (OF_LISTS.has(name) || /^-?\d+$/.test(name)) && (items === undefined || allowsPath(items, rest));
}

function isList({ type, items }: Record<string, unknown>): boolean {
  return items !== undefined || type === 'array' || (Array.isArray(type) && type.includes('array'));
}

function isScalar({ type }: Record<string, unknown>): boolean {
  const types: unknown[] = Array.isArray(type) ? type : [type];
  return types.every((one) => typeof one === 'string' && SCALARS.has(one));
}

import { isObject } from '../../platform/values/is-object.js';
import { MASK } from '../../platform/values/mask.js';

/** How deep schemas are followed; payloads are not nested deeper in practice. */
const MAX_DEPTH = 20;

/**
 * A payload without the values of members that its schema marks as `writeOnly`, such as tokens (behaviour V7). Follows
 * `properties`, `additionalProperties`, `items` and combinations; a mark that any of these sets counts.
 */
export function withoutWriteOnly(payload: Record<string, unknown>, schema: unknown): Record<string, unknown> {
  return isObject(schema) ? (hidden(payload, [schema], MAX_DEPTH) as Record<string, unknown>) : payload;
}

function hidden(value: unknown, schemas: readonly unknown[], depth: number): unknown {
  const all = schemas.flatMap((schema) => alternatives(schema, depth));
  if (all.some(({ writeOnly }) => writeOnly === true)) return MASK;
  if (all.length === 0 || depth === 0) return value;
  if (Array.isArray(value)) {
    const items = all.flatMap((schema) => schema['items'] ?? []);
    return value.map((one) => hidden(one, items, depth - 1));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, hidden(one, schemasOf(all, key), depth - 1)]),
  );
}

function schemasOf(schemas: readonly Record<string, unknown>[], key: string): unknown[] {
  return schemas.flatMap(({ properties, additionalProperties }) =>
    isObject(properties) && Object.hasOwn(properties, key) ? [properties[key]] : [additionalProperties],
  );
}

/** A schema and those that it is combined of. */
function alternatives(schema: unknown, depth: number): Record<string, unknown>[] {
  if (!isObject(schema) || depth === 0) return [];
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((name) => (Array.isArray(schema[name]) ? schema[name] : []));
  const branches = [schema['then'], schema['else'], ...parts] as unknown[];
  return [schema, ...branches.flatMap((one) => alternatives(one, depth - 1))];
}

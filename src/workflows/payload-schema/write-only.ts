import { isObject } from '../../platform/values/is-object.js';
import { MASK } from '../../platform/values/mask.js';

/** How deep schemas are followed; payloads are not nested deeper in practice. */
const MAX_DEPTH = 20;

/** What of a payload is masked. */
export interface Masks {
  /** The schema of the payload, whose members may be `writeOnly`. */
  schema: unknown;
  /** Names of members, in any case: the setting of the environment. */
  keys?: readonly string[];
}

/**
 * A payload with masks in place of the values of some members, such as tokens: those that its schema marks as `writeOnly`
 * (behaviour V7), and those that the environment names (V8). Follows `properties`, `additionalProperties`, `items` and
 * combinations of the schema; a mark that any of these sets counts.
 */
export function maskedPayload(payload: Record<string, unknown>, { schema, keys = [] }: Masks): Record<string, unknown> {
  const named = keys.length > 0 ? (withoutKeys(payload, keysOf(keys)) as Record<string, unknown>) : payload;
  return isObject(schema) ? (hidden(named, [schema], MAX_DEPTH) as Record<string, unknown>) : named;
}

/** A value that was read at a path such as `payload.user.token`: a mask where {@link maskedPayload} has one. */
export function maskedValue<Value>(path: string, value: Value, masks: Masks): Value | string {
  const [root, ...names] = path.split('.');
  if (root !== 'payload' || names.length === 0) return value;
  const payload = names.reduceRight<unknown>((within, name) => ({ [name]: within }), value);
  let at: unknown = maskedPayload(payload as Record<string, unknown>, masks);
  for (const name of names) at = isObject(at) ? at[name] : at;
  return at === MASK ? MASK : value;
}

function keysOf(keys: readonly string[]): ReadonlySet<string> {
  return new Set(keys.map((key) => key.toLowerCase()));
}

function withoutKeys(value: unknown, keys: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutKeys(one, keys));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, keys.has(key.toLowerCase()) ? MASK : withoutKeys(one, keys)]),
  );
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

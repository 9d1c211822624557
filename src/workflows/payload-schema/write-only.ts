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
 * (behaviour V7), and those that the environment names (V8). Follows members, entries, combinations and references within
 * the schema; a mark that any of these sets counts.
 */
export function maskedPayload(payload: Record<string, unknown>, { schema, keys = [] }: Masks): Record<string, unknown> {
  const named = keys.length > 0 ? (withoutKeys(payload, keysOf(keys)) as Record<string, unknown>) : payload;
  return isObject(schema) ? (hidden(named, [schema], schema, MAX_DEPTH) as Record<string, unknown>) : named;
}

/**
 * A value that was read at a path such as `payload.user.token`, or that a template such as `{{payload.user.token}}` printed:
 * a mask where {@link maskedPayload} has one.
 */
export function maskedValue<Value>(name: string, value: Value, masks: Masks): Value | string {
  if (!/\{[{%]/.test(name)) return isMaskedAt(name, masks) ? MASK : value;
  const paths = name.match(/\bpayload(?:\.[\w-]+|\[\s*["']?[\w-]+["']?\s*\])+/g) ?? [];
  const plain = paths.map((path) => path.replace(/[\s"'\]]/g, '').replaceAll('[', '.'));
  return plain.some((path) => isMaskedAt(path, masks)) ? MASK : value;
}

function isMaskedAt(path: string, masks: Masks): boolean {
  const [root, ...names] = path.split('.');
  if (root !== 'payload' || names.length === 0) return false;
  const payload = names.reduceRight<unknown>((within, name) => ({ [name]: within }), null);
  let at: unknown = maskedPayload(payload as Record<string, unknown>, masks);
  for (const name of names) at = isObject(at) ? at[name] : at;
  return at === MASK;
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

function hidden(value: unknown, schemas: readonly unknown[], root: Schema, depth: number): unknown {
  const all = withParts(schemas, root);
  if (all.some(({ writeOnly }) => writeOnly === true)) return MASK;
  if (all.length === 0 || depth === 0) return value;
  if (Array.isArray(value)) {
    const entries = all.flatMap(entriesOf);
    return value.map((one) => hidden(one, entries, root, depth - 1));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, hidden(one, membersOf(all, key), root, depth - 1)]),
  );
}

type Schema = Record<string, unknown>;

/** The schemas of a member. Patterns are not tested: those of one that is not named count, whatever it is called. */
function membersOf(schemas: readonly Schema[], key: string): unknown[] {
  return schemas.flatMap((schema) => {
    const { properties, patternProperties, additionalProperties, unevaluatedProperties } = schema;
    if (isObject(properties) && Object.hasOwn(properties, key)) return [properties[key]];
    const byPattern = isObject(patternProperties) ? Object.values(patternProperties) : [];
    // A path has the number of an entry as the name of a member.
    const entries = /^\d+$/.test(key) ? entriesOf(schema) : [];
    return [...byPattern, additionalProperties, unevaluatedProperties, ...entries];
  });
}

/** The schemas of the entries of a list, of whatever place. */
function entriesOf(schema: Schema): unknown[] {
  return ['items', 'prefixItems', 'additionalItems', 'contains', 'unevaluatedItems'].flatMap(
    (name) => schema[name] ?? [],
  );
}

/** Schemas, and those that they are combined of and refer to, each once: they may refer to themselves. */
function withParts(schemas: readonly unknown[], root: Schema): Schema[] {
  const found = new Set<Schema>();
  const add = (schema: unknown): void => {
    if (!isObject(schema) || found.has(schema)) return;
    found.add(schema);
    for (const part of partsOf(schema, root)) add(part);
  };
  for (const schema of schemas) add(schema);
  return [...found];
}

function partsOf(schema: Schema, root: Schema): unknown[] {
  const { dependentSchemas, dependencies } = schema;
  const named = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else'].flatMap((name) => schema[name] ?? []);
  const dependent = [dependentSchemas, dependencies].flatMap((some) => (isObject(some) ? Object.values(some) : []));
  const references = ['$ref', '$dynamicRef', '$recursiveRef'].map((name) => referredTo(schema[name], root));
  return [...named, ...dependent, ...references];
}

/** What a reference such as `#/$defs/token` leads to within the schema; undefined when it leads nowhere. */
function referredTo(reference: unknown, root: Schema): unknown {
  if (typeof reference !== 'string' || !reference.includes('#')) return undefined;
  const fragment = decoded(reference.slice(reference.indexOf('#') + 1));
  if (fragment !== '' && !fragment.startsWith('/')) return anchored(fragment, root);
  const names = fragment.split('/').slice(1);
  return names
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, name) => (isOwn(at, name) ? at[name] : undefined), root);
}

function anchored(anchor: string, at: unknown): unknown {
  if (typeof at !== 'object' || at === null) return undefined;
  const { $anchor, $dynamicAnchor, $id } = at as Schema;
  if ($anchor === anchor || $dynamicAnchor === anchor || $id === `#${anchor}`) return at;
  for (const part of Object.values(at)) {
    const found = anchored(anchor, part);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isOwn(value: unknown, name: string): value is Schema {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name);
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

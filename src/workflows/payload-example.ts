import { isObject } from '../platform/values/is-object.js';
import type { JsonSchema } from './steps/control-schema.js';

const MAX_DEPTH = 20;
const TEXT = 'text';

const TEXT_BY_FORMAT = new Map([
  ['date-time', '2026-02-03T04:05:06.789Z'],
  ['date', '2026-02-03'],
  ['time', '04:05:06Z'],
  ['duration', 'PT1H'],
  ['email', 'person@example.com'],
  ['hostname', 'example.com'],
  ['ipv4', '192.0.2.1'],
  ['ipv6', '2001:db8::1'],
  ['uri', 'https://example.com'],
  ['uuid', '5b8f1f5e-6a3c-4f6a-9d0e-0f3a1c2b4d5e'],
]);

/**
 * Returns a payload that fits the schema, as a starting point for authors. It has examples, defaults, constants and
 * first choices of the schema, or else a plain value of the type. Patterns and references are not followed. Undefined
 * when the schema does not describe an object.
 */
export function payloadExample(schema: JsonSchema): Record<string, unknown> | undefined {
  const example = exampleOf(schema, 0);
  return isObject(example) ? example : undefined;
}

function exampleOf(schema: unknown, depth: number): unknown {
  if (!isObject(schema) || depth > MAX_DEPTH) return null;
  const stated = [first(schema.examples), schema.default, schema.const, first(schema.enum)];
  const found = stated.find((value) => value !== undefined);
  if (found !== undefined) return found;
  const choice = first(schema.oneOf) ?? first(schema.anyOf);
  if (choice !== undefined) return exampleOf(choice, depth + 1);
  return exampleOfType(schema, depth);
}

function exampleOfType(schema: JsonSchema, depth: number): unknown {
  switch (typeOf(schema)) {
    case 'object':
      return exampleObject(schema, depth);
    case 'array':
      return schema.items === undefined ? [] : [exampleOf(schema.items, depth + 1)];
    case 'string':
      return TEXT_BY_FORMAT.get(String(schema.format)) ?? TEXT;
    case 'number':
    case 'integer':
      return typeof schema.minimum === 'number' ? schema.minimum : 1;
    case 'boolean':
      return true;
    default:
      return null;
  }
}

function exampleObject({ properties, allOf }: JsonSchema, depth: number): Record<string, unknown> {
  const parts = Array.isArray(allOf) ? allOf.map((part) => exampleOf(part, depth + 1)).filter(isObject) : [];
  const own = isObject(properties)
    ? Object.entries(properties).map(([name, property]) => [name, exampleOf(property, depth + 1)])
    : [];
  return { ...parts.reduce((all, part) => Object.assign(all, part), {}), ...Object.fromEntries(own) };
}

function typeOf({ type, properties, allOf, items }: JsonSchema): unknown {
  if (Array.isArray(type)) return type.find((name) => name !== 'null');
  if (type !== undefined) return type;
  if (properties !== undefined || allOf !== undefined) return 'object';
  return items === undefined ? undefined : 'array';
}

function first(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : undefined;
}

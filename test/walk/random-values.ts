import type { OpenAPIObject } from '@nestjs/swagger';

/** A schema of the document, as far as values are made from it. */
export interface Schema {
  $ref?: string;
  /** A list when null is allowed, too. */
  type?: string | string[];
  enum?: unknown[];
  default?: unknown;
  example?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

const WORDS = [
  'a',
  'order-shipped',
  'Hello {{payload.name}}',
  'Zoë 😀',
  'en_US',
  'tenant:acme',
  'constructor',
  '1 200',
];
const KEYS = ['name', 'orderId', 'constructor', 'prototype', 'toString', 'a.b', '$set', 'länge', ''];
const MAX_DEPTH = 6;

/** What no client should send. */
const HOSTILE: readonly (() => unknown)[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  '',
  ' ',
  '\0',
  '\ud800',
  'a\udfff',
  'null',
  '{{',
  '{% if %}',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '$where',
  '__proto__',
  'constructor',
  '2026-13-45T99:99:99Z',
  '\r\nBcc: x@example.com',
  '٣٤',
  '‮',
  'http://127.0.0.1:1/',
  'a@b@c',
  'f'.repeat(24),
  '0'.repeat(24),
  '9e999',
].map((value) => () => value);
const HOSTILE_SHAPES: readonly (() => unknown)[] = [
  () => 'x'.repeat(5000),
  () => [],
  () => ({}),
  () => [[null]],
  () => ({ $gt: '' }),
  () => ({ $ne: null, _bsontype: 'ObjectId' }),
  () => Object.fromEntries([['__proto__', { isAdmin: true }]]),
  () => ({ constructor: { prototype: { isAdmin: true } } }),
  () => ({ toString: 1, hasOwnProperty: 2, valueOf: null, length: -1 }),
  () => Array.from({ length: 300 }, (_, index) => index),
  () => JSON.parse('['.repeat(40) + ']'.repeat(40)) as unknown,
  () => JSON.parse('{"a":'.repeat(70) + '1' + '}'.repeat(70)) as unknown,
];

/** Values after schemas, valid ones and others, all from one seed. */
export class RandomValues {
  private state: number;

  constructor(
    seed: number,
    private readonly document: Pick<OpenAPIObject, 'components'>,
  ) {
    this.state = seed >>> 0;
  }

  /** From 0 to below 1; mulberry32. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  whole(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[this.whole(0, values.length - 1)]!;
  }

  /** A value that fits the schema as far as it says; `known` has values by the name of the property they are for. */
  valid(schema: Schema, known: (property: string) => unknown = () => undefined, property = '', depth = 0): unknown {
    const resolved = this.resolve(schema);
    const named = known(property);
    if (named !== undefined && this.chance(0.7)) return named;
    if (resolved.enum) return this.pick(resolved.enum);
    if (resolved.example !== undefined && this.chance(0.4)) return resolved.example;
    const alternatives = resolved.oneOf ?? resolved.anyOf;
    if (alternatives) return this.valid(this.pick(alternatives), known, property, depth + 1);
    if (resolved.allOf) {
      return Object.assign({}, ...resolved.allOf.map((part) => this.valid(part, known, property, depth))) as object;
    }
    switch (this.typeOf(resolved)) {
      case 'null':
        return null;
      case 'string':
        return this.text(resolved);
      case 'integer':
        return this.whole(resolved.minimum ?? 0, Math.min(resolved.maximum ?? 20, (resolved.minimum ?? 0) + 50));
      case 'number':
        return this.whole(resolved.minimum ?? 0, Math.min(resolved.maximum ?? 20, (resolved.minimum ?? 0) + 50));
      case 'boolean':
        return this.chance(0.5);
      case 'array': {
        const least = resolved.minItems ?? 0;
        const length = depth > MAX_DEPTH ? least : this.whole(least, Math.min(resolved.maxItems ?? 3, least + 2));
        return Array.from({ length }, () => this.valid(resolved.items ?? {}, known, property, depth + 1));
      }
      case 'object':
        return this.object(resolved, known, depth);
      default:
        return depth > MAX_DEPTH ? 'deep' : this.pick<unknown>([this.pick(WORDS), 7, true, null, { a: [1] }, ['x']]);
    }
  }

  /** What no client should send. */
  hostile(): unknown {
    return this.pick(this.chance(0.6) ? HOSTILE : HOSTILE_SHAPES)();
  }

  /** The value with something hostile in one or two places. */
  spoiled(value: unknown): unknown {
    if (this.chance(0.15) || typeof value !== 'object' || value === null) return this.hostile();
    const copy = structuredClone(value) as Record<string, unknown>;
    for (let times = this.whole(1, 2); times > 0; times--) {
      const keys = Object.keys(copy);
      const key = this.chance(0.15) || keys.length === 0 ? this.pick([...KEYS, '__proto__']) : this.pick(keys);
      const inner = Object.hasOwn(copy, key) ? copy[key] : undefined;
      if (this.chance(0.15)) delete copy[key];
      else {
        const spoiled =
          typeof inner === 'object' && inner !== null && this.chance(0.7) ? this.spoiled(inner) : this.hostile();
        Object.defineProperty(copy, key, { value: spoiled, enumerable: true, configurable: true, writable: true });
      }
    }
    return copy;
  }

  /** Of a type and null mostly the type. */
  private typeOf({ type }: Schema): string | undefined {
    if (!Array.isArray(type)) return type;
    return this.chance(0.1) ? 'null' : type.find((one) => one !== 'null');
  }

  private resolve(schema: Schema): Schema {
    if (schema.$ref === undefined) return schema;
    const name = schema.$ref.replace('#/components/schemas/', '');
    return this.resolve(this.document.components?.schemas?.[name] ?? {});
  }

  private object(schema: Schema, known: (property: string) => unknown, depth: number): object {
    const required = new Set(schema.required);
    const named = Object.entries(schema.properties ?? {})
      .filter(([name]) => required.has(name) || (depth <= MAX_DEPTH && this.chance(0.4)))
      .map(([name, property]) => [name, this.valid(property, known, name, depth + 1)]);
    if (!schema.additionalProperties && schema.properties) return Object.fromEntries(named) as object;
    const free = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {};
    const others = Array.from({ length: depth > MAX_DEPTH ? 0 : this.whole(0, 2) }, () => [
      this.pick(KEYS),
      this.valid(free, known, '', depth + 1),
    ]);
    return Object.fromEntries([...others, ...named]) as object;
  }

  private text({ format, minLength = 0, maxLength = 1000, pattern }: Schema): string {
    switch (format) {
      case 'date-time':
        return new Date(Date.now() + this.whole(-3, 3) * 86_400_000).toISOString();
      case 'email':
        return `ada-${this.whole(1, 99)}@example.com`;
      case 'uri':
        return 'https://hooks.example.invalid/carillon';
      case 'uuid':
        return '5b8f1f5e-6a3c-4f6a-9d0e-0f3a1c2b4d5e';
    }
    // What such a pattern wants is mostly a name.
    const word = pattern === undefined && this.chance(0.6) ? this.pick(WORDS) : `name-${this.whole(1, 1_000_000)}`;
    return word.padEnd(minLength, 'x').slice(0, maxLength);
  }
}

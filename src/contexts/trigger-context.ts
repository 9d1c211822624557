import type { Config } from '../platform/config/config.js';
import { ValidationException } from '../platform/errors/validation.exception.js';
import { freeFormProblem } from '../platform/validation/decorators.js';
import { isObject } from '../platform/values/is-object.js';

/** One entry of a trigger's `context`: an id, with data for templates. */
export interface ContextEntry {
  id: string;
  data?: Record<string, unknown>;
}

/** The contexts of a trigger, by type: `{ tenant: { id: 'acme', data: {…} } }`. */
export type TriggerContext = Record<string, ContextEntry>;

/** The settings of these names. */
type ContextLimits = Pick<Config, 'maxContexts' | 'maxContextBytes'>;

const NAME = /^[A-Za-z0-9_-]{1,100}$/;

/** Reads the `context` of a trigger (behaviour C1): each type has an id, or an id with data. */
export function parseContext(
  input: Record<string, unknown> | undefined,
  { maxContexts, maxContextBytes }: ContextLimits,
): TriggerContext | undefined {
  if (input === undefined) return undefined;
  const entries = Object.entries(input);
  if (entries.length > maxContexts) {
    throw ValidationException.of('context', `context may have at most ${maxContexts} entries`);
  }
  return Object.fromEntries(entries.map(([type, value]) => [type, parseEntry(type, value, maxContextBytes)]));
}

/** Returns the key of a context, by which other resources name it (behaviour C2). */
export function contextKey(type: string, id: string): string {
  return `${type}:${id}`;
}

/** Returns the keys of the notifications of this trigger, as `type:id`, in a stable order (behaviour C2, C6). */
export function contextKeys(context: TriggerContext | undefined): string[] {
  return Object.entries(context ?? {})
    .map(([type, { id }]) => contextKey(type, id))
    .sort();
}

/** Returns the contexts with these keys, by type: the inverse of {@link contextKeys}. Undefined for none. */
export function contextOf(keys: readonly string[]): TriggerContext | undefined {
  if (keys.length === 0) return undefined;
  return Object.fromEntries(
    keys.map((key) => {
      // Neither part contains a colon.
      const [type = '', id = ''] = key.split(':');
      return [type, { id }];
    }),
  );
}

function parseEntry(type: string, value: unknown, maxBytes: number): ContextEntry {
  const field = `context.${type}`;
  if (!NAME.test(type)) throw ValidationException.of(field, 'a context type has letters, digits, _ and -');
  const entry = typeof value === 'string' ? { id: value } : value;
  if (!isObject(entry) || typeof entry.id !== 'string' || !NAME.test(entry.id)) {
    throw ValidationException.of(field, `${field} must be an id, or an object with an id, of letters, digits, _ and -`);
  }
  const { id, data } = entry;
  if (data === undefined) return { id };
  const problem = isObject(data) ? freeFormProblem(data, { maxBytes }) : 'must be an object';
  if (problem !== undefined) throw ValidationException.of(`${field}.data`, `${field}.data ${problem}`);
  return { id, data: data as Record<string, unknown> };
}

/**
 * Returns a set of context keys as it is stored: sorted, without duplicates. An empty key means the empty set, which a
 * query string cannot express otherwise (behaviour C6).
 */
export function exactly(keys: readonly string[]): string[] {
  return [...new Set(keys)].filter((key) => key !== '').sort();
}

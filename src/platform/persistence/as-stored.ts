import { mongo } from 'mongoose';

/** Values that the store gives back as they are, and that nobody changes. */
const WHOLE = [Date, mongo.ObjectId, mongo.Binary, mongo.Decimal128, mongo.Long] as const;

const OWN = { writable: true, enumerable: true, configurable: true };

/**
 * A copy of a document as the store gives it back: with plain objects, and null in place of undefined. For a process that
 * goes on with what it stores; several times quicker than writing it as BSON and reading that.
 */
export function asStored<T>(value: T): T {
  return copyOf(value) as T;
}

function copyOf(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value !== 'object' || value === null || WHOLE.some((type) => value instanceof type)) return value;
  if (Array.isArray(value)) return value.map(copyOf);
  const copy: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(value)) {
    // Assigned, this name would be the prototype.
    if (name === '__proto__') Object.defineProperty(copy, name, { ...OWN, value: copyOf(one) });
    else copy[name] = copyOf(one);
  }
  return copy;
}

import { isObject } from '../common/values/is-object.js';

/** Deepest nesting of an object that is stored; MongoDB itself gives up at about 100 levels. */
export const MAX_DEPTH = 50;

/**
 * Why a free-form object cannot be stored as it is, or undefined when it can. Keys that the store or its driver
 * reads as instructions are refused: a first character `$`, the name `_bsontype`, a NUL anywhere.
 */
export function storableObjectProblem(value: unknown, maxBytes: number): string | undefined {
  if (!isObject(value)) return 'must be an object';
  const problem = problemInside(value, 1);
  if (problem) return problem;
  if (Buffer.byteLength(JSON.stringify(value)) > maxBytes) return `must not be larger than ${maxBytes} bytes as JSON`;
  return undefined;
}

function problemInside(value: unknown, depth: number): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > MAX_DEPTH) return `must not be nested deeper than ${MAX_DEPTH} levels`;
  for (const [key, inner] of Object.entries(value)) {
    if (key.startsWith('$') || key === '_bsontype' || key.includes('\0')) {
      return `must not have the key ${JSON.stringify(key.slice(0, 50))}`;
    }
    const problem = problemInside(inner, depth + 1);
    if (problem) return problem;
  }
  return undefined;
}

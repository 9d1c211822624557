/** Returns whether a value is an object or array, so that a path can descend into it. */
export function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/**
 * Returns the value at a dotted path (`order.items.0.price`), or undefined. Only own properties are read, so
 * `__proto__` or `constructor` in a path never leave the data, and functions are never returned.
 */
export function readPath(data: unknown, path: string): unknown {
  let value = data;
  for (const key of path.split('.')) {
    if (!isContainer(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return typeof value === 'function' ? undefined : value;
}

const PAYLOAD_PREFIX = 'payload.';

/**
 * Returns the value at a path that users write either relative to the payload (`dueAt`) or in full (`payload.dueAt`).
 */
export function readPayloadPath(payload: unknown, path: string): unknown {
  const value = readPath(payload, path);
  if (value !== undefined || !path.startsWith(PAYLOAD_PREFIX)) return value;
  return readPath(payload, path.slice(PAYLOAD_PREFIX.length));
}

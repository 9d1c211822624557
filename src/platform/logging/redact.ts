/**
 * The values of fields with these names are redacted in logged objects. Errors of Redis have the `args` of the command:
 * passwords and jobs.
 */
export const SECRET_FIELDS = [
  'authorization',
  'apiKey',
  'secretKey',
  'password',
  'token',
  'credentials',
  'payload',
  'key',
  'args',
];

export const REDACTED = '[redacted]';

const SECRETS: ReadonlySet<string> = new Set(SECRET_FIELDS);

/**
 * A copy of a value, as it is in JSON, with the secrets in its objects redacted at any depth. Objects that contain
 * themselves do so in the copy, too.
 */
export function withoutSecrets(value: unknown): unknown {
  const copies = new Map<object, Record<string, unknown>>();
  const copyOf = (original: unknown): unknown => {
    const json = hasToJson(original) ? original.toJSON() : original;
    if (!isNested(json)) return json;
    const copy = copies.get(json) ?? ((Array.isArray(json) ? [] : {}) as Record<string, unknown>);
    copies.set(json, copy);
    return copy;
  };
  const result = copyOf(value);
  // What is added meanwhile is visited as well.
  for (const [original, copy] of copies) {
    for (const [name, inner] of Object.entries(original)) copy[name] = SECRETS.has(name) ? REDACTED : copyOf(inner);
  }
  return result;
}

/** Whether a value is an object or a list. */
export function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function hasToJson(value: unknown): value is { toJSON: () => unknown } {
  return isNested(value) && 'toJSON' in value && typeof value.toJSON === 'function';
}

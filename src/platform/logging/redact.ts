/**
 * The values of fields with these names, in any case, are redacted in logged objects. Errors of Redis have the `args` of the
 * command: passwords and jobs. Errors of the store have what was to be stored.
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
  'keyValue',
  'writeErrors',
  'errorResponse',
];

export const REDACTED = '[redacted]';

const SECRETS: ReadonlySet<string> = new Set(SECRET_FIELDS.map((name) => name.toLowerCase()));

/** How the store quotes the values that another document has already: at the end of the message of an error. */
const QUOTED_KEY = /dup key: \{.*?(?:\}(?=\s*$|\n\s+at )|$)/gs;

/**
 * A copy of a value, as it is in JSON, with the secrets in its objects and errors redacted at any depth. Objects
 * that contain themselves do so in the copy, too.
 */
export function withoutSecrets(value: unknown): unknown {
  const copies = new Map<object, Record<string, unknown>>();
  const copyOf = (original: unknown): unknown => {
    const json = hasToJson(original) ? original.toJSON() : original;
    if (typeof json === 'string') return json.replace(QUOTED_KEY, `dup key: ${REDACTED}`);
    if (!isNested(json)) return json;
    const copy = copies.get(json) ?? ((Array.isArray(json) ? [] : {}) as Record<string, unknown>);
    copies.set(json, copy);
    return copy;
  };
  const result = copyOf(value);
  // What is added meanwhile is visited as well.
  for (const [original, copy] of copies) {
    for (const [name, inner] of Object.entries(original)) {
      copy[name] = SECRETS.has(name.toLowerCase()) ? REDACTED : copyOf(inner);
    }
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

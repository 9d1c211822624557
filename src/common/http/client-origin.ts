/** Where workflows, steps and layouts come from: made through the API or the console. */
export const ORIGIN = 'service-cloud';

/** The spelling of {@link ORIGIN} that the official Novu clients know; they refuse the whole answer otherwise. */
const CLIENT_ORIGIN = 'novu-cloud';

/**
 * Members that hold what users wrote. Nothing of ours stands below them, so an `origin` found there is not ours to
 * change. The `data` of an envelope and of a list is another matter: see {@link withClientOrigin}.
 */
const FREE_FORM = new Set([
  'controlValues',
  'data',
  'overrides',
  'payload',
  'payloadExample',
  'payloadSchema',
  'previewPayloadExample',
  'values',
  'variables',
]);

/**
 * Whether a `User-Agent` is that of an official Novu client. They are generated, in every language, and say so:
 * `speakeasy-sdk/<language> <version> <generator> <document> <package>`, with a package such as `@novu/api`.
 */
export function isOfficialClient(userAgent: string | undefined): boolean {
  return userAgent !== undefined && /^speakeasy-sdk\/.*\bnovu\b/i.test(userAgent);
}

/** A copy of an answer in which every `origin` of ours is spelled as the official clients know it. */
export function withClientOrigin(answer: unknown): unknown {
  if (!isObject(answer) || !('data' in answer)) return copy(answer);
  const ours = Array.isArray(answer.data) || Object.keys(answer).length === 1;
  return ours ? { ...respell(answer), data: copy(answer.data) } : respell(answer);
}

function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy);
  return isObject(value) ? respell(value) : value;
}

function respell(object: object): object {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => {
      if (key === 'origin' && value === ORIGIN) return [key, CLIENT_ORIGIN];
      return [key, FREE_FORM.has(key) ? value : copy(value)];
    }),
  );
}

function isObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}

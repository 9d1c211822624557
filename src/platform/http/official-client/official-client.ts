import { CLIENT_ORIGIN, ORIGIN } from '../origins.js';
import { contractProviderId } from './contract-provider-id.js';

/**
 * Members that hold what users wrote. Nothing of ours stands below them, so an `origin` found there is not ours to
 * change. The `data` of an envelope and of a list is another matter: see {@link toOfficialClientFormat}.
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

/** Spells the value of a member; undefined when it is no word of ours. */
type Spelling = (key: string, value: string) => string | undefined;

/**
 * Whether a `User-Agent` is that of an official Novu client. They are generated, in every language, and say so:
 * `speakeasy-sdk/<language> <version> <generator> <document> <package>`, with a package such as `@novu/api`.
 */
export function isOfficialClient(userAgent: string | undefined): boolean {
  return userAgent !== undefined && /^speakeasy-sdk\/.*\bnovu\b/i.test(userAgent);
}

/**
 * A copy of an answer in which every `origin` and `providerId` of ours is spelled as the official clients know it.
 * `openProviderIds`: they take any provider there.
 */
export function toOfficialClientFormat(answer: unknown, { openProviderIds = false } = {}): unknown {
  const spell: Spelling = (key, value) => {
    if (key === 'origin') return value === ORIGIN ? CLIENT_ORIGIN : value;
    return key === 'providerId' && !openProviderIds ? contractProviderId(value) : undefined;
  };
  if (!isObject(answer) || !('data' in answer)) return copy(answer, spell);
  const ours = Array.isArray(answer.data) || Object.keys(answer).length === 1;
  return ours ? { ...mapEnumValues(answer, spell), data: copy(answer.data, spell) } : mapEnumValues(answer, spell);
}

function copy(value: unknown, spell: Spelling): unknown {
  if (Array.isArray(value)) return value.map((one) => copy(one, spell));
  return isObject(value) ? mapEnumValues(value, spell) : value;
}

function mapEnumValues(object: object, spell: Spelling): object {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]: [string, unknown]) => {
      const word = typeof value === 'string' ? spell(key, value) : undefined;
      return [key, word ?? (FREE_FORM.has(key) ? value : copy(value, spell))];
    }),
  );
}

function isObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}

import { ADAPTERS } from '#libs/providers/providers.js';
import { RouteFact } from './route-facts.js';

/** The origin of workflows, steps and layouts made through the API or the console. */
export const ORIGIN = 'service-cloud';

/** The value of {@link ORIGIN} that the official Novu clients know; they reject the whole response otherwise. */
export const CLIENT_ORIGIN = 'novu-cloud';

/**
 * In responses of this controller the contract allows any text as the id of a provider, so official clients also
 * receive the real id.
 */
export function OpenProviderIds(): ClassDecorator {
  return RouteFact({ openProviderIds: true });
}

/**
 * Whether a `User-Agent` is that of an official Novu client. These are generated, in every language, and have the form
 * `speakeasy-sdk/<language> <version> <generator> <document> <package>`, with a package such as `@novu/api`.
 */
export function isOfficialClient(userAgent: string | undefined): boolean {
  return userAgent !== undefined && /^speakeasy-sdk\/.*\bnovu\b/i.test(userAgent);
}

/**
 * Providers that the contract does not know, and the id that is sent in their place where only ids of the contract are
 * valid: those of the outbox, and adapters with `knownAs`.
 */
const STAND_INS: ReadonlyMap<string, string> = new Map([
  ['outbox-push', 'push-webhook'],
  ['outbox-chat', 'chat-webhook'],
  ...ADAPTERS.flatMap(({ id, knownAs }): [string, string][] => (knownAs === undefined ? [] : [[id, knownAs]])),
]);

/** The ids that the contract does not know. */
export const OWN_PROVIDER_IDS: readonly string[] = [...STAND_INS.keys()];

/** The id of a provider that official Novu clients know; they reject the whole response because of an unknown one. */
function contractProviderId(providerId: string): string {
  return STAND_INS.get(providerId) ?? providerId;
}

/** The types of steps that the contract does not know, and the type that is sent in their place, which has no rules. */
export const OWN_STEP_TYPES: readonly string[] = ['wait_until'];
const CLIENT_STEP_TYPE = 'custom';

/**
 * Members with free-form content of users, in which nothing is changed, not even an `origin`. The `data` of an envelope
 * or of a list is an exception: see {@link toOfficialClientFormat}.
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

/** Returns the value to send in place of a member's value; undefined for members that need none. */
type MapValue = (key: string, value: string) => string | undefined;

/**
 * A copy of a response in which every `origin`, `providerId` and type of a step has a value that the official clients know.
 * `openProviderIds`: they accept any provider id in this response. An outermost `data` is not free-form content, and is
 * converted, when it is a list or the only member: then it is that of an envelope.
 */
export function toOfficialClientFormat(response: unknown, { openProviderIds = false } = {}): unknown {
  const mapValue: MapValue = (key, value) => {
    if (key === 'origin') return value === ORIGIN ? CLIENT_ORIGIN : value;
    if (key === 'type') return OWN_STEP_TYPES.includes(value) ? CLIENT_STEP_TYPE : undefined;
    return key === 'providerId' && !openProviderIds ? contractProviderId(value) : undefined;
  };
  if (!isObject(response) || !('data' in response)) return copy(response, mapValue);
  const isEnvelope = Array.isArray(response.data) || Object.keys(response).length === 1;
  return isEnvelope
    ? { ...mapEnumValues(response, mapValue), data: copy(response.data, mapValue) }
    : mapEnumValues(response, mapValue);
}

function copy(value: unknown, mapValue: MapValue): unknown {
  if (Array.isArray(value)) return value.map((one) => copy(one, mapValue));
  return isObject(value) ? mapEnumValues(value, mapValue) : value;
}

function mapEnumValues(object: object, mapValue: MapValue): object {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]: [string, unknown]) => {
      const mapped = typeof value === 'string' ? mapValue(key, value) : undefined;
      return [key, mapped ?? (FREE_FORM.has(key) ? value : copy(value, mapValue))];
    }),
  );
}

/** Whether a value has members to convert. Dates and other instances of classes are sent as they are. */
function isObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}

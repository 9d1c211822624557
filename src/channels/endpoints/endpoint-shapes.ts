import { isUrl } from '#libs/url/is-url.js';
import { type FieldViolations, ValidationException } from '../../platform/errors/validation.exception.js';
import { freeFormProblem } from '../../platform/validation/decorators.js';
import { MASK } from '../../platform/values/mask.js';
import { isObject } from '../../platform/values/is-object.js';

/** The type of a field of an address; a list contains the allowed texts. */
type FieldKind = 'text' | 'url' | 'phone' | 'object' | readonly string[];

interface Field {
  kind: FieldKind;
  required: boolean;
}

const REGIONS = ['us', 'eu'] as const;
const METHODS = ['POST', 'PUT', 'PATCH'] as const;

/** The types of addresses at providers, with their fields. */
const ENDPOINT_SHAPES = {
  slack_channel: { channelId: needed('text') },
  slack_user: { userId: needed('text') },
  webhook: { url: needed('url'), channel: optional('text') },
  phone: { phoneNumber: needed('phone') },
  ms_teams_channel: { teamId: needed('text'), channelId: needed('text') },
  ms_teams_user: { userId: needed('text') },
  telegram_chat: { chatId: needed('text') },
  webex_room: { roomId: needed('text'), parentId: optional('text') },
  webex_person: { personId: optional('text'), personEmail: optional('text') },
  line_user: { userId: needed('text') },
  pagerduty_service: { routingKey: needed('text'), region: needed(REGIONS) },
  opsgenie_integration: { apiKey: needed('text'), region: needed(REGIONS) },
  grafana_oncall_integration: { url: needed('url'), authToken: optional('text') },
  tool_webhook: { url: needed('url'), headers: optional('object'), method: optional(METHODS) },
} as const satisfies Record<string, Record<string, Field>>;

export type EndpointType = keyof typeof ENDPOINT_SHAPES;
export const ENDPOINT_TYPES = Object.keys(ENDPOINT_SHAPES) as EndpointType[];

/** An address, with the fields of its type in {@link ENDPOINT_SHAPES}. */
export type Endpoint = Record<string, unknown>;

/** Fields with which anybody could send there. */
const SECRET_FIELDS: readonly string[] = ['url', 'routingKey', 'apiKey', 'authToken', 'headers'];

/** An address for callers who may not see secrets. */
export function maskedEndpoint(type: EndpointType, endpoint: Endpoint): Endpoint {
  const shape: Record<string, Field> = ENDPOINT_SHAPES[type];
  return Object.fromEntries(
    Object.entries(endpoint).map(([name, value]) => {
      if (!SECRET_FIELDS.includes(name)) return [name, value];
      return [name, shape[name]?.kind === 'object' ? {} : MASK];
    }),
  );
}

const MAX_TEXT_LENGTH = 2048;
const MAX_OBJECT_BYTES = 16_384;

/**
 * Reads the address of a request, with the fields of its type only. Throws a 422 that names each field that is missing
 * or of the wrong type, and that never repeats a value, which may be a secret.
 */
export function readEndpoint(type: EndpointType, request: Readonly<Record<string, unknown>>): Endpoint {
  const endpoint: Endpoint = {};
  const violations: FieldViolations = {};
  for (const [name, field] of Object.entries<Field>(ENDPOINT_SHAPES[type])) {
    const value = Object.hasOwn(request, name) ? request[name] : undefined;
    if (value === undefined && !field.required) continue;
    const problem = problemOf(field.kind, value);
    if (problem !== undefined) violations[`endpoint.${name}`] = { messages: [`${name} ${problem}`] };
    else endpoint[name] = value;
  }
  if (type === 'webex_person' && Object.keys(violations).length === 0 && Object.keys(endpoint).length !== 1) {
    violations.endpoint = { messages: ['endpoint must have either personId or personEmail'] };
  }
  if (Object.keys(violations).length > 0) throw new ValidationException(violations);
  return endpoint;
}

function problemOf(kind: FieldKind, value: unknown): string | undefined {
  if (kind === 'object') {
    return isObject(value) ? freeFormProblem(value, { maxBytes: MAX_OBJECT_BYTES }) : 'must be an object';
  }
  if (value === MASK) return 'must be the value itself, not the mask that responses show';
  if (typeof value !== 'string' || value === '') return 'must be a text that is not empty';
  if (value.length > MAX_TEXT_LENGTH) return `must not be longer than ${MAX_TEXT_LENGTH} characters`;
  switch (kind) {
    case 'text':
      return undefined;
    case 'url':
      return isHttpAddress(value) ? undefined : 'must be an http or https address';
    case 'phone':
      return /^\+[1-9]\d{1,14}$/.test(value)
        ? undefined
        : 'must be a phone number in E.164 form, such as +4915112345678';
    default:
      return kind.includes(value) ? undefined : `must be one of ${kind.join(', ')}`;
  }
}

function isHttpAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && isUrl(text);
}

function needed<Kind extends FieldKind>(kind: Kind) {
  return { kind, required: true };
}

function optional<Kind extends FieldKind>(kind: Kind) {
  return { kind, required: false };
}

import type { IncomingHttpHeaders } from 'node:http';
import { isSameSecret } from '#libs/secrets/is-same-secret.js';
import { isRecord } from '../kit/json.js';
import type { TextsFormat } from './inbound-texts.js';
import type { DeliveryStatus } from './read-events.js';
import type { ReportedSuppression } from './suppressions.js';

/** A request of a provider. */
export interface WebhookRequest {
  /** The full address it was posted to, as the provider knows it. Some providers sign it. */
  url: string;
  headers: IncomingHttpHeaders;
  /** The body as it was sent, for signatures. */
  rawBody: string;
  /** The body: read as JSON, or the fields of a form as an object of texts. */
  body: unknown;
}

/** One event that a provider reports about one message. */
export interface ProviderEvent {
  /** The provider's own id of the event; absent when it has none. */
  id?: string;
  /** The provider's own id of the message, as in the event. */
  messageId: string;
  /** The same id in other forms, when the response to sending has it in another form. */
  alsoKnownAs?: readonly string[];
  status: DeliveryStatus;
  /** Absent: the time when the report arrives. */
  at?: Date;
  /** The provider's own text, such as why a message bounced. */
  response?: string;
  /** The number of attempts of the provider. */
  attempts?: number;
  /** Addresses that must not be written to any more: a hard bounce, a complaint, an unsubscription. */
  suppress?: ReportedSuppression;
}

/** How one provider reports and signs; in the same file as the provider itself. */
export interface WebhookFormat {
  /**
   * The header `WWW-Authenticate` in the response to a request that is not authentic. For providers that send the user
   * name and the password of an address only after such a challenge.
   */
  challenge?: string;
  /**
   * The headers of which a request with a proof has at least one, so that a request without any is refused before its body
   * is read. Absent where the body has the proof.
   */
  proofHeaders?: readonly string[];
  /** Instructions for the set-up at the provider, in a sentence or two, for the response of auto-configure. */
  instructions(address: string): string;
  /** Whether the sender of the request has the key. Never throws. */
  isAuthentic(request: WebhookRequest, key: string, now: Date): boolean;
  /**
   * The events in a request. Kinds that say nothing about a delivery are left out. Throws {@link WebhookBodyError} when
   * the body is not in this format.
   */
  read(request: WebhookRequest): ProviderEvent[];
  /** How inbound text messages come, where they are read: at the same address as reports, or another. */
  texts?: TextsFormat;
  /**
   * The address that must be called before the provider reports anything, when a request asks for that. Always an
   * address of the provider itself.
   */
  confirmation?(request: WebhookRequest): string | undefined;
  /**
   * The response to a provider that verifies an address with GET, before it accepts the address or from time to time.
   * Undefined when the query does not prove knowledge of the key. Never throws.
   */
  handshake?(query: Readonly<Record<string, unknown>>, key: string): string | undefined;
}

const MS_PER_SECOND = 1000;

/** Maximum age of a signature, including the difference of the clocks. */
const SIGNATURE_LIFE_MS = 300_000;

/** The challenge for a provider that authenticates with the password from the address. */
export const BASIC_CHALLENGE = 'Basic realm="Carillon", charset="UTF-8"';

/** Whether a signature of this time, in seconds since 1970, is still valid: for five minutes, in either direction. */
export function isFresh(seconds: unknown, now: Date): boolean {
  return Math.abs(now.getTime() - Number(seconds) * MS_PER_SECOND) <= SIGNATURE_LIFE_MS;
}

/** Whether a request has the password in its basic authentication, with any user name. */
export function hasPassword({ authorization = '' }: IncomingHttpHeaders, password: string): boolean {
  const encoded = /^Basic\s+(\S+)$/i.exec(authorization)?.[1];
  if (encoded === undefined || password === '') return false;
  const given = Buffer.from(encoded, 'base64').toString('utf8');
  return isSameSecret(given.slice(given.indexOf(':') + 1), password);
}

/** Whether a request has the token as bearer in its `Authorization` header. */
export function hasBearer({ authorization = '' }: IncomingHttpHeaders, token: string): boolean {
  const given = /^Bearer\s+(\S+)$/i.exec(authorization)?.[1];
  return given !== undefined && token !== '' && isSameSecret(given, token);
}

/**
 * The fields of a form or of a flat JSON object, sorted by name (by code units) for signatures over them. Undefined for
 * other bodies.
 */
export function sortedFields(body: unknown): [name: string, value: string][] | undefined {
  if (!isRecord(body)) return undefined;
  const fields = Object.entries(body).map(([name, value]) => [name, textOf(value)] as const);
  if (!fields.every((field): field is [string, string] => field[1] !== undefined)) return undefined;
  return fields.toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
}

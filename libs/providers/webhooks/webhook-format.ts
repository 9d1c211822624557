import type { IncomingHttpHeaders } from 'node:http';
import { isSameSecret } from '#libs/secrets/is-same-secret.js';
import { isRecord } from '../kit/json.js';
import type { DeliveryStatus } from './read-events.js';

/** What a provider has posted. */
export interface WebhookRequest {
  /** The whole address to which it was posted, as providers know it. Some sign it. */
  url: string;
  headers: IncomingHttpHeaders;
  /** The body as it was sent, for signatures. */
  rawBody: string;
  /** The body: read as JSON, or the fields of a form as an object of texts. */
  body: unknown;
}

/** One thing that a provider reports about one message. */
export interface ProviderEvent {
  /** The provider's own id of the event; absent when it gives none. */
  id?: string;
  /** The provider's own id of the message, as it stands in the event. */
  messageId: string;
  /** The same id in other spellings, where the answer to the sending has it differently. */
  alsoKnownAs?: readonly string[];
  status: DeliveryStatus;
  /** Absent: when the report arrives. */
  at?: Date;
  /** The provider's own words, such as why a message bounced. */
  response?: string;
  /** How often the provider has tried. */
  attempts?: number;
}

/** How one provider reports and signs. One file each, beside what sends with the provider. */
export interface WebhookFormat {
  /**
   * What a request that is not authentic is asked for in the header `WWW-Authenticate`. For providers that give the user
   * name and the password of an address only when they are asked.
   */
  challenge?: string;
  /** What somebody has to do at the provider, in a sentence or two, for the answer of auto-configure. */
  instructions(address: string): string;
  /** Whether the request was made by somebody who has the key. Never throws. */
  isAuthentic(request: WebhookRequest, key: string, now: Date): boolean;
  /**
   * The events in a request. Kinds that say nothing about a delivery are left out. Throws
   * {@link WebhookBodyError} when the body is none of this format.
   */
  read(request: WebhookRequest): ProviderEvent[];
  /**
   * The address that has to be called before the provider reports anything, where a request asks for that. Only an
   * address of the provider's own.
   */
  confirmation?(request: WebhookRequest): string | undefined;
  /**
   * What is answered to a provider that asks, with GET, whether its reports are wanted at an address: before it takes the
   * address, or from time to time. Undefined when the query does not show that somebody has the key. Never throws.
   */
  handshake?(query: Readonly<Record<string, unknown>>, key: string): string | undefined;
}

const MS_PER_SECOND = 1000;

/** How far the clocks of sender and receiver may be apart, the way included. */
const SIGNATURE_LIFE_MS = 300_000;

/** What a provider is asked for that proves itself with the password in the address. */
export const BASIC_CHALLENGE = 'Basic realm="Carillon", charset="UTF-8"';

/** Whether a proof of this time, in seconds since 1970, still counts: for five minutes, in either direction. */
export function isFresh(seconds: unknown, now: Date): boolean {
  return Math.abs(now.getTime() - Number(seconds) * MS_PER_SECOND) <= SIGNATURE_LIFE_MS;
}

/** Whether a request has the password in its basic authentication, with whatever user name. */
export function hasPassword({ authorization = '' }: IncomingHttpHeaders, password: string): boolean {
  const encoded = /^Basic\s+(\S+)$/i.exec(authorization)?.[1];
  if (encoded === undefined || password === '') return false;
  const given = Buffer.from(encoded, 'base64').toString('utf8');
  return isSameSecret(given.slice(given.indexOf(':') + 1), password);
}

/** Whether a request has the token in its authorization, as bearer. */
export function hasBearer({ authorization = '' }: IncomingHttpHeaders, token: string): boolean {
  const given = /^Bearer\s+(\S+)$/i.exec(authorization)?.[1];
  return given !== undefined && token !== '' && isSameSecret(given, token);
}

/**
 * The fields of a form, or of JSON that is as flat, sorted by name (by code units) for signatures over them. Undefined for
 * a body that is neither.
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

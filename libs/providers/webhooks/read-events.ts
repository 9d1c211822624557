import { isRecord } from '../kit/json.js';

/** Maximum number of events in one request. */
const MAX_EVENTS = 2000;
const MAX_ID_LENGTH = 512;
const MAX_RESPONSE_LENGTH = 1000;
const MS_PER_SECOND = 1000;

/** The statuses that a provider may report for a message: the list that official clients know. */
export const DELIVERY_STATUSES = [
  'opened',
  'rejected',
  'sent',
  'deferred',
  'delivered',
  'bounced',
  'dropped',
  'clicked',
  'blocked',
  'spam',
  'unsubscribed',
  'delayed',
  'complaint',
  'created',
  'accepted',
  'queued',
  'sending',
  'failed',
  'undelivered',
  'dismissed',
] as const;

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Maps a provider's own statuses to ours. Statuses that say nothing about a delivery are left out. */
export type StatusWords = Readonly<Record<string, DeliveryStatus>>;

/** The status for a provider's own word; undefined when it is not in the table. */
export function statusIn(statuses: StatusWords, word: unknown): DeliveryStatus | undefined {
  return typeof word === 'string' && Object.hasOwn(statuses, word) ? statuses[word] : undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** A body that is not in the provider's format. */
export class WebhookBodyError extends Error {
  override readonly name = 'WebhookBodyError';
}

/**
 * The events of a body that is one event or a list. Throws {@link WebhookBodyError} for other bodies and too many
 * events.
 */
export function eventsOf(body: unknown): Fields[] {
  const events: unknown[] = Array.isArray(body) ? body : [body];
  if (events.length > MAX_EVENTS) throw new WebhookBodyError(`More than ${MAX_EVENTS} events at once`);
  if (events.every(isRecord)) return events;
  throw new WebhookBodyError('The body must be an event or a list of events');
}

/** A string that can be an id: not empty and not too long. */
export function idIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= MAX_ID_LENGTH ? value : undefined;
}

/** The first value that is a non-empty string, cut to the length that is stored. */
export function textIn(...values: unknown[]): string | undefined {
  const found = values.find((value): value is string => typeof value === 'string' && value !== '');
  return found?.slice(0, MAX_RESPONSE_LENGTH);
}

export function countIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** A time in ISO 8601. */
export function timeIn(value: unknown): Date | undefined {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? validTime(new Date(value)) : undefined;
}

/** A time in seconds since 1970, with or without a fraction. */
export function secondsIn(value: unknown): Date | undefined {
  return typeof value === 'number' ? validTime(new Date(value * MS_PER_SECOND)) : undefined;
}

/** A member of a value that may not be an object. */
export function memberOf(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The error for an event without a member that every event of the format has. */
export function incompleteEvent(missing: string): WebhookBodyError {
  return new WebhookBodyError(`An event has no ${missing}`);
}

function validTime(time: Date): Date | undefined {
  return Number.isNaN(time.getTime()) ? undefined : time;
}

import { isRecord } from '../kit/json.js';

/** Events that one request may carry. */
const MAX_EVENTS = 2000;
const MAX_ID_LENGTH = 512;
const MAX_RESPONSE_LENGTH = 1000;
const MS_PER_SECOND = 1000;

/** What a provider may report about a message: the list that official clients know. */
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

/** The statuses that a provider's own words stand for. Words that say nothing about a delivery are not among them. */
export type StatusWords = Readonly<Record<string, DeliveryStatus>>;

/** What a provider's own word stands for; undefined when it is none of these. */
export function statusIn(words: StatusWords, word: unknown): DeliveryStatus | undefined {
  return typeof word === 'string' && Object.hasOwn(words, word) ? words[word] : undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** A body that is none of the format in which a provider reports. */
export class WebhookBodyError extends Error {
  override readonly name = 'WebhookBodyError';
}

/** The events of a body that is one, or a list of them. Throws {@link WebhookBodyError} for anything else, and for too many. */
export function eventsOf(body: unknown): Fields[] {
  const events: unknown[] = Array.isArray(body) ? body : [body];
  if (events.length > MAX_EVENTS) throw new WebhookBodyError(`More than ${MAX_EVENTS} events at once`);
  if (events.every(isRecord)) return events;
  throw new WebhookBodyError('The body must be an event or a list of events');
}

/** A text that can be an id: not empty, not endless. */
export function idIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= MAX_ID_LENGTH ? value : undefined;
}

/** The first of several texts that there is, cut to what is stored of it. */
export function wordsIn(...values: unknown[]): string | undefined {
  const words = values.find((value): value is string => typeof value === 'string' && value !== '');
  return words?.slice(0, MAX_RESPONSE_LENGTH);
}

export function countIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** A time that is written as ISO 8601. */
export function timeIn(value: unknown): Date | undefined {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? validTime(new Date(value)) : undefined;
}

/** A time in seconds since 1970, with or without a fraction. */
export function secondsIn(value: unknown): Date | undefined {
  return typeof value === 'number' ? validTime(new Date(value * MS_PER_SECOND)) : undefined;
}

/** A member of an object that may be none. */
export function memberOf(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** For an event without what every event of the format has. */
export function incompleteEvent(missing: string): WebhookBodyError {
  return new WebhookBodyError(`An event has no ${missing}`);
}

function validTime(time: Date): Date | undefined {
  return Number.isNaN(time.getTime()) ? undefined : time;
}

import { ValidationException } from '../../../platform/errors/validation.exception.js';
import { isObject } from '../../../platform/values/is-object.js';
import { MAX_SUBSCRIBER_ID_LENGTH } from '../../../subscribers/subscriber-limits.js';
import { readList, readText } from './read-value.js';

/** Subscriptions that one request can make or remove (behaviour TS1). */
export const MAX_PER_REQUEST = 100;

const MAX_IDENTIFIER_LENGTH = 512;
const MAX_NAME_LENGTH = 256;

/** A subscription to make: whose, and what it is called. Without an identifier it gets one made from the rest. */
export interface RequestedSubscription {
  subscriberId: string;
  identifier?: string;
  name?: string;
}

/** Which subscriptions to remove: that with the identifier, those of the subscriber, or that of both. */
export interface RequestedRemoval {
  subscriberId?: string;
  identifier?: string;
}

/** The two lists in which a request may name subscribers; `subscriberIds` is the older one. */
export interface NamedSubscribers {
  subscriberIds?: unknown;
  subscriptions?: unknown;
}

/** Reads whom a request subscribes. Throws a 422 that names the position of what is wrong. */
export function readRequestedSubscriptions(request: NamedSubscribers): RequestedSubscription[] {
  return readEntries(request, (entry, field) => ({
    subscriberId: readSubscriberId(entry.subscriberId, `${field}.subscriberId`),
    identifier: readIdentifier(entry.identifier, `${field}.identifier`),
    ...(entry.name !== undefined && { name: readName(entry.name, `${field}.name`) }),
  }));
}

/** Reads what a request unsubscribes. Throws a 422 that names the position of what is wrong. */
export function readRequestedRemovals(request: NamedSubscribers): RequestedRemoval[] {
  return readEntries<RequestedRemoval>(request, ({ identifier, subscriberId }, field) => {
    if (identifier === undefined && subscriberId === undefined) {
      throw ValidationException.of(field, `${field} must have an identifier or a subscriberId`);
    }
    return {
      ...(subscriberId !== undefined && { subscriberId: readSubscriberId(subscriberId, `${field}.subscriberId`) }),
      ...(identifier !== undefined && { identifier: readIdentifier(identifier, `${field}.identifier`) }),
    };
  });
}

/** The name of a subscription. */
export function readName(name: unknown, field: string): string {
  if (typeof name !== 'string') throw ValidationException.of(field, `${field} must be a string`);
  if (name.length > MAX_NAME_LENGTH) {
    throw ValidationException.of(field, `${field} may have at most ${MAX_NAME_LENGTH} characters`);
  }
  return name;
}

/** Entries of both lists, each a subscriber id or an object. */
function readEntries<Entry>(
  { subscriberIds = [], subscriptions = [] }: NamedSubscribers,
  readObject: (entry: Record<string, unknown>, field: string) => Entry,
): (Entry | { subscriberId: string })[] {
  const ids = readList(subscriberIds, 'subscriberIds', MAX_PER_REQUEST);
  const entries = readList(subscriptions, 'subscriptions', MAX_PER_REQUEST);
  if (ids.length + entries.length === 0) {
    throw ValidationException.of('subscriptions', 'subscriptions must name at least one subscriber');
  }
  if (ids.length + entries.length > MAX_PER_REQUEST) {
    const message = `subscriptions and subscriberIds may have at most ${MAX_PER_REQUEST} entries together`;
    throw ValidationException.of('subscriptions', message);
  }
  return [
    ...ids.map((id, index) => ({ subscriberId: readSubscriberId(id, `subscriberIds.${index}`) })),
    ...entries.map((entry, index) => {
      const field = `subscriptions.${index}`;
      if (isObject(entry)) return readObject(entry, field);
      if (typeof entry === 'string') return { subscriberId: readSubscriberId(entry, field) };
      throw ValidationException.of(field, `${field} must be a subscriber id or an object`);
    }),
  ];
}

function readSubscriberId(value: unknown, field: string): string {
  return readText(value, field, MAX_SUBSCRIBER_ID_LENGTH);
}

/** The identifier of a subscription. */
export function readIdentifier(value: unknown, field: string): string {
  return readText(value, field, MAX_IDENTIFIER_LENGTH);
}

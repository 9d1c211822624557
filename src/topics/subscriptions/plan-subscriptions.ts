import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type mongo, Types } from 'mongoose';
import { IdMap } from '../../platform/ids.js';
import type { Topic } from '../topic.schema.js';
import type { Member } from './members.service.js';
import type { RequestedRemoval } from './read-requests.js';
import {
  contextScope,
  MAX_SUBSCRIPTIONS,
  type SubscriptionRule,
  type TopicSubscription,
} from './topic-subscription.schema.js';

/** Why one entry of a bulk request failed. */
export const ITEM_ERROR_CODES = [
  'SUBSCRIBER_NOT_FOUND',
  'SUBSCRIPTION_NOT_FOUND',
  'SUBSCRIPTION_LIMIT_REACHED',
  'IDENTIFIER_TAKEN',
] as const;

export type ItemErrorCode = (typeof ITEM_ERROR_CODES)[number];

/** An entry of a bulk request that failed; others may have succeeded. */
export interface ItemError {
  /** As the request names the subscriber; empty when it does not. */
  subscriberId: string;
  code: ItemErrorCode;
  message: string;
}

export function unknownSubscriber(subscriberId: string): ItemError {
  return { subscriberId, code: 'SUBSCRIBER_NOT_FOUND', message: `Subscriber '${subscriberId}' was not found` };
}

const MAX_LENGTH = 512;

/**
 * The default identifier of a subscription. It is derived from topic, subscriber and contexts, so that subscribing twice
 * makes one subscription. When it would be too long, its end is replaced by a digest of the whole.
 */
export function defaultIdentifier(topicKey: string, subscriberId: string, contextKeys: readonly string[]): string {
  const contexts = contextKeys.length > 0 ? `:ctx_${contextKeys.toSorted().join(',')}` : '';
  const identifier = `tk_${topicKey}:si_${subscriberId}${contexts}`;
  if (identifier.length <= MAX_LENGTH) return identifier;
  const digest = createHash('sha256').update(identifier).digest('hex');
  return `${wholeCharacters(identifier, MAX_LENGTH - digest.length - 1)}~${digest}`;
}

// A cut must not leave half of a surrogate pair.
function wholeCharacters(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}

/** A subscription to create, of an existing subscriber. */
export interface Wanted {
  member: Member;
  identifier: string;
  name?: string;
}

/** Values for all subscriptions of a request. */
export interface SubscribingScope {
  topic: Topic;
  /** Sorted. */
  contextKeys: string[];
  /** Undefined when the request says nothing about them. */
  rules?: SubscriptionRule[];
  now: Date;
}

/** The decision about one subscription: it exists unchanged, is written, or is refused. */
export type Plan = Settlement | { kind: 'refused'; error: ItemError };

type Settlement =
  | { kind: 'kept'; subscription: TopicSubscription }
  | { kind: 'written'; subscription: TopicSubscription; operation: mongo.AnyBulkWriteOperation<TopicSubscription> };

/**
 * Decides about each subscription, given the `existing` ones of the topic (behaviour TS1). One with the same
 * identifier, subscriber and contexts gets the name and rules of the request. An identifier that belongs to another
 * subscription is refused, and a new one takes a free slot of its subscriber. Entries of one request take earlier
 * entries into account.
 */
export function planSubscriptions(
  wanted: readonly Wanted[],
  existing: TopicSubscription[],
  scope: SubscribingScope,
): Plan[] {
  const stored = new Map(existing.map((subscription) => [subscription.identifier, subscription]));
  const slots = takenSlots(existing);
  const settled = new Map<string, Settlement>();
  return wanted.map((one) => {
    const earlier = settled.get(one.identifier);
    // Named twice: the first one counts.
    if (earlier && isSame(earlier.subscription, one, scope)) return earlier;
    const known = earlier?.subscription ?? stored.get(one.identifier);
    const plan = known ? planKnown(one, known, scope) : planNew(one, slots, scope);
    if (plan.kind !== 'refused') settled.set(one.identifier, plan);
    return plan;
  });
}

function planKnown(one: Wanted, known: TopicSubscription, scope: SubscribingScope): Plan {
  if (!isSame(known, one, scope)) {
    const message = `The identifier '${one.identifier}' belongs to another subscription of the topic`;
    return refused(one, 'IDENTIFIER_TAKEN', message);
  }
  const stated = { ...(one.name !== undefined && { name: one.name }), ...(scope.rules && { rules: scope.rules }) };
  const changes = Object.entries(stated).filter(
    ([field, value]) => !isDeepStrictEqual(value, known[field as keyof typeof stated]),
  );
  if (changes.length === 0) return { kind: 'kept', subscription: known };
  const set = { ...(Object.fromEntries(changes) as typeof stated), updatedAt: scope.now };
  return {
    kind: 'written',
    subscription: Object.assign({}, known, set),
    operation: { updateOne: { filter: { _id: known._id }, update: { $set: set } } },
  };
}

function planNew({ member, identifier, name }: Wanted, slots: IdMap<Set<number>>, scope: SubscribingScope): Plan {
  const taken = slots.get(member._id) ?? new Set();
  const slot = freeSlot(taken, identifier);
  if (slot === undefined) {
    const message = `Subscriber '${member.subscriberId}' has ${MAX_SUBSCRIPTIONS} subscriptions of the topic already`;
    return refused({ member }, 'SUBSCRIPTION_LIMIT_REACHED', message);
  }
  slots.set(member._id, taken.add(slot));
  const { topic, contextKeys, rules = [], now } = scope;
  const subscription: TopicSubscription = {
    _id: new Types.ObjectId(),
    environmentId: topic.environmentId,
    organizationId: topic.organizationId,
    topicId: topic._id,
    subscriberId: member._id,
    slot,
    identifier,
    ...(name !== undefined && { name }),
    contextKeys,
    contextScope: contextScope(contextKeys),
    rules,
    createdAt: now,
    updatedAt: now,
  };
  return { kind: 'written', subscription, operation: { insertOne: { document: subscription } } };
}

/** The search starts at a slot derived from the identifier, so that concurrent requests rarely try the same one. */
function freeSlot(taken: ReadonlySet<number>, identifier: string): number | undefined {
  const start = Array.from(identifier, (character) => character.charCodeAt(0)).reduce((sum, code) => sum + code, 0);
  const slots = Array.from({ length: MAX_SUBSCRIPTIONS }, (_value, index) => (start + index) % MAX_SUBSCRIPTIONS);
  return slots.find((slot) => !taken.has(slot));
}

function isSame(known: TopicSubscription, { member }: Wanted, { contextKeys }: SubscribingScope): boolean {
  return known.subscriberId.equals(member._id) && known.contextScope === contextScope(contextKeys);
}

function takenSlots(existing: TopicSubscription[]): IdMap<Set<number>> {
  const slots = new IdMap<Set<number>>();
  for (const { subscriberId, slot } of existing) {
    slots.set(subscriberId, (slots.get(subscriberId) ?? new Set()).add(slot));
  }
  return slots;
}

function refused({ member }: Pick<Wanted, 'member'>, code: ItemError['code'], message: string): Plan {
  return { kind: 'refused', error: { subscriberId: member.subscriberId, code, message } };
}

/**
 * Decides which subscriptions an unsubscribe request removes, each once, among `candidates`; an entry that matches none of
 * them is an error. `members` are the subscribers that the request names, by their ids.
 */
export function planRemovals(
  topic: Pick<Topic, 'key'>,
  removals: readonly RequestedRemoval[],
  { candidates, members }: { candidates: readonly TopicSubscription[]; members: ReadonlyMap<string, Member> },
): { removed: TopicSubscription[]; errors: ItemError[] } {
  const removed = new Set<TopicSubscription>();
  const errors: ItemError[] = [];
  for (const removal of removals) {
    const found = candidates.filter((one) => isNamed(one, removal, members));
    for (const one of found) removed.add(one);
    if (found.length === 0) errors.push(nothingFound(removal, topic, members));
  }
  return { removed: [...removed], errors };
}

function isNamed(
  { identifier, subscriberId }: TopicSubscription,
  removal: RequestedRemoval,
  members: ReadonlyMap<string, Member>,
): boolean {
  if (removal.identifier !== undefined && removal.identifier !== identifier) return false;
  if (removal.subscriberId === undefined) return true;
  return members.get(removal.subscriberId)?._id.equals(subscriberId) ?? false;
}

function nothingFound(
  { identifier, subscriberId }: RequestedRemoval,
  topic: Pick<Topic, 'key'>,
  members: ReadonlyMap<string, Member>,
): ItemError {
  if (subscriberId !== undefined && !members.has(subscriberId)) return unknownSubscriber(subscriberId);
  const message =
    identifier === undefined
      ? `Subscriber '${subscriberId}' has no subscription of topic '${topic.key}'`
      : `Subscription '${identifier}' of topic '${topic.key}' was not found`;
  return { subscriberId: subscriberId ?? '', code: 'SUBSCRIPTION_NOT_FOUND', message };
}

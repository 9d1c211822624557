import { isDeepStrictEqual } from 'node:util';
import { type mongo, Types } from 'mongoose';
import type { Topic } from '../../topic.schema.js';
import type { ItemError } from '../item-error.js';
import type { Member } from '../members.service.js';
import {
  contextScope,
  MAX_SUBSCRIPTIONS,
  type SubscriptionRule,
  type TopicSubscription,
} from '../topic-subscription.schema.js';

/** A subscription to make, of somebody who exists. */
export interface Wanted {
  member: Member;
  identifier: string;
  name?: string;
}

/** What holds for all subscriptions of a request. */
export interface SubscribingScope {
  topic: Topic;
  /** Sorted. */
  contextKeys: string[];
  /** Undefined when the request says nothing about them. */
  rules?: SubscriptionRule[];
  now: Date;
}

/** What comes of one: it is there already, is written, or is refused. */
export type Plan = Settlement | { kind: 'refused'; error: ItemError };

type Settlement =
  | { kind: 'kept'; subscription: TopicSubscription }
  | { kind: 'written'; subscription: TopicSubscription; operation: mongo.AnyBulkWriteOperation<TopicSubscription> };

/**
 * Decides about each subscription in view of what the topic has, `existing` (behaviour TS1). One with the same
 * identifier, subscriber and contexts takes over the name and rules that the request states; another one's identifier
 * is refused; a new one takes a free slot of its subscriber. Those of a request see each other.
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

function planNew({ member, identifier, name }: Wanted, slots: Map<string, Set<number>>, scope: SubscribingScope): Plan {
  const owner = member._id.toHexString();
  const taken = slots.get(owner) ?? new Set();
  const slot = freeSlot(taken, identifier);
  if (slot === undefined) {
    const message = `Subscriber '${member.subscriberId}' has ${MAX_SUBSCRIPTIONS} subscriptions of the topic already`;
    return refused({ member }, 'SUBSCRIPTION_LIMIT_REACHED', message);
  }
  slots.set(owner, taken.add(slot));
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

/** Where the search begins follows from the identifier, so that requests at the same moment rarely try the same one. */
function freeSlot(taken: ReadonlySet<number>, identifier: string): number | undefined {
  const start = Array.from(identifier, (character) => character.charCodeAt(0)).reduce((sum, code) => sum + code, 0);
  const slots = Array.from({ length: MAX_SUBSCRIPTIONS }, (_value, index) => (start + index) % MAX_SUBSCRIPTIONS);
  return slots.find((slot) => !taken.has(slot));
}

function isSame(known: TopicSubscription, { member }: Wanted, { contextKeys }: SubscribingScope): boolean {
  return known.subscriberId.equals(member._id) && known.contextScope === contextScope(contextKeys);
}

function takenSlots(existing: TopicSubscription[]): Map<string, Set<number>> {
  const slots = new Map<string, Set<number>>();
  for (const { subscriberId, slot } of existing) {
    const owner = subscriberId.toHexString();
    slots.set(owner, (slots.get(owner) ?? new Set()).add(slot));
  }
  return slots;
}

function refused({ member }: Pick<Wanted, 'member'>, code: ItemError['code'], message: string): Plan {
  return { kind: 'refused', error: { subscriberId: member.subscriberId, code, message } };
}

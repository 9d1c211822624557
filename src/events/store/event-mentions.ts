import type { mongo, Types } from 'mongoose';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { isObject } from '../../platform/values/is-object.js';
import type { Event } from './event.schema.js';

/** A lower bound that makes the store use a sparse index, which has no events without the field. */
const EVER = new Date(0);

/** Somebody whom events forget: the caller's own id, and the addresses. */
interface Forgotten {
  subscriberId: string;
  addresses: readonly string[];
}

/**
 * Removes the recipient with this id, and the profile fields that were sent, from these events; also the overrides, of
 * others only addresses of this person in them, as other recipients may still need the rest. The payload belongs to the
 * caller and is not changed.
 */
export async function forgetRecipient(
  events: mongo.Collection<Event>,
  { id: environmentId }: Pick<EnvironmentRef, 'id'>,
  { subscriberId, addresses }: Forgotten,
  ids: Types.ObjectId[],
): Promise<void> {
  if (ids.length === 0) return;
  const which = { _id: { $in: ids }, environmentId };
  await events.updateMany(which, withoutRecipient(subscriberId));
  // Nobody else is sent anything by it; a broadcast never has recipients.
  await events.updateMany(
    { ...which, recipients: { $size: 0 }, kind: { $ne: 'broadcast' } },
    { $unset: { overrides: '' } },
  );
  await forgetAddresses(events, which, addresses);
}

async function forgetAddresses(
  events: mongo.Collection<Event>,
  which: mongo.Filter<Event>,
  addresses: readonly string[],
): Promise<void> {
  if (addresses.length === 0) return;
  const known = new Set(addresses.map(normalized));
  const found = await events
    .find({ ...which, overrides: { $exists: true } }, { projection: { overrides: 1 } })
    .toArray();
  for (const { _id, overrides } of found) {
    const left = withoutTexts(overrides, known);
    if (JSON.stringify(left) !== JSON.stringify(overrides))
      await events.updateOne({ _id }, { $set: { overrides: left as Event['overrides'] } });
  }
}

function normalized(address: string): string {
  return address.trim().toLowerCase();
}

/** A copy without the texts that are known: neither as members nor in lists, at any depth. */
export function withoutTexts(value: unknown, known: ReadonlySet<string>): unknown {
  const stays = (one: unknown): boolean => typeof one !== 'string' || !known.has(normalized(one));
  if (Array.isArray(value)) return value.filter(stays).map((one) => withoutTexts(one, known));
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([, member]) => stays(member));
  return Object.fromEntries(members.map(([name, member]) => [name, withoutTexts(member, known)]));
}

/**
 * Removes the recipient from events whose recipients have no run yet, so that none is created; then everything else
 * that names the subscriber: the actor, exclusions from topics, and problems.
 */
export async function forgetElsewhere(
  events: mongo.Collection<Event>,
  { id: environmentId }: Pick<EnvironmentRef, 'id'>,
  person: Forgotten,
): Promise<void> {
  const { subscriberId } = person;
  const waiting = { sweepAt: { $gte: EVER }, environmentId, 'recipients.profile.subscriberId': subscriberId };
  const ids = (await events.find(waiting, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id);
  await forgetRecipient(events, { id: environmentId }, person, ids);
  await events.updateMany({ 'actor.subscriberId': subscriberId, environmentId }, { $unset: { actor: '' } });
  await events.updateMany(
    { 'recipients.exclude': subscriberId, environmentId },
    { $pull: { 'recipients.$[topic].exclude': subscriberId } },
    { arrayFilters: [{ 'topic.kind': 'topic' }] },
  );
  await events.updateMany(
    { 'problems.subscriberId': subscriberId, environmentId },
    { $pull: { problems: { subscriberId } } },
  );
}

function withoutRecipient(subscriberId: string): mongo.UpdateFilter<Event> {
  return { $pull: { recipients: { 'profile.subscriberId': subscriberId } } } as mongo.UpdateFilter<Event>;
}

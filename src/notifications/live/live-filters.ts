import type { QueryFilter, Types } from 'mongoose';
import { exactly } from '../../contexts/exactly.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { notHidden } from '../inbox/filter/message-filter.js';
import type { Message } from '../messages/message.schema.js';

/** What inboxes show: nothing that has expired (behaviour N3) or is snoozed (A9). */
export function shown({ id: environmentId }: Pick<EnvironmentRef, 'id'>, now: Date): QueryFilter<Message> {
  return { environmentId, channel: 'in_app', expiresAt: { $gt: now }, ...notHidden(now) };
}

/** The unread messages of these subscribers. */
export function unreadOf(subscriberIds: readonly Types.ObjectId[]): QueryFilter<Message> {
  return { subscriberId: { $in: subscriberIds }, archived: false, read: false };
}

/** Messages of a subscriber in exactly these contexts that were made at a time or later, save one. */
export function madeSince(
  { subscriberId, contextKeys }: { subscriberId: Types.ObjectId; contextKeys: readonly string[] },
  { time, except }: { time: Date; except: Types.ObjectId },
): QueryFilter<Message> {
  return {
    subscriberId,
    archived: false,
    contextKeys: exactly(contextKeys),
    createdAt: { $gte: time },
    _id: { $ne: except },
  };
}

/** The order in which messages were made. */
export const OLDEST_FIRST = { createdAt: 1, _id: 1 } as const;

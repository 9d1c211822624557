import type { InboxOwner } from '../../../notifications/inbox/inbox-access.service.js';
import type { SubscriberSession } from '../sessions/subscriber-session.js';

/** The inbox of a session: that of its subscriber, in exactly its contexts (behaviour A3, C6). */
export function inboxOf({ subscriber, contextKeys }: SubscriberSession): InboxOwner {
  return { subscriberId: subscriber.subscriberId, contextKeys };
}

import type { InboxCounts } from '../../../notifications/live/unread-counts.js';

/** Where the older form of counts stops. */
const CAP = 100;

type CountEvent = readonly [event: string, data: object];

/** The events that carry counts, in their order (behaviour O3), each with its present and its older form (O2). */
export function countEvents({ unread, unseen }: InboxCounts): readonly [CountEvent, CountEvent] {
  return [
    ['unseen_count_changed', { unseenCount: Math.min(unseen, CAP), hasMore: unseen > CAP }],
    ['unread_count_changed', { counts: unread, unreadCount: Math.min(unread.total, CAP), hasMore: unread.total > CAP }],
  ];
}

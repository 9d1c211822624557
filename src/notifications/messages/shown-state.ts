import type { Message } from './message.schema.js';

/** The stored fields that tell how a message stands. */
export type StoredState = Pick<
  Message,
  'read' | 'readAt' | 'archived' | 'archivedAt' | 'snoozedUntil' | 'beforeSnooze' | 'deliveredAt'
>;

/** How a message stands; `snoozedUntil` only while it is hidden. */
export type ShownState = Omit<StoredState, 'beforeSnooze'>;

/**
 * How a message stands at a moment (behaviour A9): while it is snoozed as it was before, afterwards as it woke up, unread
 * and delivered once more, whether or not that is noted in the store by now.
 */
export function shownState(message: StoredState, now: Date): ShownState {
  const { read, readAt, archived, archivedAt, snoozedUntil, beforeSnooze, deliveredAt } = message;
  if (snoozedUntil && snoozedUntil > now && beforeSnooze) return { ...beforeSnooze, snoozedUntil, deliveredAt };
  return {
    read,
    ...(readAt && { readAt }),
    archived,
    ...(archivedAt && { archivedAt }),
    deliveredAt: snoozedUntil ? [...deliveredAt, snoozedUntil] : deliveredAt,
  };
}

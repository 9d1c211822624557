import type { Types } from 'mongoose';

/**
 * A change of all messages of an inbox that is in effect, while the messages themselves are still being changed behind it
 * (behaviour A13). It is about the messages that were created up to `before` and match `selection`; of them those that were
 * not snoozed at `at`, or all when it is a deletion.
 */
export interface PendingChange {
  _id: Types.ObjectId;
  change: 'seen' | 'unseen' | 'read' | 'unread' | 'archive' | 'archive-read' | 'delete';
  /** When it was made; this is the time it sets. */
  at: Date;
  /** Its place among the changes of the inbox: no two have the same, even if they were made in the same millisecond. */
  order: Date;
  /** Messages that are newer were changed with the request, so that one that arrives later is never changed. */
  before: Date;
  /** Filters by content, as JSON: the text of an object that is valid in a request has names no field may have. */
  selection: string;
}

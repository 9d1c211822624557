import type { Types } from 'mongoose';

/**
 * A change of all messages of an inbox that is in effect although not all of the messages are updated yet (behaviour
 * A13). It covers the messages that were created up to `before` and match `selection`. A deletion covers all of them,
 * another change those that were not snoozed at `at`.
 */
export interface PendingChange {
  _id: Types.ObjectId;
  change: 'seen' | 'unseen' | 'read' | 'unread' | 'archive' | 'archive-read' | 'delete';
  /** When it was made, which is also the time that it sets, such as that of reading. */
  at: Date;
  /** Its place among the changes of the inbox: no two have the same, even if they were made in the same millisecond. */
  order: Date;
  /** A little before `at`. The request itself changed newer messages, so that none that arrives later is changed. */
  before: Date;
  /** The filters by content, as JSON text: names that are valid in a request may be invalid as field names. */
  selection: string;
}

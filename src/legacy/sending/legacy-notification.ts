import type { EventLegacy } from '../../events/event-legacy.js';

/** A notification as its application sees it: what it was answered, and how it stands. */
export interface LegacyNotification extends EventLegacy {
  /** The transaction id of its event. */
  id: string;
  isRead: boolean;
}

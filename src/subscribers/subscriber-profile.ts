/**
 * What a trigger says about a subscriber: the id, and the fields it brings along. Fields that are absent are left
 * as they are; `data` is replaced as a whole (behaviour R1).
 */
export interface SubscriberProfile {
  subscriberId: string;
  firstName?: string;
  lastName?: string;
  email?: string;
  phone?: string;
  avatar?: string;
  locale?: string;
  timezone?: string;
  data?: Record<string, unknown>;
}

import type { ChannelInputDto } from './credentials/channel-credentials.dto.js';
import type { SubscriberChannel } from './subscriber.schema.js';

interface ProfileFields {
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

/**
 * What a trigger says about a subscriber: the id, and the fields it brings along. Fields that are absent are left
 * as they are; `data` is replaced as a whole (behaviour R1).
 */
export interface SubscriberProfile extends ProfileFields {
  /** Credentials to add to those of the subscriber, encrypted (behaviour R12). */
  channels?: SubscriberChannel[];
}

/** A profile as it was sent: its credentials are readable and only name the integrations they are for. */
export interface SentProfile extends ProfileFields {
  channels?: ChannelInputDto[];
}

import { type NotificationDto, toNotificationDto } from './inbox.dto.js';
import type { ChangedMessage } from './inbox-states.service.js';

/** A notification as it is shown after a change. */
export function notificationOf({ message, inbox: { subscriber, now } }: ChangedMessage): NotificationDto {
  return toNotificationDto(message, subscriber, now);
}

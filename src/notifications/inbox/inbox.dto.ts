import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { ShownProfile } from '../../subscribers/shown-profile.js';
import type { Subscriber } from '../../subscribers/subscriber.schema.js';
import { SEVERITIES, type Severity } from '../../workflows/workflow.schema.js';
import type { Message, MessageAction, Redirect, RedirectTarget } from '../messages/message.schema.js';
import { shownState } from '../messages/message-state.js';
import { dto } from '../../platform/http/dto.js';

/** How many notifications match one filter. */
export class NotificationCountDto {
  /**
   * Notifications that match; at most as many as the installation counts.
   * @example 2
   */
  count: number;

  /** There are more than `count` says, or there may be among older notifications; left out otherwise. */
  countCapped?: boolean;

  /**
   * The filter.
   * @example { "read": false }
   */
  @ApiProperty({ type: 'object', additionalProperties: true })
  filter: Record<string, unknown>;
}

/** The counts, in the order of the filters. */
export class NotificationCountsDto {
  /** One entry per filter. */
  @ApiProperty({ type: [NotificationCountDto] })
  data: NotificationCountDto[];
}

const REDIRECT_TARGETS = ['_self', '_blank', '_parent', '_top', '_unfencedTop'] as const;

/** The subscriber a notification belongs to. */
export class NotificationSubscriberDto {
  /** Internal id of the subscriber. */
  id: string;
  /**
   * The caller's own id of the subscriber.
   * @example ada
   */
  subscriberId: string;
  /** First name. */
  firstName?: string;
  /** Last name. */
  lastName?: string;
  /** URL of an avatar. */
  avatar?: string;
}

/** Where a click leads. */
export class RedirectDto {
  /**
   * Absolute http or https address, or a path.
   * @example /orders/4711
   */
  url: string;
  /** Where the address opens. */
  @ApiProperty({ enum: REDIRECT_TARGETS, required: false })
  target?: RedirectTarget;
}

/** A button. */
export class NotificationActionDto {
  /**
   * Text of the button.
   * @example Show order
   */
  label: string;
  /** Whether it was marked as completed. */
  isCompleted: boolean;
  /** Where a click on it leads. */
  redirect?: RedirectDto;
}

/** The workflow that sent the notification. */
export class NotificationWorkflowDto {
  /** Internal id. */
  id: string;
  /**
   * Identifier of the workflow.
   * @example welcome
   */
  identifier: string;
  /** Name of the workflow. */
  name: string;
  /** Subscribers cannot switch off a critical workflow. */
  critical: boolean;
  /** Tags of the workflow. */
  tags: string[];
  /** Severity of the workflow. */
  @ApiProperty({ enum: SEVERITIES })
  severity: Severity;
}

/** One in-app notification of a subscriber. */
export class NotificationDto {
  /**
   * Id of the notification.
   * @example 6925a1f0c0ffee0123456789
   */
  id: string;
  /** Transaction ID of the trigger that caused it. */
  transactionId: string;
  /** Headline. */
  subject?: string;
  /** Text; empty when there is only a headline. */
  body: string;
  /** Who it is for. */
  to: NotificationSubscriberDto;
  /** It was read. */
  isRead: boolean;
  /** It was shown. */
  isSeen: boolean;
  /** It was put into the archive. */
  isArchived: boolean;
  /** It is hidden until `snoozedUntil`. */
  isSnoozed: boolean;
  /** When it is shown again, ISO 8601; left out when it is not hidden. */
  snoozedUntil?: string;
  /** When it was delivered, ISO 8601; the end of each snooze is one more. */
  deliveredAt: string[];
  /** When it was made, ISO 8601. */
  createdAt: string;
  /** When it was read, ISO 8601. */
  readAt?: string;
  /** When it was shown for the first time, ISO 8601. */
  firstSeenAt?: string;
  /** When it was archived, ISO 8601. */
  archivedAt?: string;
  /** URL of an avatar. */
  avatar?: string;
  /** First button. */
  primaryAction?: NotificationActionDto;
  /** Second button. */
  secondaryAction?: NotificationActionDto;
  /** Channel it was delivered by. */
  @ApiProperty({ enum: ['in_app'] })
  channelType: string;
  /** Tags of the workflow. */
  tags: string[];
  /** Values for the widget's own use. */
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  data?: Record<string, unknown>;
  /** Where a click on the notification leads. */
  redirect?: RedirectDto;
  /** The workflow that sent it. */
  workflow: NotificationWorkflowDto;
  /** How much it matters. */
  @ApiProperty({ enum: SEVERITIES })
  severity: Severity;
}

/** A notification as it stands at a moment. */
export function toNotificationDto(message: Message, subscriber: ShownProfile<Subscriber>, now: Date): NotificationDto {
  const { subject, avatar, actions, redirect, data, firstSeenAt } = message;
  const { read, readAt, archived, archivedAt, snoozedUntil, deliveredAt } = shownState(message, now);
  return dto<NotificationDto>({
    id: message._id,
    transactionId: message.transactionId,
    ...(subject !== undefined && { subject }),
    body: message.body,
    to: toNotificationSubscriber(subscriber),
    isRead: read,
    isSeen: message.seen,
    isArchived: archived,
    isSnoozed: snoozedUntil !== undefined,
    ...(snoozedUntil && { snoozedUntil: snoozedUntil.toISOString() }),
    deliveredAt: deliveredAt.map((date) => date.toISOString()),
    createdAt: message.createdAt.toISOString(),
    ...(readAt && { readAt: readAt.toISOString() }),
    ...(firstSeenAt && { firstSeenAt: firstSeenAt.toISOString() }),
    ...(archivedAt && { archivedAt: archivedAt.toISOString() }),
    ...(avatar !== undefined && { avatar }),
    ...(actions?.primary && { primaryAction: toAction(actions.primary) }),
    ...(actions?.secondary && { secondaryAction: toAction(actions.secondary) }),
    channelType: message.channel,
    tags: message.tags,
    ...(data && { data }),
    ...(redirect && { redirect: toRedirect(redirect) }),
    workflow: { ...message.workflow, id: message.workflow.id.toHexString() },
    severity: message.severity,
  });
}

function toNotificationSubscriber({ _id, subscriberId, firstName, lastName, avatar }: ShownProfile<Subscriber>) {
  return {
    id: _id.toHexString(),
    subscriberId,
    ...(firstName && { firstName }),
    ...(lastName && { lastName }),
    ...(avatar && { avatar }),
  };
}

function toAction({ label, completed, redirect }: MessageAction): NotificationActionDto {
  return { label, isCompleted: completed, ...(redirect && { redirect: toRedirect(redirect) }) };
}

function toRedirect({ url, target }: Redirect): RedirectDto {
  return { url, target };
}

/** A page of notifications, newest first. */
export class NotificationPageDto {
  /** The notifications. */
  @ApiProperty({ type: [NotificationDto] })
  data: NotificationDto[];

  /** There are more; ask again with `after` set to the last id, or with a larger `offset`. */
  hasMore: boolean;

  /** The filters that were applied. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  filter: Record<string, unknown>;
}

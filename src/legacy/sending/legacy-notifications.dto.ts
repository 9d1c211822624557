import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsNotEmpty, IsObject, IsString, Matches, MaxLength } from 'class-validator';
import type { EventLegacy } from '../../events/store/event.schema.js';
import { dto } from '../../platform/http/dto.js';
import { Raw } from '../../platform/http/decorators.js';
import { OftenMisnamed, Optional } from '../../platform/validation/decorators.js';
import { MAX_SUBSCRIBER_ID_LENGTH, SUBSCRIBER_ID } from '../../subscribers/subscriber-limits.js';

/** A notification as its application sees it: the response of the call, and whether it has been read. */
export interface LegacyNotification extends EventLegacy {
  /** The transaction id of its event. */
  id: string;
  isRead: boolean;
}

/** A notification to one user. */
export class LegacyNotificationDto {
  /**
   * Its id; the transaction ID of the trigger that it is in the main API.
   * @example 5b8f1f5e-6a3c-4f6a-9d0e-0f3a1c2b4d5e
   */
  id: string;

  /**
   * The number of the user. It is the external id if that is a decimal integer that a JSON number holds exactly.
   * Otherwise the application has given the user a running number.
   * @example 42
   */
  appUser: number;

  /** Whether the user has read it in the inbox. Stays false when the workflow has no in-app step. */
  isRead: boolean;

  /**
   * When it was sent, ISO 8601 in UTC.
   * @example 2026-02-03T04:05:06.789Z
   */
  createdAt: string;

  /**
   * The text of the type with the values of `metadata`.
   * @example Order A-1741 is on its way
   */
  text: string;

  /**
   * The page that a click leads to; empty when there is none.
   * @example /orders/A-1741
   */
  link: string;

  /**
   * Name of the bundle it belongs to; empty when there is none.
   * @example order A-1741
   */
  bundleSegment: string;
}

export function toLegacyNotificationDto(notification: LegacyNotification): LegacyNotificationDto {
  const { id, appUser, isRead, createdAt, text, link, bundleSegment } = notification;
  return dto<LegacyNotificationDto>({ id, appUser, isRead, createdAt, text, link, bundleSegment });
}

/** A notification to one user. */
export class SendNotificationDto {
  /**
   * Identifier of one of the application's notification types.
   * @example order-shipped
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(256)
  type: string;

  /**
   * Your own id of the user, who is created when there is no such subscriber.
   * @example ada
   */
  @IsString()
  @MaxLength(MAX_SUBSCRIBER_ID_LENGTH)
  @Matches(SUBSCRIBER_ID, { message: '$property must be a non-empty text without control characters' })
  @OftenMisnamed('subscriberId', 'userId', 'id', 'to')
  externalId: string;

  /**
   * Values for the templates of the type, and the payload of its workflow. At most 512 KB as JSON.
   * @example { "order": "A-1741" }
   */
  @Optional({ nullable: false })
  @IsObject()
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  @Raw()
  metadata?: Record<string, unknown>;
}

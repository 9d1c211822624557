import { ApiProperty } from '@nestjs/swagger';
import type { CursorPage } from '../../../platform/paging/cursor-page.js';
import { CursorPageDto } from '../../../platform/paging/cursor-page.dto.js';
import type { NotificationType } from '../notification-type.schema.js';

/** What an application sends by name. */
export class NotificationTypeDto {
  /**
   * Internal id.
   * @example 6925a1f0c0ffee0123456789
   */
  _id: string;

  /**
   * Your own name of the type.
   * @example order-shipped
   */
  identifier: string;

  /**
   * Identifier of the workflow that delivers it.
   * @example order-shipped
   */
  workflowId: string;

  /**
   * Template of the text.
   * @example Order {{order}} is on its way
   */
  text: string;

  /**
   * Template of the page a click leads to; empty when there is none.
   * @example /orders/{{order}}
   */
  link: string;

  /**
   * Template of the name of the bundle; empty when there is none.
   * @example order {{order}}
   */
  bundleSegment: string;

  /** Id of the environment it belongs to. */
  _environmentId: string;

  /**
   * When it was created, ISO 8601 in UTC.
   * @example 2026-02-03T04:05:06.789Z
   */
  createdAt: string;

  /**
   * When it was last changed, ISO 8601 in UTC.
   * @example 2026-02-03T04:05:06.789Z
   */
  updatedAt: string;
}

/** A page of notification types. */
export class NotificationTypePageDto extends CursorPageDto {
  /** The types on this page. */
  @ApiProperty({ type: [NotificationTypeDto] })
  data: NotificationTypeDto[];
}

export function toNotificationTypeDto(type: NotificationType): NotificationTypeDto {
  const { _id, identifier, workflowId, text, link, bundleSegment, environmentId, createdAt, updatedAt } = type;
  return {
    _id: _id.toHexString(),
    identifier,
    workflowId,
    text,
    link,
    bundleSegment,
    _environmentId: environmentId.toHexString(),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

export function toNotificationTypePageDto(page: CursorPage<NotificationType>): NotificationTypePageDto {
  return { ...page, data: page.data.map((type) => toNotificationTypeDto(type)) };
}

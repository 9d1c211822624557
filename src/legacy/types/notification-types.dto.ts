import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches, MaxLength, MinLength } from 'class-validator';
import { dto } from '../../platform/http/dto.js';
import { CursorPageDto } from '../../platform/paging/paging.dto.js';
import type { CursorPage } from '../../platform/paging/cursor-page.js';
import { Optional } from '../../platform/validation/decorators.js';
import type { NotificationType } from './notification-type.schema.js';

const MAX_IDENTIFIER_LENGTH = 256;
const MAX_TEMPLATE_LENGTH = 10_000;

/** The caller's own name of a notification type. */
export function IsTypeIdentifier(): PropertyDecorator {
  return applyDecorators(
    IsString(),
    MaxLength(MAX_IDENTIFIER_LENGTH),
    Matches(/^[^\p{Cc}\p{Cs}]+$/u, { message: '$property must be a non-empty text without control characters' }),
  );
}

/** A workflow, by identifier, internal id or slug. */
export function IsWorkflowReference(): PropertyDecorator {
  return applyDecorators(IsString(), MinLength(1), MaxLength(512));
}

/** A Liquid template that may be empty. */
export function IsTypeTemplate(): PropertyDecorator {
  return applyDecorators(IsString(), MaxLength(MAX_TEMPLATE_LENGTH));
}

/** A new notification type. Its templates name members of the `metadata` of a notification: `{{name}}`. */
export class CreateNotificationTypeDto {
  /**
   * Your own name of the type, unique in the application: the `type` of a notification.
   * @example order-shipped
   */
  @IsTypeIdentifier()
  identifier: string;

  /**
   * The workflow that delivers it: its identifier, internal id or slug.
   * @example order-shipped
   */
  @IsWorkflowReference()
  workflowId: string;

  /**
   * Liquid template of the text.
   * @example Order {{order}} is on its way
   */
  @MinLength(1)
  @IsTypeTemplate()
  text: string;

  /**
   * Liquid template of the page a click leads to: an http(s) address or a path.
   * @example /orders/{{order}}
   */
  @Optional({ nullable: false })
  @IsTypeTemplate()
  link?: string;

  /**
   * Liquid template of the name of the bundle. Notifications of a user whose bundles have the same name are one bundle.
   * @example order {{order}}
   */
  @Optional({ nullable: false })
  @IsTypeTemplate()
  bundleSegment?: string;
}

/** The fields of a notification type to change; absent ones stay as they are. */
export class UpdateNotificationTypeDto {
  /**
   * The workflow that delivers it: its identifier, internal id or slug.
   * @example order-shipped
   */
  @Optional({ nullable: false })
  @IsWorkflowReference()
  workflowId?: string;

  /**
   * Liquid template of the text.
   * @example Order {{order}} is on its way
   */
  @Optional({ nullable: false })
  @MinLength(1)
  @IsTypeTemplate()
  text?: string;

  /**
   * Liquid template of the page a click leads to. Empty: none.
   * @example /orders/{{order}}
   */
  @Optional({ nullable: false })
  @IsTypeTemplate()
  link?: string;

  /**
   * Liquid template of the name of the bundle. Empty: none.
   * @example order {{order}}
   */
  @Optional({ nullable: false })
  @IsTypeTemplate()
  bundleSegment?: string;
}

/** A kind of notification that an application sends by name. */
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
  return dto<NotificationTypeDto>({
    _id,
    identifier,
    workflowId,
    text,
    link,
    bundleSegment,
    _environmentId: environmentId,
    createdAt,
    updatedAt,
  });
}

export function toNotificationTypePageDto(page: CursorPage<NotificationType>): NotificationTypePageDto {
  return { ...page, data: page.data.map((type) => toNotificationTypeDto(type)) };
}

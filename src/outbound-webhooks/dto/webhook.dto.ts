import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { CursorPage } from '../../platform/paging/cursor-page.js';
import { CursorPageDto } from '../../platform/paging/cursor-page.dto.js';
import { DISABLED_REASONS, type DisabledReason, type WebhookEndpoint } from '../endpoints/webhook-endpoint.schema.js';
import { ALL_EVENT_TYPES, type WebhookEventType } from '../recording/event-types.js';

/** An address that is told of events. Fields that are not set are left out. */
export class WebhookDto {
  /**
   * Internal id.
   * @example 6925a1f0c0ffee0123456789
   */
  _id: string;

  /**
   * Where events are sent.
   * @example https://hooks.example.com/carillon
   */
  url: string;

  /**
   * A note for people.
   * @example Orders service
   */
  description?: string;

  /**
   * Which events are sent; empty for all.
   * @example ["message.sent", "message.failed"]
   */
  @ApiProperty({ enum: ALL_EVENT_TYPES, isArray: true })
  eventTypes: WebhookEventType[];

  /** Whether events are sent. */
  enabled: boolean;

  /**
   * Why Carillon has disabled it: the address answered 410 (`gone`), or nothing but failures for five days (`failing`).
   * Missing when a request has disabled it.
   */
  @ApiPropertyOptional({ enum: DISABLED_REASONS })
  disabledReason?: DisabledReason;

  /**
   * When Carillon has disabled it, ISO 8601 in UTC.
   * @example 2026-02-03T04:05:06.789Z
   */
  disabledAt?: string;

  /**
   * Since when every attempt has failed, ISO 8601 in UTC; missing while the address works.
   * @example 2026-02-03T04:05:06.789Z
   */
  failingSince?: string;

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

/** A page of webhooks. */
export class WebhookPageDto extends CursorPageDto {
  /** The webhooks on this page. */
  @ApiProperty({ type: [WebhookDto] })
  data: WebhookDto[];
}

export function toWebhookDto(endpoint: WebhookEndpoint): WebhookDto {
  const { _id, url, description, eventTypes, enabled, disabledReason, disabledAt, failingSince } = endpoint;
  return {
    _id: _id.toHexString(),
    url,
    ...(description && { description }),
    eventTypes: [...eventTypes],
    enabled,
    ...(disabledReason && { disabledReason }),
    ...(disabledAt && { disabledAt: disabledAt.toISOString() }),
    ...(failingSince && { failingSince: failingSince.toISOString() }),
    createdAt: endpoint.createdAt.toISOString(),
    updatedAt: endpoint.updatedAt.toISOString(),
  };
}

export function toWebhookPageDto(page: CursorPage<WebhookEndpoint>): WebhookPageDto {
  return { ...page, data: page.data.map(toWebhookDto) };
}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { dto } from '../platform/http/dto.js';
import { CursorPageDto } from '../platform/paging/paging.dto.js';
import type { CursorPage } from '../platform/paging/cursor-page.js';
import {
  DELIVERY_STATES,
  type DeliveryAttempt,
  type DeliveryState,
  type WebhookDelivery,
} from './recording/webhook-delivery.schema.js';
import { DISABLED_REASONS, type DisabledReason, type WebhookEndpoint } from './webhook-endpoint.schema.js';
import { ALL_EVENT_TYPES, WEBHOOK_EVENT_TYPES, type WebhookEventType } from './recording/webhook-event.js';

/** One request to a webhook. */
export class DeliveryAttemptDto {
  /**
   * When it was made, ISO 8601 in UTC.
   * @example 2026-02-03T04:05:06.789Z
   */
  at: string;

  /**
   * Milliseconds until the response or the timeout.
   * @example 85
   */
  durationMs: number;

  /**
   * Status of the response; missing when there was none.
   * @example 500
   */
  statusCode?: number;

  /**
   * Why it has failed; missing when it has not.
   * @example responded with status 500
   */
  error?: string;

  /** The first 1,024 bytes of the response's body, unless it was empty. */
  response?: string;
}

/** An event on its way to a webhook. Fields that are not set are left out. */
export class DeliveryDto {
  /**
   * Internal id.
   * @example 6925a1f0c0ffee0123456789
   */
  _id: string;

  /**
   * Webhook that it is sent to.
   * @example 6925a1f0c0ffee0123456780
   */
  webhookId: string;

  /**
   * Id of the event, in the header `webhook-id` of every attempt.
   * @example evt_6925a1f0c0ffee0123456781
   */
  eventId: string;

  /**
   * Type of the event.
   * @example message.sent
   */
  eventType: string;

  /** Whether attempts are to come (`pending`), or how it has ended. */
  @ApiProperty({ enum: DELIVERY_STATES })
  status: DeliveryState;

  /** The attempts so far, oldest first, the last 20 at most. */
  @ApiProperty({ type: [DeliveryAttemptDto] })
  attempts: DeliveryAttemptDto[];

  /**
   * When the next attempt is due, ISO 8601 in UTC; of pending ones only, and not while one is being made.
   * @example 2026-02-03T04:05:06.789Z
   */
  nextAttemptAt?: string;

  /**
   * The body that is sent, as text.
   * @example {"type":"message.sent","timestamp":"2026-02-03T04:05:06.789Z","data":{}}
   */
  body: string;

  /**
   * When it was recorded, ISO 8601 in UTC.
   * @example 2026-02-03T04:05:06.789Z
   */
  createdAt: string;
}

/** A page of deliveries. */
export class DeliveryPageDto extends CursorPageDto {
  /** The deliveries on this page. */
  @ApiProperty({ type: [DeliveryDto] })
  data: DeliveryDto[];
}

export function toDeliveryDto(delivery: WebhookDelivery): DeliveryDto {
  const { _id, endpointId, eventId, eventType, status, attempts, wakeAt, claim, body, createdAt } = delivery;
  return dto<DeliveryDto>({
    _id,
    webhookId: endpointId,
    eventId,
    eventType,
    status,
    attempts: attempts.map(toAttemptDto),
    ...(wakeAt && !claim && { nextAttemptAt: wakeAt }),
    body,
    createdAt,
  });
}

export function toDeliveryPageDto(page: CursorPage<WebhookDelivery>): DeliveryPageDto {
  return { ...page, data: page.data.map(toDeliveryDto) };
}

function toAttemptDto({ at, ...attempt }: DeliveryAttempt): DeliveryAttemptDto {
  return dto<DeliveryAttemptDto>({ at, ...attempt });
}

/** The secret of a webhook. */
export class WebhookSecretDto {
  /**
   * `whsec_` and the key in base64.
   * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=
   */
  secret: string;
}

/** Types of events that webhooks can subscribe to. */
export class WebhookEventTypeDto {
  /** The name of the type. */
  @ApiProperty({ enum: ALL_EVENT_TYPES })
  type: WebhookEventType;

  /**
   * Description of the type.
   * @example A notification was marked as read.
   */
  description: string;
}

/** How many deliveries are sent again. */
export class ReplayedDeliveriesDto {
  /**
   * Their number.
   * @example 12
   */
  replayed: number;
}

export function toEventTypeDtos(): WebhookEventTypeDto[] {
  return ALL_EVENT_TYPES.map((type) => ({ type, description: WEBHOOK_EVENT_TYPES[type] }));
}

/** An address that is notified of events. Fields that are not set are left out. */
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
   * Description.
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
   * Why Carillon has disabled it: the address responded with 410 (`gone`), or every attempt failed for five days
   * (`failing`). Missing when a request has disabled it.
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
  return dto<WebhookDto>({
    _id,
    url,
    ...(description && { description }),
    eventTypes: [...eventTypes],
    enabled,
    ...(disabledReason && { disabledReason }),
    ...(disabledAt && { disabledAt }),
    ...(failingSince && { failingSince }),
    createdAt: endpoint.createdAt,
    updatedAt: endpoint.updatedAt,
  });
}

export function toWebhookPageDto(page: CursorPage<WebhookEndpoint>): WebhookPageDto {
  return { ...page, data: page.data.map(toWebhookDto) };
}

import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsISO8601,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
} from 'class-validator';
import { CursorQueryDto } from '../platform/paging/paging.dto.js';
import { Optional } from '../platform/validation/decorators.js';
import { DELIVERY_STATES, type DeliveryState } from './recording/webhook-delivery.schema.js';
import { ALL_EVENT_TYPES, TEST_EVENT_TYPE, type WebhookEventType } from './recording/webhook-event.js';
import { RefusesUnknown } from '../platform/validation/unknown-members.js';

/** An address to send events to. The service checks whether it may be called. */
export function IsWebhookUrl(): PropertyDecorator {
  return applyDecorators(IsString(), MaxLength(2048));
}

/** A description, without control characters. */
export function IsWebhookDescription(): PropertyDecorator {
  return applyDecorators(
    IsString(),
    Matches(/^[^\p{Cc}\p{Cs}]*$/u, { message: '$property must not contain control characters' }),
    MaxLength(512),
  );
}

/** Types of events, each once. */
export function AreEventTypes(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ enum: ALL_EVENT_TYPES, isArray: true }),
    IsArray(),
    ArrayUnique(),
    IsIn(ALL_EVENT_TYPES, { each: true }),
  );
}

/** A new webhook. */
export class CreateWebhookDto {
  /**
   * Where events are sent, http or https, without user, password or fragment.
   * @example https://hooks.example.com/carillon
   */
  @IsWebhookUrl()
  url: string;

  /**
   * Description.
   * @example Orders service
   */
  @Optional({ nullable: false })
  @IsWebhookDescription()
  description?: string;

  /**
   * Which events are sent; an empty list, or none, stands for all.
   * @example ["message.sent", "message.failed"]
   */
  @Optional({ nullable: false })
  @AreEventTypes()
  eventTypes: WebhookEventType[] = [];

  /** Whether events are sent. Events that happen while it is disabled are not recorded for it. */
  @Optional({ nullable: false })
  @IsBoolean()
  enabled: boolean = true;
}

/** The fields of a webhook to change; absent ones stay as they are. */
export class UpdateWebhookDto {
  /**
   * Where events are sent from now on, also those of pending deliveries.
   * @example https://hooks.example.com/carillon
   */
  @Optional({ nullable: false })
  @IsWebhookUrl()
  url?: string;

  /**
   * Description; null removes it.
   * @example Orders service
   */
  @IsOptional()
  @IsWebhookDescription()
  @ApiPropertyOptional({ type: String, nullable: true })
  description?: string | null;

  /**
   * Which events are sent from now on; an empty list stands for all.
   * @example ["message.sent", "message.failed"]
   */
  @Optional({ nullable: false })
  @AreEventTypes()
  eventTypes?: WebhookEventType[];

  /** Whether events are sent. */
  @Optional({ nullable: false })
  @IsBoolean()
  enabled?: boolean;
}

const LISTED_TYPES = [...ALL_EVENT_TYPES, TEST_EVENT_TYPE];

/** Filters of a list of deliveries. All must match. */
export class ListDeliveriesQueryDto extends CursorQueryDto {
  /** Only those of events of this type. */
  @IsOptional()
  @IsIn(LISTED_TYPES)
  @ApiPropertyOptional({ enum: LISTED_TYPES })
  eventType?: string;

  /** Only those in this state. */
  @IsOptional()
  @IsIn(DELIVERY_STATES)
  @ApiPropertyOptional({ enum: DELIVERY_STATES })
  status?: DeliveryState;
}

/** The failed deliveries to send again. */
@RefusesUnknown()
export class ReplayFailedDto {
  /**
   * Those that were recorded at this time or later, ISO 8601.
   * @example 2026-02-03T04:05:06.789Z
   */
  @IsISO8601({ strict: true, strictSeparator: true })
  since: string;
}

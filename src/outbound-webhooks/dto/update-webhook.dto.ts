import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsOptional } from 'class-validator';
import { Optional } from '../../platform/validation/optional.decorator.js';
import type { WebhookEventType } from '../recording/event-types.js';
import { AreEventTypes, IsWebhookDescription, IsWebhookUrl } from './webhook-fields.decorators.js';

/** The fields of a webhook to change; absent ones stay as they are. */
export class UpdateWebhookDto {
  /**
   * Where events are sent from now on, also those that are on their way.
   * @example https://hooks.example.com/carillon
   */
  @Optional({ nullable: false })
  @IsWebhookUrl()
  url?: string;

  /**
   * A note for people; null removes it.
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

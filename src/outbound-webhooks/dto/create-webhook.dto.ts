import { IsBoolean } from 'class-validator';
import { Optional } from '../../platform/validation/optional.decorator.js';
import type { WebhookEventType } from '../recording/event-types.js';
import { AreEventTypes, IsWebhookDescription, IsWebhookUrl } from './webhook-fields.decorators.js';

/** A new webhook. */
export class CreateWebhookDto {
  /**
   * Where events are sent, http or https, without user, password or fragment.
   * @example https://hooks.example.com/carillon
   */
  @IsWebhookUrl()
  url: string;

  /**
   * A note for people.
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

  /** Whether events are sent. What happens while it is disabled is not noted for it. */
  @Optional({ nullable: false })
  @IsBoolean()
  enabled: boolean = true;
}

import { ApiProperty } from '@nestjs/swagger';
import { ALL_EVENT_TYPES, WEBHOOK_EVENT_TYPES, type WebhookEventType } from '../recording/event-types.js';

/** The secret of a webhook. */
export class WebhookSecretDto {
  /**
   * `whsec_` and the key in base64.
   * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=
   */
  secret: string;
}

/** What webhooks can be told of. */
export class WebhookEventTypeDto {
  /** The name of the type. */
  @ApiProperty({ enum: ALL_EVENT_TYPES })
  type: WebhookEventType;

  /**
   * What it means.
   * @example A notification was marked as read.
   */
  description: string;
}

/** How many deliveries are sent again. */
export class ReplayedDto {
  /**
   * Their number.
   * @example 12
   */
  replayed: number;
}

export function toEventTypeDtos(): WebhookEventTypeDto[] {
  return ALL_EVENT_TYPES.map((type) => ({ type, description: WEBHOOK_EVENT_TYPES[type] }));
}

import { ApiProperty } from '@nestjs/swagger';
import { DELIVERY_STATUSES, type DeliveryStatus } from '#libs/providers/webhooks/read-events.js';
import type { ReportOutcome } from '../messages/messages.service.js';

const OUTCOMES: readonly ReportOutcome[] = ['noted', 'repeated', 'unknown_message', 'too_many'];

/** An event that a provider reports. */
export class EventBodyDto {
  /**
   * State of the message.
   * @example delivered
   */
  @ApiProperty({ enum: DELIVERY_STATUSES })
  status: DeliveryStatus;

  /**
   * When it happened, ISO 8601 in UTC; when the report came if the provider does not say.
   * @example 2026-02-03T04:05:06.789Z
   */
  date: string;

  /** The provider's own id of the event. */
  externalId?: string;

  /** How often the provider has tried. */
  attempts?: number;

  /**
   * The provider's own words.
   * @example 550 5.1.1 The email account that you tried to reach does not exist
   */
  response?: string;
}

/** Result of one reported event. */
export class WebhookResultDto {
  /** The provider's own id of the message. */
  id: string;

  /** The event as it was understood. */
  event: EventBodyDto;

  /**
   * Whether it is noted on a message: now, before already, on none because the message is unknown, or not because it
   * has too many.
   */
  @ApiProperty({ enum: OUTCOMES })
  outcome: ReportOutcome;
}

import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, Length, MaxLength } from 'class-validator';
import { FreeForm } from '../../../platform/validation/decorators.js';
import { RefusesUnknown } from '../../../platform/validation/unknown-members.js';
import { MAX_EVENT_NAME } from '../../../workflows/steps/awaited.js';

/** Bytes of the payload of an event: each run that continues keeps a copy. */
const MAX_PAYLOAD = 16_384;

/** An event of your application. `subscriberId`, `transactionId` or both are needed. */
@RefusesUnknown()
export class WaitEventDto {
  /**
   * Its name, as `wait_until` steps have it.
   * @example order.paid
   */
  @IsString()
  @Length(1, MAX_EVENT_NAME)
  name: string;

  /**
   * Only waits of notifications to this subscriber.
   * @example ada
   */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  subscriberId?: string;

  /** Only waits of this trigger. Without a `subscriberId` the event also counts for waits of the trigger that begin later. */
  @IsOptional()
  @IsString()
  @MaxLength(256)
  transactionId?: string;

  /** What later steps read as `steps.<stepId>.payload`. At most 16 KB. */
  @IsOptional()
  @FreeForm({ maxBytes: MAX_PAYLOAD, dollarKeys: 'refused' })
  @ApiPropertyOptional({ type: 'object', additionalProperties: true, example: { amount: 12 } })
  payload?: Record<string, unknown>;
}

/** The waits that an event has ended. */
export class EventEndedDto {
  /**
   * Their number. A wait that has ended meanwhile is not counted.
   * @example 1
   */
  ended: number;

  /** More waits were there than one request ends; send the event once more. */
  hasMore: boolean;
}

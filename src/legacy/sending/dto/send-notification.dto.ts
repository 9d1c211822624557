import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsNotEmpty, IsObject, IsString, Matches, MaxLength } from 'class-validator';
import { Raw } from '../../../platform/http/raw.decorator.js';
import { Optional } from '../../../platform/validation/optional.decorator.js';
import { OftenMisnamed } from '../../../platform/validation/misnamed.decorator.js';
import { MAX_SUBSCRIBER_ID_LENGTH, SUBSCRIBER_ID } from '../../../subscribers/subscriber-limits.js';

/** A notification to one user. */
export class SendNotificationDto {
  /**
   * Identifier of one of the application's notification types.
   * @example order-shipped
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(256)
  type: string;

  /**
   * Your own id of the user, who is created when there is no such subscriber.
   * @example ada
   */
  @IsString()
  @MaxLength(MAX_SUBSCRIBER_ID_LENGTH)
  @Matches(SUBSCRIBER_ID, { message: '$property must be a non-empty text without control characters' })
  @OftenMisnamed('subscriberId', 'userId', 'id', 'to')
  externalId: string;

  /**
   * Values for the templates of the type, and the payload of its workflow. At most 512 KB as JSON.
   * @example { "order": "A-1741" }
   */
  @Optional({ nullable: false })
  @IsObject()
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  @Raw()
  metadata?: Record<string, unknown>;
}

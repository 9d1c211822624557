import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray } from 'class-validator';
import { Raw } from '../../platform/http/decorators.js';
import { HasShape, shapeOf } from '../../platform/validation/unknown-members.js';
import { CreateSubscriberDto } from '../subscriber-requests.dto.js';

/** Subscribers of one request at most (behaviour R15). */
export const MAX_SUBSCRIBERS = 500;

/** Several subscribers at once. */
export class BulkCreateSubscribersDto {
  /** At most 500 subscribers. Each is checked by itself, so that one that is wrong does not affect the others. */
  @IsArray()
  @ArrayMaxSize(MAX_SUBSCRIBERS)
  @ApiProperty({ type: [CreateSubscriberDto], maxItems: MAX_SUBSCRIBERS })
  @Raw()
  @HasShape(shapeOf(CreateSubscriberDto))
  subscribers: unknown[];
}

/** A subscriber that was stored. */
export class StoredSubscriberDto {
  /**
   * The id that was sent.
   * @example ada
   */
  subscriberId: string;
}

/** A subscriber that was not stored. */
export class FailedSubscriberDto {
  /**
   * What is wrong, beginning with the place in the list.
   * @example subscribers.3: email must be an email
   */
  message: string;

  /**
   * The id that was sent, where one can be read.
   * @example ada
   */
  @ApiPropertyOptional()
  subscriberId?: string;
}

/** What became of the subscribers. Each is in exactly one of the lists, in the order in which they were sent. */
export class BulkCreateResultDto {
  /** Those that were new. */
  @ApiProperty({ type: [StoredSubscriberDto] })
  created: StoredSubscriberDto[];

  /** Those that existed, or came earlier in the same list. */
  @ApiProperty({ type: [StoredSubscriberDto] })
  updated: StoredSubscriberDto[];

  /** Those that break a rule. */
  @ApiProperty({ type: [FailedSubscriberDto] })
  failed: FailedSubscriberDto[];
}

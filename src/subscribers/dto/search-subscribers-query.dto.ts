import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { CursorQueryDto } from '../../platform/paging/cursor-query.dto.js';

const SUBSCRIBER_ORDERS = ['_id', 'createdAt', 'updatedAt'] as const;

type SubscriberOrder = (typeof SUBSCRIBER_ORDERS)[number];

/** Which subscribers are asked for. Filters look for a part of the text, in exactly this spelling; all must match. */
export class SearchSubscribersQueryDto extends CursorQueryDto {
  /** Field the list is ordered by. */
  @IsOptional()
  @IsIn(SUBSCRIBER_ORDERS)
  @ApiPropertyOptional({ enum: SUBSCRIBER_ORDERS })
  orderBy: SubscriberOrder = '_id';

  /**
   * Part of the email address.
   * @example @example.com
   */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  email?: string;

  /**
   * Part of the first name, the last name, or both with a space in between.
   * @example Ada Love
   */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  name?: string;

  /**
   * Part of the phone number.
   * @example +49151
   */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  phone?: string;

  /**
   * Part of the subscriber id.
   * @example ada
   */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  subscriberId?: string;
}

import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { CursorQueryDto } from '../../platform/paging/cursor-query.dto.js';

const TOPIC_ORDERS = ['_id', 'createdAt', 'updatedAt'] as const;

type TopicOrder = (typeof TOPIC_ORDERS)[number];

/** Which topics are asked for. All filters must match. */
export class ListTopicsQueryDto extends CursorQueryDto {
  /** Field the list is ordered by. */
  @IsOptional()
  @IsIn(TOPIC_ORDERS)
  @ApiPropertyOptional({ enum: TOPIC_ORDERS })
  orderBy: TopicOrder = '_id';

  /**
   * Part of the key, in any case.
   * @example orders
   */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  key?: string;

  /**
   * Part of the name, in any case.
   * @example Orders
   */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  name?: string;
}

import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { CursorQueryDto } from '../../platform/paging/cursor-query.dto.js';

const CONTEXT_ORDERS = ['_id', 'createdAt', 'updatedAt'] as const;

type ContextOrder = (typeof CONTEXT_ORDERS)[number];

/** Which contexts are asked for. All filters must match. */
export class ListContextsQueryDto extends CursorQueryDto {
  /** Field the list is ordered by. */
  @IsOptional()
  @IsIn(CONTEXT_ORDERS)
  @ApiPropertyOptional({ enum: CONTEXT_ORDERS })
  orderBy: ContextOrder = '_id';

  /**
   * Exactly this id, of any type.
   * @example acme
   */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  id?: string;

  /**
   * Part of `type:id`, in any case.
   * @example tenant:ac
   */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  search?: string;
}

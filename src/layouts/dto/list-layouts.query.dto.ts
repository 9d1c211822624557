import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { OffsetQueryDto } from '../../platform/paging/offset-query.dto.js';

export const LAYOUT_ORDERS = ['createdAt', 'updatedAt', 'name'] as const;

export type LayoutOrder = (typeof LAYOUT_ORDERS)[number];

/** Which layouts to list. */
export class ListLayoutsQueryDto extends OffsetQueryDto {
  /** What to order by. Names are ordered without regard to case. */
  @IsOptional()
  @IsIn(LAYOUT_ORDERS)
  @ApiPropertyOptional({ enum: LAYOUT_ORDERS })
  orderBy: LayoutOrder = 'createdAt';
}

import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { QueryInt } from '../validation/query.decorators.js';

const MAX_OFFSET = 1_000_000;

/** Which page of a list that is counted from its beginning, and what its items are called. */
export class OffsetQueryDto {
  /** Items per page. */
  @QueryInt({ min: 1, max: 100 })
  @ApiPropertyOptional({ minimum: 1, maximum: 100 })
  limit: number = 50;

  /** Items to leave out before the page. */
  @QueryInt({ min: 0, max: MAX_OFFSET })
  @ApiPropertyOptional({ minimum: 0, maximum: MAX_OFFSET })
  offset: number = 0;

  /** In which direction. */
  @IsOptional()
  @IsIn(['ASC', 'DESC'])
  @ApiPropertyOptional({ enum: ['ASC', 'DESC'] })
  orderDirection: 'ASC' | 'DESC' = 'DESC';

  /**
   * Part of the name or of the identifier, in any case.
   * @example order
   */
  @IsOptional()
  @IsString()
  @Matches(/^[^\0]*$/, { message: '$property must not contain null characters' })
  @MaxLength(256)
  query?: string;
}

import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { QueryBoolean, QueryInt } from '../validation/query.decorators.js';

/** Which page of a list is asked for. A resource adds its own `orderBy` and filters. */
export class CursorQueryDto {
  /** The page that follows this cursor, the `next` of an earlier page. */
  @IsOptional()
  @IsString()
  @MaxLength(4096)
  after?: string;

  /** The page that comes before this cursor, the `previous` of an earlier page. Not together with `after`. */
  @IsOptional()
  @IsString()
  @MaxLength(4096)
  before?: string;

  /** Items on a page. */
  @QueryInt({ min: 1, max: 100 })
  @ApiPropertyOptional({ minimum: 1, maximum: 100 })
  limit: number = 10;

  /** Direction of the order. */
  @IsOptional()
  @IsIn(['ASC', 'DESC'])
  @ApiPropertyOptional({ enum: ['ASC', 'DESC'] })
  orderDirection: 'ASC' | 'DESC' = 'DESC';

  /** Whether the item at the cursor belongs to the page. */
  @QueryBoolean()
  @ApiPropertyOptional()
  includeCursor: boolean = false;
}

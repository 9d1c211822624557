import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { QueryBoolean, QueryInt } from '../validation/decorators.js';

/** A page of a list that is not counted, without its items: a resource adds `data`. */
export class PageDto {
  /** Cursor of the next page, to be sent as `after`; null on the last page. */
  @ApiProperty({ type: String, nullable: true })
  next: string | null;

  /** Cursor of the previous page, to be sent as `before`; null on the first page. */
  @ApiProperty({ type: String, nullable: true })
  previous: string | null;
}

/** A page of a list that is counted. */
export class CursorPageDto extends PageDto {
  /**
   * Items in the whole list, at most 50,000.
   * @example 60
   */
  totalCount: number;

  /** Whether the list has more items than `totalCount` says. */
  totalCountCapped: boolean;
}

/** Page of a list in a fixed order. A resource adds its own filters. */
export class PageQueryDto {
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
}

/** Page of a list. A resource adds its own `orderBy` and filters. */
export class CursorQueryDto extends PageQueryDto {
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

const MAX_OFFSET = 1_000_000;

/** Page of a list that is counted from its beginning, and the name of its items. */
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

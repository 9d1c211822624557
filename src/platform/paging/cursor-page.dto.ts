import { ApiProperty } from '@nestjs/swagger';

/** A page of a list, without its items: a resource adds `data`. */
export class CursorPageDto {
  /** Cursor of the next page, to be sent as `after`; null on the last page. */
  @ApiProperty({ type: String, nullable: true })
  next: string | null;

  /** Cursor of the previous page, to be sent as `before`; null on the first page. */
  @ApiProperty({ type: String, nullable: true })
  previous: string | null;

  /**
   * Items in the whole list, at most 50,000.
   * @example 60
   */
  totalCount: number;

  /** Whether the list has more items than `totalCount` says. */
  totalCountCapped: boolean;
}

import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsMongoId, IsOptional, IsString, MaxLength } from 'class-validator';
import { QueryBoolean, QueryInt, QueryList } from '../../../common/validation/query.decorators.js';
import { SEVERITIES, type Severity } from '../../../workflows/severity.js';

const LAST_DATE = 8_640_000_000_000_000;

/** Which notifications of a subscriber to list. Archived ones are left out unless asked for. */
export class ListNotificationsDto {
  /** Notifications per page. */
  @QueryInt({ min: 1, max: 100 })
  limit: number = 10;

  /** Id of the last notification of the page before. */
  @IsOptional()
  @IsMongoId()
  after?: string;

  /** Notifications to leave out at the beginning; an alternative to `after`. */
  @QueryInt({ min: 0, max: 100_000 })
  offset?: number;

  /** Only read, or only unread ones. */
  @QueryBoolean()
  read?: boolean;

  /** Only seen, or only unseen ones. */
  @QueryBoolean()
  seen?: boolean;

  /** Only archived ones, or only those that are not. */
  @QueryBoolean()
  archived?: boolean;

  /** Only snoozed ones, or only those that are not. */
  @QueryBoolean()
  snoozed?: boolean;

  /** Only notifications of workflows that have one of these tags. */
  @QueryList()
  tags?: string[];

  /** Only notifications whose `data` has these values: a JSON object as text. */
  @ApiPropertyOptional({ type: String, example: '{"orderId":"4711"}' })
  @IsOptional()
  @IsString()
  @MaxLength(2048)
  data?: string;

  /** Only notifications of these severities. */
  @QueryList()
  @IsIn(SEVERITIES, { each: true })
  severity?: Severity[];

  /** Only notifications made at or after this time, in milliseconds since 1970. */
  @QueryInt({ min: 0, max: LAST_DATE })
  createdGte?: number;

  /** Only notifications made at or before this time, in milliseconds since 1970. */
  @QueryInt({ min: 0, max: LAST_DATE })
  createdLte?: number;

  /**
   * Only notifications with exactly this set of context keys, each `type:id`. One empty value asks for those
   * without context.
   */
  @QueryList()
  contextKeys?: string[];
}

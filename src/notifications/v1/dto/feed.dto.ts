import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { QueryBoolean, QueryInt, QueryList } from '../../../platform/validation/query.decorators.js';
import { MessageDto } from './message.dto.js';

/** Which part of the feed is asked for. */
export class FeedQueryDto {
  /** Number of the page, from 0. */
  @QueryInt({ min: 0, max: 10_000 })
  page: number = 0;

  /** Messages per page. */
  @QueryInt({ min: 1, max: 100 })
  limit: number = 10;

  /** Only read, or only unread ones. */
  @QueryBoolean()
  read?: boolean;

  /** Only seen, or only unseen ones. */
  @QueryBoolean()
  seen?: boolean;

  /** Only messages whose trigger had these values in its payload: base64 of a JSON object. */
  @IsOptional()
  @IsString()
  @MaxLength(8192)
  payload?: string;

  /** Names of feeds. Carillon has one feed, without a name, so that none of its messages is in these. */
  @QueryList()
  feedIdentifier?: string[];
}

/** What to count. */
export class UnseenCountQueryDto {
  /** Count seen instead of unseen ones. */
  @QueryBoolean()
  seen: boolean = false;

  /** The count stops here. */
  @QueryInt({ min: 1, max: 1000 })
  limit: number = 100;
}

/** How many there are. */
export class UnseenCountDto {
  /**
   * Messages that match, at most `limit`.
   * @example 3
   */
  count: number;
}

/** An in-app message in the feed. */
export class FeedItemDto extends MessageDto {
  /** Id of the activity's job that made it. */
  _jobId: string;
  /** Text. */
  override content: string;
}

/** A page of the feed, newest first. */
export class FeedPageDto {
  /** Messages in the whole feed, as far as the installation counts. */
  totalCount: number;
  /** The messages. */
  @ApiProperty({ type: [FeedItemDto] })
  data: FeedItemDto[];
  /** There are more pages. */
  hasMore: boolean;
  /**
   * Messages per page.
   * @example 10
   */
  pageSize: number;
  /**
   * Number of this page, from 0.
   * @example 0
   */
  page: number;
}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { QueryInt } from '../../../platform/validation/query.decorators.js';
import { SubscriberDto } from '../../dto/subscriber.dto.js';

/** Which page is asked for. */
export class V1SubscriberListQueryDto {
  /** Number of the page, from 0. */
  @QueryInt({ min: 0, max: 1_000_000 })
  @ApiPropertyOptional({ minimum: 0, maximum: 1_000_000 })
  page: number = 0;

  /** Subscribers on a page. */
  @QueryInt({ min: 1, max: 100 })
  @ApiPropertyOptional({ minimum: 1, maximum: 100 })
  limit: number = 10;
}

/** A page of subscribers. */
export class V1SubscriberPageDto {
  /**
   * Number of the page, from 0.
   * @example 0
   */
  page: number;

  /**
   * Subscribers on a full page.
   * @example 10
   */
  pageSize: number;

  /** Whether there are more behind this page. */
  hasMore: boolean;

  /**
   * Subscribers in the environment.
   * @example 60
   */
  totalCount: number;

  /** The subscribers on this page, newest first. */
  @ApiProperty({ type: [SubscriberDto] })
  data: SubscriberDto[];
}

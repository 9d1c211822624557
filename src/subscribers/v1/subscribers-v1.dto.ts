import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsOptional, ValidateNested } from 'class-validator';
import { QueryInt } from '../../platform/validation/decorators.js';
import { ChannelInputDto } from '../credentials/channel-credentials.dto.js';
import { MAX_CHANNELS } from '../subscriber-limits.js';
import { IsSubscriberId, SubscriberFieldsDto } from '../subscriber-requests.dto.js';
import { SubscriberDto } from '../subscriber.dto.js';

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

/** The fields to change of a subscriber, with credentials to add. */
export class V1UpdateSubscriberDto extends SubscriberFieldsDto {
  /** Credentials at chat and push providers. They are added to those that are stored; device tokens each once. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_CHANNELS)
  @ValidateNested({ each: true })
  @Type(() => ChannelInputDto)
  @ApiPropertyOptional({ type: [ChannelInputDto], nullable: true })
  channels?: ChannelInputDto[] | null;
}

/** A subscriber to create, or the fields to change of one that exists, with credentials to add. */
export class V1CreateSubscriberDto extends V1UpdateSubscriberDto {
  /**
   * Your own id of this person, unique inside the environment.
   * @example ada
   */
  @IsSubscriberId()
  subscriberId: string;
}

import { ApiProperty } from '@nestjs/swagger';
import { CursorPageDto } from '../../../platform/paging/cursor-page.dto.js';
import { TopicDto } from '../../dto/topic.dto.js';
import { MemberDto } from './member.dto.js';
import { SubscriptionPreferenceDto } from './subscription-preference.dto.js';

/** One subscription, by itself. */
export class SubscriptionDetailsDto {
  /**
   * Internal id.
   * @example 6925a1f0c0ffee0123456789
   */
  id: string;

  /**
   * Name of the subscription in paths, unique in its topic.
   * @example tk_orders:si_ada
   */
  identifier: string;

  /**
   * Name for people.
   * @example Large orders
   */
  name?: string;

  /** What it says about workflows; others reach the subscriber. */
  @ApiProperty({ type: [SubscriptionPreferenceDto] })
  preferences: SubscriptionPreferenceDto[];

  /**
   * The contexts it holds in, as `type:id`: only triggers with exactly these reach it.
   * @example ["tenant:acme"]
   */
  contextKeys: string[];
}

/** A subscription that was removed. */
export class RemovedSubscriptionDto {
  /**
   * Internal id.
   * @example 6925a1f0c0ffee0123456789
   */
  _id: string;

  /**
   * Name of the subscription in paths, unique in its topic.
   * @example tk_orders:si_ada
   */
  identifier: string;

  /** What is followed. */
  @ApiProperty({ type: TopicDto })
  topic: TopicDto;

  /** Who follows; null when the subscriber is gone. */
  @ApiProperty({ type: MemberDto, nullable: true })
  subscriber: MemberDto | null;

  /**
   * The contexts it holds in, as `type:id`: only triggers with exactly these reach it.
   * @example ["tenant:acme"]
   */
  contextKeys: string[];

  /**
   * When the subscription was made, ISO 8601 in UTC.
   * @example 2026-02-03T04:05:06.789Z
   */
  createdAt: string;

  /**
   * When the subscription was last changed, ISO 8601 in UTC.
   * @example 2026-02-03T04:05:06.789Z
   */
  updatedAt: string;
}

/** A subscription with who follows what. */
export class SubscriptionDto extends RemovedSubscriptionDto {
  /**
   * Name for people.
   * @example Large orders
   */
  name?: string;

  /** What it says about workflows; others reach the subscriber. */
  @ApiProperty({ type: [SubscriptionPreferenceDto] })
  preferences: SubscriptionPreferenceDto[];
}

/** A page of subscriptions. */
export class SubscriptionPageDto extends CursorPageDto {
  /** The subscriptions on this page. */
  @ApiProperty({ type: [SubscriptionDto] })
  data: SubscriptionDto[];
}

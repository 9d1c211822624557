import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
} from 'class-validator';
import { Optional, QueryInt } from '../../platform/validation/decorators.js';
import { MAX_SUBSCRIBER_ID_LENGTH, SUBSCRIBER_ID } from '../../subscribers/subscriber-limits.js';
import { MAX_PER_REQUEST } from '../subscriptions/read-requests.js';
import { MAX_TOPIC_NAME_LENGTH } from '../topic-limits.js';
import { IsTopicKey } from '../topics.dto.js';
import { RefusesUnknown } from '../../platform/validation/unknown-members.js';

/** A new name. */
export class RenameTopicDto {
  /**
   * Readable name.
   * @example Orders
   */
  @IsString()
  @MaxLength(MAX_TOPIC_NAME_LENGTH)
  name: string;
}

/** A new topic. */
export class CreateTopicV1Dto extends RenameTopicDto {
  /**
   * Your own key of the topic, unique inside the environment: letters, digits, `-`, `_` and `:`, or an email address.
   * @example orders
   */
  @IsTopicKey()
  key: string;

  /**
   * Whether people may subscribe themselves in their inbox widget; false unless it is sent.
   * @example false
   */
  @Optional({ nullable: false })
  @IsBoolean()
  selfSubscribe?: boolean;
}

/** Filters of a list of topics. */
export class ListTopicsV1QueryDto {
  /** Number of the page, from 0. */
  @QueryInt({ min: 0, max: 100_000 })
  @ApiPropertyOptional({ minimum: 0, maximum: 100_000 })
  page: number = 0;

  /** Topics on a page; more than 10 are refused with a 400. */
  @QueryInt({ min: 1, max: Number.MAX_SAFE_INTEGER })
  @ApiPropertyOptional({ minimum: 1, maximum: 10 })
  pageSize: number = 10;

  /**
   * Only the topic with this key.
   * @example orders
   */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  key?: string;
}

/** Subscribers by id. */
@RefusesUnknown()
export class TopicMembersDto {
  /**
   * Your own ids of the subscribers, at most 100.
   * @example ["ada"]
   */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_PER_REQUEST)
  @MaxLength(MAX_SUBSCRIBER_ID_LENGTH, { each: true })
  @Matches(SUBSCRIBER_ID, {
    each: true,
    message: 'each value in $property must be a non-empty text without control characters',
  })
  subscribers: string[];
}

/** The ids of a new topic. */
export class CreatedTopicDto {
  /**
   * Internal id.
   * @example 6925a1f0c0ffee0123456789
   */
  _id: string;

  /**
   * Your own key of the topic.
   * @example orders
   */
  key: string;
}

/** A topic with its members. */
export class TopicWithMembersDto extends CreatedTopicDto {
  /** Id of the organization. */
  _organizationId: string;

  /** Id of the environment. */
  _environmentId: string;

  /**
   * Readable name.
   * @example Orders
   */
  name?: string;

  /**
   * Your own ids of the subscribers.
   * @example ["ada"]
   */
  subscribers: string[];
}

/** A page of topics. */
export class TopicPageV1Dto {
  /** Number of the page, from 0. */
  page: number;

  /** Topics of the whole list. */
  totalCount: number;

  /** Topics on a page at most. */
  pageSize: number;

  /** The topics on this page. */
  @ApiProperty({ type: [TopicWithMembersDto] })
  data: TopicWithMembersDto[];
}

/** Those who were not added. */
export class FailedMembersDto {
  /**
   * Ids that no subscriber has.
   * @example ["unknown"]
   */
  notFound?: string[];

  /** Subscribers who have as many subscriptions of the topic as they may. */
  refused?: string[];
}

/** Result of adding subscribers. */
export class AddedMembersDto {
  /**
   * Ids of those who are members now.
   * @example ["ada"]
   */
  succeeded: string[];

  /** Those who are not; absent when all are. */
  @ApiProperty({ type: FailedMembersDto, required: false })
  failed?: FailedMembersDto;
}

/** That a subscriber is a member of a topic. */
export class TopicMemberDto {
  /** Id of the organization. */
  _organizationId: string;

  /** Id of the environment. */
  _environmentId: string;

  /** Internal id of the subscriber. */
  _subscriberId: string;

  /** Internal id of the topic. */
  _topicId: string;

  /**
   * Your own key of the topic.
   * @example orders
   */
  topicKey: string;

  /**
   * Your own id of the subscriber.
   * @example ada
   */
  externalSubscriberId: string;
}

import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsOptional, IsString, MaxLength, ValidateBy } from 'class-validator';
import { dto } from '../platform/http/dto.js';
import { Raw } from '../platform/http/decorators.js';
import { CursorPageDto, CursorQueryDto } from '../platform/paging/paging.dto.js';
import type { CursorPage } from '../platform/paging/cursor-page.js';
import { FreeForm, Optional, QueryBoolean } from '../platform/validation/decorators.js';
import {
  isTopicKey,
  MAX_TOPIC_NAME_LENGTH,
  TOPIC_DATA_RULES,
  TOPIC_KEY_RULE,
  topicDataProblem,
} from './topic-limits.js';
import type { Topic } from './topic.schema.js';

/** The key of a topic. */
export function IsTopicKey(): PropertyDecorator {
  return ValidateBy({
    name: 'isTopicKey',
    validator: { validate: isTopicKey, defaultMessage: () => `$property ${TOPIC_KEY_RULE}` },
  });
}

/** An optional flat object of texts, numbers, booleans and lists of texts, at most 64 KB as JSON; null stands for none. */
export function IsTopicData(): PropertyDecorator {
  return applyDecorators(
    IsOptional(),
    FreeForm(TOPIC_DATA_RULES),
    ValidateBy({
      name: 'flat',
      validator: {
        validate: (value) => topicDataProblem(value) === undefined,
        defaultMessage: (details) => `${details?.property} ${topicDataProblem(details?.value)}`,
      },
    }),
  );
}

/** The fields of a topic that can be changed. */
export class UpdateTopicDto {
  /**
   * Readable name.
   * @example Orders
   */
  @Optional({ nullable: false })
  @IsString()
  @MaxLength(MAX_TOPIC_NAME_LENGTH)
  name?: string;

  /**
   * Anything you want to keep with the topic: texts, numbers, booleans and lists of texts, at most 64 KB as JSON.
   * Replaces what is stored; null clears it.
   * @example { "region": "eu", "labels": ["a", "b"] }
   */
  @Raw()
  @IsTopicData()
  data?: Record<string, unknown> | null;

  /**
   * Whether people may subscribe themselves in their inbox widget. Otherwise your server alone says who is subscribed; a
   * widget still shows people their own subscriptions, and lets them set preferences in these and leave. Closing a topic
   * leaves those who are subscribed. A new topic is closed unless it is opened.
   * @example false
   */
  @Optional({ nullable: false })
  @IsBoolean()
  selfSubscribe?: boolean;
}

/** A topic to create, or the fields to change of one that exists. */
export class CreateTopicDto extends UpdateTopicDto {
  /**
   * Your own key of the topic, unique inside the environment: letters, digits, `-`, `_` and `:`, or an email address.
   * It never changes.
   * @example orders:eu
   */
  @IsTopicKey()
  key: string;
}

/** Options of the creation of a topic. */
export class CreateTopicQueryDto {
  /** Whether to respond with 409 and the existing topic, instead of changing it, when the key is taken. */
  @QueryBoolean()
  @ApiPropertyOptional()
  failIfExists: boolean = false;
}

const TOPIC_ORDERS = ['_id', 'createdAt', 'updatedAt'] as const;

type TopicOrder = (typeof TOPIC_ORDERS)[number];

/** Filters of a list of topics. All must match. */
export class ListTopicsQueryDto extends CursorQueryDto {
  /** Field the list is ordered by. */
  @IsOptional()
  @IsIn(TOPIC_ORDERS)
  @ApiPropertyOptional({ enum: TOPIC_ORDERS })
  orderBy: TopicOrder = '_id';

  /**
   * Part of the key, in any case.
   * @example orders
   */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  key?: string;

  /**
   * Part of the name, in any case.
   * @example Orders
   */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  name?: string;
}

/** A subject that subscribers follow. Fields that are not set are left out. */
export class TopicDto {
  /**
   * Internal id.
   * @example 6925a1f0c0ffee0123456789
   */
  _id: string;

  /**
   * Your own key of the topic.
   * @example orders:eu
   */
  key: string;

  /**
   * Readable name.
   * @example Orders
   */
  name?: string;

  /**
   * Anything that is kept with the topic.
   * @example { "region": "eu" }
   */
  data?: Record<string, unknown>;

  /** Whether people may subscribe themselves in their inbox widget. */
  selfSubscribe: boolean;

  /**
   * When the topic was created, ISO 8601 in UTC.
   * @example 2026-02-03T04:05:06.789Z
   */
  createdAt: string;

  /**
   * When the topic was last changed, ISO 8601 in UTC.
   * @example 2026-02-03T04:05:06.789Z
   */
  updatedAt: string;
}

/** A page of topics. */
export class TopicPageDto extends CursorPageDto {
  /** The topics on this page. */
  @ApiProperty({ type: [TopicDto] })
  data: TopicDto[];
}

/** The topic is deleted, and its subscriptions with it. */
export class TopicDeletedDto {
  /** Always true. */
  acknowledged: boolean;
}

export function toTopicDto({ _id, key, name, data, selfSubscribe = false, createdAt, updatedAt }: Topic): TopicDto {
  return dto<TopicDto>({ _id, key, name, data, selfSubscribe, createdAt, updatedAt });
}

export function toTopicPageDto(page: CursorPage<Topic>): TopicPageDto {
  return { ...page, data: page.data.map((topic) => toTopicDto(topic)) };
}

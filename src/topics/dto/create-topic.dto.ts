import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsString, MaxLength } from 'class-validator';
import { Raw } from '../../platform/http/raw.decorator.js';
import { Optional } from '../../platform/validation/optional.decorator.js';
import { QueryBoolean } from '../../platform/validation/query.decorators.js';
import { MAX_TOPIC_NAME_LENGTH } from '../topic-limits.js';
import { IsTopicData, IsTopicKey } from './topic.validators.js';

/** The fields of a topic that can be changed. */
export class UpdateTopicDto {
  /**
   * Name for people.
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

/** How a topic is created. */
export class CreateTopicQueryDto {
  /** Whether to answer 409 with the existing topic, instead of changing it, when the key is taken. */
  @QueryBoolean()
  @ApiPropertyOptional()
  failIfExists: boolean = false;
}

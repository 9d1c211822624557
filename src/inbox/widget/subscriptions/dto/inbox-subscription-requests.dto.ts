import { ApiExtraModels, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { Allow, ArrayMaxSize, IsObject, IsString, MaxLength, ValidateNested } from 'class-validator';
import { Raw } from '../../../../platform/http/raw.decorator.js';
import { Optional } from '../../../../platform/validation/optional.decorator.js';
import { QueryList } from '../../../../platform/validation/query.decorators.js';
import {
  GroupPreferenceRequestDto,
  PreferenceFilterDto,
  preferencesSchema,
  WorkflowPreferenceRequestDto,
} from '../../../../topics/subscriptions/dto/preference-request.dto.js';
import { MAX_TOPIC_NAME_LENGTH } from '../../../../topics/topic-limits.js';

const MAX_FILTERS = 100;

/** Which preferences of a subscription are shown; without any filter all of them. */
export class ShowSubscriptionQueryDto {
  /** Those for workflows with one of these identifiers or internal ids. */
  @QueryList()
  @ArrayMaxSize(MAX_FILTERS)
  workflowIds?: string[];

  /** Those for workflows with one of these tags. */
  @QueryList()
  @ArrayMaxSize(MAX_FILTERS)
  tags?: string[];
}

/** The topic of a new subscription, as widgets name it. */
export class NewTopicDto {
  /**
   * Has no effect: topics are made and named by your server.
   * @example Orders
   */
  @Optional({ nullable: false })
  @IsString()
  @MaxLength(MAX_TOPIC_NAME_LENGTH)
  name?: string;
}

/** A subscription of the session's subscriber. */
@ApiExtraModels(WorkflowPreferenceRequestDto, GroupPreferenceRequestDto, PreferenceFilterDto)
export class CreateInboxSubscriptionDto {
  /**
   * Name of the subscription in paths, unique in its topic, at most 512 characters. Empty or left out: made from the
   * topic, the subscriber and the contexts.
   * @example large-orders
   */
  @Optional({ nullable: false })
  @IsString()
  @MaxLength(512)
  identifier?: string;

  /**
   * Name for people.
   * @example Large orders
   */
  @Allow()
  @ApiPropertyOptional({ type: String })
  @Raw()
  name?: unknown;

  /** Widgets send it; it has no effect, because topics are made by your server. */
  @Optional({ nullable: false })
  @IsObject()
  @ValidateNested()
  @Type(() => NewTopicDto)
  topic?: NewTopicDto;

  /** Rules for workflows: a workflow id, a rule for one workflow, or a rule for those a filter finds. */
  @Allow()
  @ApiPropertyOptional(preferencesSchema)
  @Raw()
  preferences?: unknown;
}

import { ApiExtraModels, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { Allow, ArrayMaxSize, IsObject, IsString, MaxLength, ValidateNested } from 'class-validator';
import { Verbatim } from '../../../../platform/http/verbatim.decorator.js';
import { MayBeAbsent } from '../../../../platform/validation/may-be-absent.decorator.js';
import { QueryList } from '../../../../platform/validation/query.decorators.js';
import {
  GroupPreferenceRequestDto,
  PreferenceFilterDto,
  preferencesSchema,
  WorkflowPreferenceRequestDto,
} from '../../../../topics/subscriptions/dto/preference-request.dto.js';
import { MAX_TOPIC_NAME_LENGTH } from '../../../../topics/topic-limits.js';

const MOST_FILTERS = 100;

/** Which preferences of a subscription are shown; without any filter all of them. */
export class ShowSubscriptionQueryDto {
  /** Those for workflows with one of these identifiers or internal ids. */
  @QueryList()
  @ArrayMaxSize(MOST_FILTERS)
  workflowIds?: string[];

  /** Those for workflows with one of these tags. */
  @QueryList()
  @ArrayMaxSize(MOST_FILTERS)
  tags?: string[];
}

/** The topic of a new subscription, as widgets name it. */
export class NewTopicDto {
  /**
   * Has no effect: topics are made and named by your server.
   * @example Orders
   */
  @MayBeAbsent()
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
  @MayBeAbsent()
  @IsString()
  @MaxLength(512)
  identifier?: string;

  /**
   * Name for people.
   * @example Large orders
   */
  @Allow()
  @ApiPropertyOptional({ type: String })
  @Verbatim()
  name?: unknown;

  /** Widgets send it; it has no effect, because topics are made by your server. */
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => NewTopicDto)
  topic?: NewTopicDto;

  /** Rules for workflows: a workflow id, a rule for one workflow, or a rule for those a filter finds. */
  @Allow()
  @ApiPropertyOptional(preferencesSchema)
  @Verbatim()
  preferences?: unknown;
}

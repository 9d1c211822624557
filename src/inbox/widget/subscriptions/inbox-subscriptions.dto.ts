import { ApiExtraModels, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { Allow, ArrayMaxSize, IsObject, IsString, MaxLength, ValidateNested } from 'class-validator';
import { Raw } from '../../../platform/http/decorators.js';
import { Optional, QueryList } from '../../../platform/validation/decorators.js';
import {
  GroupPreferenceRequestDto,
  PreferenceFilterDto,
  preferenceShape,
  preferencesSchema,
  WorkflowPreferenceRequestDto,
} from '../../../topics/subscriptions/subscription-requests.dto.js';
import { SubscriptionDetailsDto, SubscriptionPreferenceDto } from '../../../topics/subscriptions/subscriptions.dto.js';
import { MAX_TOPIC_NAME_LENGTH } from '../../../topics/topic-limits.js';
import { HasShape } from '../../../platform/validation/unknown-members.js';

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
  @HasShape(preferenceShape)
  preferences?: unknown;
}

/** A subscription of the session's subscriber. */
export class InboxSubscriptionDto {
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
}

/** Which of the preferences are shown: those for one of the workflows, or for one with one of the tags. */
export interface ShownWorkflows {
  workflowIds?: readonly string[];
  tags?: readonly string[];
}

/** Widgets expect a workflow in each preference: those that fit none at present are left out. */
export function toInboxSubscriptionDto(
  { id, identifier, name, preferences }: SubscriptionDetailsDto,
  shown: ShownWorkflows = {},
): InboxSubscriptionDto {
  return {
    id,
    identifier,
    ...(name !== undefined && { name }),
    preferences: preferences.filter(({ workflow }) => workflow !== null && isShown(workflow, shown)),
  };
}

function isShown(
  { id, identifier, tags: own }: NonNullable<SubscriptionPreferenceDto['workflow']>,
  { workflowIds = [], tags = [] }: ShownWorkflows,
): boolean {
  if (workflowIds.length + tags.length === 0) return true;
  return workflowIds.includes(identifier) || workflowIds.includes(id) || own.some((tag) => tags.includes(tag));
}

import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { Allow, IsBoolean, IsIn, IsObject, IsOptional } from 'class-validator';
import { workflowPreferenceView } from '#libs/preferences/preference-view.js';
import { Raw } from '../../../platform/http/decorators.js';
import { Optional, QueryList } from '../../../platform/validation/decorators.js';
import {
  CRITICALITIES,
  type Criticality,
  type EffectivePreference,
} from '../../../preferences/effective-preference.js';
import {
  PatchPreferenceChannelsDto,
  PreferenceChannelsDto,
  ScheduleDto,
  SCHEDULE_SHAPE,
  WeeklyScheduleDto,
} from '../../../preferences/preference-requests.dto.js';
import type { Preference } from '../../../preferences/preference.schema.js';
import {
  PreferenceEntryWorkflowDto,
  SubscriberPreferenceOverrideDto,
  toGlobalPreferenceDto,
  toPreferenceEntryWorkflowDto,
} from '../../../preferences/preferences.dto.js';
import { SEVERITIES, type Severity } from '../../../workflows/workflow.schema.js';
import { HasShape, RefusesUnknown, shapeOf } from '../../../platform/validation/unknown-members.js';

/** Which preferences to list. All filters must match; the global preference always comes first. */
export class ListInboxPreferencesQueryDto {
  /** Workflows that have one of these tags. */
  @QueryList()
  tags?: string[];

  /** Workflows of these severities. */
  @QueryList()
  @IsIn(SEVERITIES, { each: true })
  severity?: Severity[];

  /** Workflows that subscribers cannot opt out of (`critical`), the others (`nonCritical`), or both (`all`). */
  @IsOptional()
  @IsIn(CRITICALITIES)
  criticality: Criticality = 'nonCritical';
}

/** A change of quiet hours. What is left out stays as it is. */
export class PatchScheduleDto {
  /** Whether the schedule counts. */
  isEnabled?: boolean;

  /** The hours, day by day. Replaces the whole week. */
  weeklySchedule?: WeeklyScheduleDto;
}

/** A change of what holds for all workflows. */
@ApiExtraModels(PatchScheduleDto)
export class PatchInboxGlobalPreferenceDto extends PatchPreferenceChannelsDto {
  /** When the subscriber may be disturbed. */
  @Optional({ nullable: false })
  @IsObject()
  @ApiPropertyOptional({ type: PatchScheduleDto })
  @Raw()
  @HasShape(SCHEDULE_SHAPE)
  schedule?: Record<string, unknown>;
}

/** A change of what a topic subscription says about a workflow. It holds for the workflow as a whole. */
export class PatchSubscriptionPreferenceDto extends PatchPreferenceChannelsDto {
  /** Whether notifications of the workflow are wanted. */
  @Optional({ nullable: false })
  @IsBoolean()
  enabled?: boolean;

  /**
   * JSON-logic over `payload`, `subscriber`, `actor`, `context` and `env`, at most 16 KB; it decides instead of
   * `enabled`. When it is left out, the workflow has none afterwards.
   * @example { "==": [{ "var": "payload.region" }, "eu"] }
   */
  @Allow()
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  @Raw()
  condition?: unknown;
}

/** A change for one workflow. */
export class BulkInboxPreferenceDto extends PatchPreferenceChannelsDto {
  /**
   * The workflow, by identifier, internal id or slug.
   * @example order-shipped
   */
  workflowId: string;
}

/** A change of what a topic subscription says about one workflow. */
export class BulkSubscriptionPreferenceDto extends PatchSubscriptionPreferenceDto {
  /** The workflow, by identifier, internal id or slug. */
  workflowId: string;

  /** The subscription, by identifier or internal id. */
  subscriptionIdentifier: string;
}

/** Changes for several workflows. */
@ApiExtraModels(BulkInboxPreferenceDto, BulkSubscriptionPreferenceDto)
@RefusesUnknown()
export class BulkInboxPreferencesDto {
  /** At most 100 changes: either all of preferences, or all of what topic subscriptions say. */
  @Allow()
  @ApiPropertyOptional({
    type: 'array',
    maxItems: 100,
    items: {
      anyOf: [{ $ref: getSchemaPath(BulkInboxPreferenceDto) }, { $ref: getSchemaPath(BulkSubscriptionPreferenceDto) }],
    },
  })
  @Raw()
  @HasShape({ ...shapeOf(PatchSubscriptionPreferenceDto), workflowId: null, subscriptionIdentifier: null })
  preferences?: unknown;
}

/** What holds for all workflows, or for one. */
export class InboxPreferenceDto {
  /** `global` for all workflows, `template` for one. */
  @ApiProperty({ enum: ['global', 'template'] })
  level: 'global' | 'template';

  /** Whether channels that say nothing themselves are on. */
  enabled: boolean;

  /** The channels: all five, or those of the workflow's steps. */
  channels: PreferenceChannelsDto;

  /** The workflow; only with `template`. */
  workflow?: PreferenceEntryWorkflowDto;

  /** Who decided, channel by channel; only with `template`. */
  @ApiProperty({ type: [SubscriberPreferenceOverrideDto], required: false })
  overrides?: SubscriberPreferenceOverrideDto[];

  /** When the subscriber may be disturbed; only with `global`, and missing until it is set. */
  schedule?: ScheduleDto;
}

export function toGlobalInboxPreferenceDto(preference: Preference | null): InboxPreferenceDto {
  const { enabled, channels, schedule } = toGlobalPreferenceDto(preference);
  return { level: 'global', enabled, channels, ...(schedule && { schedule }) };
}

export function toWorkflowInboxPreferenceDto(effective: EffectivePreference): InboxPreferenceDto {
  const { workflow, layers, critical } = effective;
  return {
    level: 'template',
    ...workflowPreferenceView(workflow.steps, layers, critical),
    workflow: toPreferenceEntryWorkflowDto(effective),
  };
}

import { ApiProperty } from '@nestjs/swagger';
import {
  globalPreferenceView,
  type OverrideSource,
  workflowPreferenceView,
} from '#libs/preferences/preference-view.js';
import { CHANNELS, type Channel } from '#libs/channels.js';
import { dto } from '../platform/http/dto.js';
import { categoryOf } from '../workflows/kind.js';
import { SEVERITIES, type Severity, WORKFLOW_KINDS, type WorkflowKind } from '../workflows/workflow.schema.js';
import { workflowSlug } from '../workflows/workflow.dto.js';
import { categoriesIn } from './category-overview.js';
import type { EffectivePreference } from './effective-preference.js';
import { PreferenceChannelsDto, ScheduleDto } from './preference-requests.dto.js';
import type { Preference } from './preference.schema.js';
import type { PreferenceOverview } from './subscriber-preferences.service.js';

/** The workflow that an entry is for. */
export class PreferenceEntryWorkflowDto {
  /**
   * Internal id.
   * @example 6925a1f0c0ffee0123456789
   */
  id: string;

  /**
   * The identifier that triggers name.
   * @example order-shipped
   */
  identifier: string;

  /**
   * Name of the workflow.
   * @example Order shipped
   */
  name: string;

  /** Whether subscribers cannot opt out. */
  critical: boolean;

  /** Its tags. */
  tags: string[];

  /** Severity. */
  @ApiProperty({ enum: SEVERITIES })
  severity: Severity;
}

/** Effective preferences for one workflow after a change. */
export class PreferenceEntryDto {
  /** Always `template`: preferences of a workflow. */
  @ApiProperty({ enum: ['global', 'template'] })
  level: 'global' | 'template';

  /** The workflow. */
  workflow: PreferenceEntryWorkflowDto;

  /** Whether channels that say nothing themselves are on. */
  enabled: boolean;

  /** The channels of the workflow's steps. */
  channels: PreferenceChannelsDto;
}

export function toPreferenceEntryDto(effective: EffectivePreference): PreferenceEntryDto {
  const { workflow, layers, critical } = effective;
  const { enabled, channels } = workflowPreferenceView(workflow.steps, layers, critical);
  return { level: 'template', workflow: toPreferenceEntryWorkflowDto(effective), enabled, channels };
}

export function toPreferenceEntryWorkflowDto({ workflow, critical }: EffectivePreference): PreferenceEntryWorkflowDto {
  return dto<PreferenceEntryWorkflowDto>({
    id: workflow._id,
    identifier: workflow.workflowId,
    name: workflow.name,
    critical,
    tags: workflow.tags,
    severity: workflow.severity,
  });
}

/** Effective preferences for all workflows. */
export class SubscriberGlobalPreferenceDto {
  /** Whether channels that say nothing themselves are on. */
  enabled: boolean;

  /** The five channels. */
  channels: PreferenceChannelsDto;

  /** Hours in which the subscriber may be notified; missing until they are set. */
  schedule?: ScheduleDto;

  /** Until when nothing is sent but critical notifications, ISO 8601 in UTC; one in the past has ended. Missing without a pause. */
  pausedUntil?: string;
}

/** Who decided about a channel. */
export class SubscriberPreferenceOverrideDto {
  /** The channel. */
  @ApiProperty({ enum: CHANNELS })
  channel: Channel;

  /** The subscriber, the workflow as it is set (`workflowOverride`), or the workflow as it was defined (`template`). */
  @ApiProperty({ enum: ['subscriber', 'template', 'workflowOverride'] })
  source: OverrideSource;
}

/** The workflow that preferences are for. */
export class PreferenceWorkflowInfoDto {
  /**
   * Name and internal id in one.
   * @example order-shipped_wf_1sGqmE6sEvs0A7Zj
   */
  slug: string;

  /**
   * The identifier that triggers name.
   * @example order-shipped
   */
  identifier: string;

  /**
   * Name of the workflow.
   * @example Order shipped
   */
  name: string;

  /** Whether the subscriber gets it because of a subscription. */
  @ApiProperty({ enum: WORKFLOW_KINDS })
  kind: WorkflowKind;

  /** The category that it is in; missing when it is in none. */
  category?: string;

  /** When the workflow was last changed, ISO 8601 in UTC. */
  updatedAt: string;
}

/** Effective preferences for one workflow. */
export class SubscriberWorkflowPreferenceDto {
  /** Whether channels that say nothing themselves are on. */
  enabled: boolean;

  /** The channels of the workflow's steps. */
  channels: PreferenceChannelsDto;

  /** Who decided, channel by channel. */
  overrides: SubscriberPreferenceOverrideDto[];

  /** The workflow. */
  workflow: PreferenceWorkflowInfoDto;

  /** When the subscriber last set something for this workflow, ISO 8601 in UTC; missing when nothing is. */
  updatedAt?: string;
}

/** What a subscriber has chosen for a category of workflows. */
export class SubscriberCategoryPreferenceDto {
  /**
   * The tag by which people choose.
   * @example news
   */
  category: string;

  /** The channels of its workflows. A value for a single workflow of it comes before these. */
  channels: PreferenceChannelsDto;

  /** Identifiers of its workflows. */
  workflows: string[];
}

/** The preferences of a subscriber in one set of contexts. */
export class SubscriberPreferencesDto {
  /** Effective preferences for all workflows. */
  global: SubscriberGlobalPreferenceDto;

  /** Effective preferences for each workflow, the newest workflow first. */
  workflows: SubscriberWorkflowPreferenceDto[];

  /** Choices for the categories of these workflows, in the order of their names. */
  categories: SubscriberCategoryPreferenceDto[];
}

export function toSubscriberPreferencesDto({ global, workflows }: PreferenceOverview): SubscriberPreferencesDto {
  return {
    global: toGlobalPreferenceDto(global),
    workflows: workflows.map(toWorkflowPreferenceDto),
    categories: categoriesIn(workflows),
  };
}

export function toGlobalPreferenceDto(preference: Preference | null): SubscriberGlobalPreferenceDto {
  return {
    ...globalPreferenceView(preference),
    ...(preference?.schedule && { schedule: preference.schedule }),
    ...(preference?.pausedUntil && { pausedUntil: preference.pausedUntil.toISOString() }),
  };
}

function toWorkflowPreferenceDto({
  workflow,
  layers,
  critical,
  changedAt,
}: EffectivePreference): SubscriberWorkflowPreferenceDto {
  const category = categoryOf(workflow);
  return dto<SubscriberWorkflowPreferenceDto>({
    ...workflowPreferenceView(workflow.steps, layers, critical),
    workflow: {
      slug: workflowSlug(workflow),
      identifier: workflow.workflowId,
      name: workflow.name,
      kind: workflow.kind ?? 'transactional',
      ...(category !== undefined && { category }),
      updatedAt: workflow.updatedAt.toISOString(),
    },
    ...(changedAt && { updatedAt: changedAt }),
  });
}

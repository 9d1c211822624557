import { workflowPreferenceView } from '#libs/preferences/preference-view.js';
import { ApiProperty } from '@nestjs/swagger';
import { PreferenceChannelsDto } from '../../../../preferences/dto/channels.dto.js';
import {
  PreferenceEntryWorkflowDto,
  toPreferenceEntryWorkflowDto,
} from '../../../../preferences/dto/preference-entry.dto.js';
import { ScheduleDto } from '../../../../preferences/dto/schedule.dto.js';
import {
  SubscriberPreferenceOverrideDto,
  toGlobalPreferenceDto,
} from '../../../../preferences/dto/subscriber-preferences.dto.js';
import type { Preference } from '../../../../preferences/preference.schema.js';
import type { EffectivePreference } from '../../../../preferences/effective-preference.js';

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

export function toWorkflowInboxPreferenceDto(standing: EffectivePreference): InboxPreferenceDto {
  const { workflow, layers, critical } = standing;
  return {
    level: 'template',
    ...workflowPreferenceView(workflow.steps, layers, critical),
    workflow: toPreferenceEntryWorkflowDto(standing),
  };
}

import { workflowPreferenceView } from '#libs/preferences/preference-view.js';
import { ApiProperty } from '@nestjs/swagger';
import type { Severity } from '../../workflows/severity.js';
import type { EffectivePreference } from '../effective-preference.js';
import { PreferenceChannelsDto } from './channels.dto.js';

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

  /** How much it matters. */
  severity: Severity;
}

/** What holds for one workflow after a change. */
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

export function toPreferenceEntryDto(standing: EffectivePreference): PreferenceEntryDto {
  const { workflow, layers, critical } = standing;
  const { enabled, channels } = workflowPreferenceView(workflow.steps, layers, critical);
  return { level: 'template', workflow: toPreferenceEntryWorkflowDto(standing), enabled, channels };
}

export function toPreferenceEntryWorkflowDto({ workflow, critical }: EffectivePreference): PreferenceEntryWorkflowDto {
  return {
    id: workflow._id.toHexString(),
    identifier: workflow.workflowId,
    name: workflow.name,
    critical,
    tags: workflow.tags,
    severity: workflow.severity,
  };
}

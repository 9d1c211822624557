import { PREFERENCE_CHANNELS } from '#libs/preferences/channels.js';
import { globalPreferenceView, workflowPreferenceView } from '#libs/preferences/preference-view.js';
import { ApiProperty } from '@nestjs/swagger';
import { PreferenceChannelsDto } from '../../dto/channels.dto.js';
import { SubscriberPreferenceOverrideDto } from '../../dto/subscriber-preferences.dto.js';
import type { Preference } from '../../preference.schema.js';
import type { EffectivePreference } from '../../effective-preference.js';

/** What triggers a workflow. */
export class WorkflowTriggerV1Dto {
  /** Always `event`. */
  type: string;

  /**
   * The identifier that triggers name.
   * @example order-shipped
   */
  identifier: string;

  /** Deprecated; always empty. */
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true } })
  variables: object[];
}

/** The workflow that a preference is for. */
export class WorkflowV1Dto {
  /**
   * Internal id.
   * @example 6925a1f0c0ffee0123456789
   */
  _id: string;

  /**
   * Name of the workflow.
   * @example Order shipped
   */
  name: string;

  /** Whether subscribers cannot opt out. */
  critical: boolean;

  /** What triggers it. */
  triggers: WorkflowTriggerV1Dto[];
}

/** What holds. */
export class PreferenceV1Dto {
  /** Whether channels that say nothing themselves are on. */
  enabled: boolean;

  /** The channels. */
  channels: PreferenceChannelsDto;

  /** Who decided, channel by channel; empty for global preferences. */
  overrides: SubscriberPreferenceOverrideDto[];
}

/** A preference and, unless it is the global one, the workflow that it is for. */
export class PreferenceOfWorkflowV1Dto {
  /** The workflow; missing for the global preference. */
  template?: WorkflowV1Dto;

  /** What holds. */
  preference: PreferenceV1Dto;
}

export function toWorkflowPreferenceV1Dto(
  { workflow, layers, critical }: EffectivePreference,
  includeInactiveChannels: boolean,
): PreferenceOfWorkflowV1Dto {
  const steps = includeInactiveChannels ? PREFERENCE_CHANNELS.map((type) => ({ type })) : workflow.steps;
  return {
    template: {
      _id: workflow._id.toHexString(),
      name: workflow.name,
      critical,
      triggers: [{ type: 'event', identifier: workflow.workflowId, variables: [] }],
    },
    preference: workflowPreferenceView(steps, layers, critical),
  };
}

export function toGlobalPreferenceV1Dto(preference: Preference | null): PreferenceOfWorkflowV1Dto {
  return { preference: { ...globalPreferenceView(preference), overrides: [] } };
}

import { BadRequestException } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsObject, ValidateNested } from 'class-validator';
import { ALL_CHANNELS, PREFERENCE_CHANNELS, type PreferenceLayer } from '#libs/preferences/preference-layers.js';
import { globalPreferenceView, workflowPreferenceView } from '#libs/preferences/preference-view.js';
import type { Channel } from '#libs/channels.js';
import { dto } from '../../platform/http/dto.js';
import { Optional, QueryBoolean } from '../../platform/validation/decorators.js';
import type { EffectivePreference } from '../effective-preference.js';
import { PreferenceChannelsDto } from '../preference-requests.dto.js';
import type { Preference } from '../preference.schema.js';
import { SubscriberPreferenceOverrideDto } from '../preferences.dto.js';
import { RefusesUnknown } from '../../platform/validation/unknown-members.js';

/** Which channels to list. */
export class ListPreferencesV1QueryDto {
  /** Whether to list all five channels of each workflow, and not only those of its steps. */
  @QueryBoolean()
  includeInactiveChannels: boolean = true;
}

/** Trigger of a workflow. */
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

  /** Its triggers. */
  triggers: WorkflowTriggerV1Dto[];
}

/** Effective preferences. */
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

  /** Effective preferences. */
  preference: PreferenceV1Dto;
}

export function toWorkflowPreferenceV1Dto(
  { workflow, layers, critical }: EffectivePreference,
  includeInactiveChannels: boolean,
): PreferenceOfWorkflowV1Dto {
  const steps = includeInactiveChannels ? PREFERENCE_CHANNELS.map((type) => ({ type })) : workflow.steps;
  return {
    template: dto<WorkflowV1Dto>({
      _id: workflow._id,
      name: workflow.name,
      critical,
      triggers: [{ type: 'event', identifier: workflow.workflowId, variables: [] }],
    }),
    preference: workflowPreferenceView(steps, layers, critical),
  };
}

export function toGlobalPreferenceV1Dto(preference: Preference | null): PreferenceOfWorkflowV1Dto {
  return { preference: { ...globalPreferenceView(preference), overrides: [] } };
}

const MAX_ITEMS = 100;

/** One channel, switched on or off. */
export class ChannelSwitchDto {
  /** The channel. */
  @IsIn(ALL_CHANNELS)
  @ApiProperty({ enum: ALL_CHANNELS })
  type: Channel;

  /** Whether it is on. */
  @IsBoolean()
  enabled: boolean;
}

/** A change for one workflow: a channel, all channels without a value of their own, or both. */
@RefusesUnknown()
export class UpdateWorkflowPreferenceV1Dto {
  /** The channel to switch. */
  @Optional({ nullable: false })
  @IsObject()
  @ValidateNested()
  @Type(() => ChannelSwitchDto)
  channel?: ChannelSwitchDto;

  /** Whether channels without a value of their own are on. */
  @Optional({ nullable: false })
  @IsBoolean()
  enabled?: boolean;
}

/** A change for all workflows: channels, all channels without a value of their own, or both. */
@RefusesUnknown()
export class UpdateGlobalPreferenceV1Dto {
  /** The channels to switch; of two values for one the later counts. */
  @Optional({ nullable: false })
  @IsArray()
  @ArrayMaxSize(MAX_ITEMS)
  @ValidateNested({ each: true })
  @Type(() => ChannelSwitchDto)
  preferences?: ChannelSwitchDto[];

  /** Whether channels without a value of their own are on. */
  @Optional({ nullable: false })
  @IsBoolean()
  enabled?: boolean;
}

/** The choices that the switches state. Throws 400 when there are none. */
export function toStatedLayer(switches: readonly ChannelSwitchDto[], enabled: boolean | undefined): PreferenceLayer {
  if (switches.length === 0 && enabled === undefined) {
    throw new BadRequestException('Nothing to change: name a channel, or say whether all are enabled');
  }
  return {
    ...(enabled !== undefined && { all: { enabled } }),
    channels: Object.fromEntries(switches.map((channel) => [channel.type, { enabled: channel.enabled }])),
  };
}

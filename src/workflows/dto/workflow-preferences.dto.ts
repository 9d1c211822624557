import { ApiNullable } from '../../platform/http/nullable.decorator.js';
import { Type } from 'class-transformer';
import { IsBoolean, IsObject, IsOptional, ValidateNested } from 'class-validator';
import type { Channel } from '../../integrations/integration.schema.js';
import { Optional } from '../../platform/validation/optional.decorator.js';
import type { WorkflowPreferenceLayers, WorkflowPreferences } from '../workflow.schema.js';

/** What holds for all channels of the workflow. */
export class WorkflowPreferenceDto {
  /** Whether channels that say nothing themselves are on. */
  @Optional({ nullable: false })
  @IsBoolean()
  enabled: boolean = true;

  /** Whether subscribers cannot opt out: the workflow is critical. */
  @Optional({ nullable: false })
  @IsBoolean()
  readOnly: boolean = false;
}

/** What holds for one channel. */
export class ChannelPreferenceDto {
  /** Whether the channel is on. */
  @Optional({ nullable: false })
  @IsBoolean()
  enabled: boolean = true;
}

/** What holds channel by channel. A channel that is left out follows `all.enabled`. */
export class ChannelPreferencesDto {
  /** Email. */
  @Optional({ nullable: false })
  @IsObject()
  @ValidateNested()
  @Type(() => ChannelPreferenceDto)
  email?: ChannelPreferenceDto;

  /** SMS. */
  @Optional({ nullable: false })
  @IsObject()
  @ValidateNested()
  @Type(() => ChannelPreferenceDto)
  sms?: ChannelPreferenceDto;

  /** In-app. */
  @Optional({ nullable: false })
  @IsObject()
  @ValidateNested()
  @Type(() => ChannelPreferenceDto)
  in_app?: ChannelPreferenceDto;

  /** Chat. */
  @Optional({ nullable: false })
  @IsObject()
  @ValidateNested()
  @Type(() => ChannelPreferenceDto)
  chat?: ChannelPreferenceDto;

  /** Push. */
  @Optional({ nullable: false })
  @IsObject()
  @ValidateNested()
  @Type(() => ChannelPreferenceDto)
  push?: ChannelPreferenceDto;
}

/** Who is notified, in one layer. */
export class WorkflowPreferencesDto implements WorkflowPreferences {
  /** What holds for all channels. */
  @IsObject()
  @ValidateNested()
  @Type(() => WorkflowPreferenceDto)
  all: WorkflowPreferenceDto;

  /** What holds channel by channel. */
  @IsObject()
  @ValidateNested()
  @Type(() => ChannelPreferencesDto)
  channels: ChannelPreferencesDto;
}

/** Preferences in a request. */
export class PreferencesRequestDto {
  /** What is set for this workflow. Null, like leaving it out, means that nothing is set and `default` holds. */
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => WorkflowPreferencesDto)
  @ApiNullable(WorkflowPreferencesDto, { required: false })
  user?: WorkflowPreferencesDto | null;

  /** Defaults that come with a workflow defined in code. */
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => WorkflowPreferencesDto)
  @ApiNullable(WorkflowPreferencesDto, { required: false })
  workflow?: WorkflowPreferencesDto | null;
}

/** Preferences in an answer. */
export class WorkflowPreferencesResponseDto {
  /** What is set for this workflow; null until something is. */
  @ApiNullable(WorkflowPreferencesDto)
  user: WorkflowPreferencesDto | null;

  /** What holds otherwise, for each of the five channels. */
  default: WorkflowPreferencesDto;
}

const CHANNELS: readonly Channel[] = ['email', 'sms', 'in_app', 'chat', 'push'];

/** A workflow of which nobody has said anything: everybody gets it, on every channel, and may opt out (behaviour F13). */
const NOTHING_SAID: WorkflowPreferences = { all: { enabled: true, readOnly: false }, channels: {} };

export function toPreferencesDto({ user, workflow }: WorkflowPreferenceLayers): WorkflowPreferencesResponseDto {
  const { all, channels } = workflow ?? NOTHING_SAID;
  const everyChannel = CHANNELS.map((channel) => [channel, channels[channel] ?? { enabled: all.enabled }]);
  return { user: user ?? null, default: { all, channels: Object.fromEntries(everyChannel) } };
}

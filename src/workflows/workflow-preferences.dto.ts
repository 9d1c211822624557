import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  MaxLength,
  ValidateBy,
  ValidateNested,
} from 'class-validator';
import { PREFERENCE_CHANNELS } from '#libs/preferences/preference-layers.js';
import { ApiNullable } from '../platform/http/decorators.js';
import { FreeForm, Optional } from '../platform/validation/decorators.js';
import { isObject } from '../platform/values/is-object.js';
import {
  QUIET_HOURS,
  WORKFLOW_KINDS,
  type WorkflowAgent,
  type WorkflowPreferenceLayers,
  type WorkflowPreferences,
} from './workflow.schema.js';

/** An optional field of a request: what happens to messages in the quiet hours of their subscriber. */
export function IsQuietHours(): PropertyDecorator {
  return applyDecorators(Optional({ nullable: false }), IsIn(QUIET_HOURS), ApiPropertyOptional({ enum: QUIET_HOURS }));
}

/** An optional field of a request: whether people get the workflow because they have subscribed to it. */
export function IsWorkflowKind(): PropertyDecorator {
  return applyDecorators(
    Optional({ nullable: false }),
    IsIn(WORKFLOW_KINDS),
    ApiPropertyOptional({ enum: WORKFLOW_KINDS }),
  );
}

/** An optional field of a request: the tag by which people choose. */
export function IsCategory(): PropertyDecorator {
  return applyDecorators(IsOptional(), IsString(), ApiPropertyOptional({ type: String, nullable: true }));
}

/** Preferences for all channels of the workflow. */
export class WorkflowPreferenceDto {
  /** Whether channels without a value of their own are enabled. */
  @Optional({ nullable: false })
  @IsBoolean()
  enabled: boolean = true;

  /** Whether subscribers cannot opt out: the workflow is critical. */
  @Optional({ nullable: false })
  @IsBoolean()
  readOnly: boolean = false;
}

/** Preferences for one channel. */
export class ChannelPreferenceDto {
  /** Whether the channel is enabled. */
  @Optional({ nullable: false })
  @IsBoolean()
  enabled: boolean = true;
}

/** Preferences by channel. A channel that is left out follows `all.enabled`. */
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

/** Preferences of one layer. */
export class WorkflowPreferencesDto implements WorkflowPreferences {
  /** Preferences for all channels. */
  @IsObject()
  @ValidateNested()
  @Type(() => WorkflowPreferenceDto)
  all: WorkflowPreferenceDto;

  /** Preferences by channel. */
  @IsObject()
  @ValidateNested()
  @Type(() => ChannelPreferencesDto)
  channels: ChannelPreferencesDto;
}

/** Preferences in a request. */
export class PreferencesRequestDto {
  /** Preferences of this workflow. Null or absent: none are set, and `default` applies. */
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

/** Preferences in a response. */
export class WorkflowPreferencesResponseDto {
  /** Preferences of this workflow; null until they are set. */
  @ApiNullable(WorkflowPreferencesDto)
  user: WorkflowPreferencesDto | null;

  /** Preferences that apply otherwise, for each of the five channels. */
  default: WorkflowPreferencesDto;
}

/** A workflow without preferences: every subscriber gets it, on every channel, and may opt out (behaviour F13). */
const DEFAULTS: WorkflowPreferences = { all: { enabled: true, readOnly: false }, channels: {} };

export function toPreferencesDto({ user, workflow }: WorkflowPreferenceLayers): WorkflowPreferencesResponseDto {
  const { all, channels } = workflow ?? DEFAULTS;
  const everyChannel = PREFERENCE_CHANNELS.map((channel) => [channel, channels[channel] ?? { enabled: all.enabled }]);
  return { user: user ?? null, default: { all, channels: Object.fromEntries(everyChannel) } };
}

const MAX_LENGTH = 256;
const MAX_PROVIDERS = 50;

/** Overrides for one provider. */
export class AgentProviderDto {
  /**
   * Address that replies go to.
   * @example support@example.com
   */
  replyTo?: string;
}

/** The agent that a workflow is assigned to. It is stored as given; deliveries do not use it yet. */
@ApiExtraModels(AgentProviderDto)
export class WorkflowAgentDto {
  /**
   * Identifier of the agent.
   * @example support
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(MAX_LENGTH)
  identifier: string;

  /**
   * Overrides for providers, by their id.
   * @example {"novu-email-agent": {"replyTo": "support@example.com"}}
   */
  @Optional({ nullable: false })
  @FreeForm()
  @ValidateBy({
    name: 'agentProviders',
    validator: {
      validate: (value) => providersProblem(value) === undefined,
      defaultMessage: (details) => `${details?.property} ${providersProblem(details?.value)}`,
    },
  })
  @ApiPropertyOptional({ type: 'object', additionalProperties: { $ref: getSchemaPath(AgentProviderDto) } })
  providers?: Record<string, AgentProviderDto>;
}

/** An agent as it is stored: with the known fields alone. */
export function toWorkflowAgent({ identifier, providers }: WorkflowAgentDto): WorkflowAgent {
  const known = Object.entries(providers ?? {}).map(([id, { replyTo }]) => [
    id,
    { ...(replyTo !== undefined && { replyTo }) },
  ]);
  return { identifier, ...(providers && { providers: Object.fromEntries(known) }) };
}

function providersProblem(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const providers = Object.entries(value);
  if (providers.length > MAX_PROVIDERS) return `must not name more than ${MAX_PROVIDERS} providers`;
  for (const [id, provider] of providers) {
    if (!isObject(provider)) return `must have an object for ${id.slice(0, MAX_LENGTH)}`;
    const { replyTo } = provider;
    const isText = typeof replyTo === 'string' && replyTo.length <= MAX_LENGTH;
    if (replyTo !== undefined && !isText) return `must have texts of up to ${MAX_LENGTH} characters as replyTo`;
  }
  return undefined;
}

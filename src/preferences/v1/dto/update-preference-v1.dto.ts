import { ALL_CHANNELS, type PreferenceChannel } from '#libs/preferences/channels.js';
import type { PreferenceLayer } from '#libs/preferences/preference-layers.js';
import { BadRequestException } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsObject, ValidateNested } from 'class-validator';
import { Optional } from '../../../platform/validation/optional.decorator.js';

const MAX_ITEMS = 100;

/** One channel, switched on or off. */
export class ChannelSwitchDto {
  /** The channel. */
  @IsIn(ALL_CHANNELS)
  @ApiProperty({ enum: ALL_CHANNELS })
  type: PreferenceChannel;

  /** Whether it is on. */
  @IsBoolean()
  enabled: boolean;
}

/** A change for one workflow: a channel, all channels without a value of their own, or both. */
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

/** What the switches state. Throws 400 when that is nothing. */
export function toStatedLayer(switches: readonly ChannelSwitchDto[], enabled: boolean | undefined): PreferenceLayer {
  if (switches.length === 0 && enabled === undefined) {
    throw new BadRequestException('Nothing to change: name a channel, or say whether all are enabled');
  }
  return {
    ...(enabled !== undefined && { all: { enabled } }),
    channels: Object.fromEntries(switches.map((channel) => [channel.type, { enabled: channel.enabled }])),
  };
}

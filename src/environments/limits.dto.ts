import { Type } from 'class-transformer';
import { IsIn, IsInt, IsObject, Max, Min, ValidateNested } from 'class-validator';
import { ApiProperty } from '@nestjs/swagger';
import {
  CAP_ACTIONS,
  CAP_PERIODS,
  type CapAction,
  type CapPeriod,
  type EnvironmentRateLimits,
  type MessageCaps,
} from '../auth/environment.schema.js';
import { Optional } from '../platform/validation/decorators.js';
import { RefusesUnknown } from '../platform/validation/unknown-members.js';

const MAX_PER_SECOND = 1_000_000;
const MAX_MESSAGES = 1000;

/** Limits of the requests of an environment, instead of those of the installation. */
@RefusesUnknown()
export class RateLimitsDto implements EnvironmentRateLimits {
  /**
   * Triggers a second, each of a bulk counted; 0 for no limit. Absent: `RATE_LIMIT_TRIGGERS` applies.
   * @example 200
   */
  @Optional({ nullable: false })
  @IsInt()
  @Min(0)
  @Max(MAX_PER_SECOND)
  triggers?: number;

  /**
   * Other requests a second; 0 for no limit. Absent: `RATE_LIMIT_REQUESTS` applies.
   * @example 50
   */
  @Optional({ nullable: false })
  @IsInt()
  @Min(0)
  @Max(MAX_PER_SECOND)
  requests?: number;
}

/** How many messages of one channel a subscriber gets. */
export class MessageCapDto {
  /**
   * Messages to one subscriber, of all workflows together, in a window, which the first of them opens.
   * @example 5
   */
  @IsInt()
  @Min(1)
  @Max(MAX_MESSAGES)
  messages: number;

  /**
   * The length of the window: 60 minutes or 24 hours.
   * @example day
   */
  @IsIn(CAP_PERIODS)
  @ApiProperty({ enum: CAP_PERIODS })
  per: CapPeriod;

  /**
   * What happens to further messages: `hold`, they wait for the end of the window; `skip`, their step is skipped with the
   * reason `capped`.
   * @example hold
   */
  @IsIn(CAP_ACTIONS)
  @ApiProperty({ enum: CAP_ACTIONS })
  above: CapAction;
}

/** The caps of the channels that interrupt people. A channel that is absent has none. */
@RefusesUnknown()
export class MessageCapsDto implements MessageCaps {
  /** Of emails. */
  @Optional({ nullable: false })
  @IsObject()
  @ValidateNested()
  @Type(() => MessageCapDto)
  email?: MessageCapDto;

  /** Of SMS. */
  @Optional({ nullable: false })
  @IsObject()
  @ValidateNested()
  @Type(() => MessageCapDto)
  sms?: MessageCapDto;

  /** Of push notifications; one to several devices counts once. */
  @Optional({ nullable: false })
  @IsObject()
  @ValidateNested()
  @Type(() => MessageCapDto)
  push?: MessageCapDto;

  /** Of chat messages; one to several destinations counts once. */
  @Optional({ nullable: false })
  @IsObject()
  @ValidateNested()
  @Type(() => MessageCapDto)
  chat?: MessageCapDto;
}

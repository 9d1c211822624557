import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsInt, Max, Min } from 'class-validator';
import { type IntegrationRate, RATE_PERIODS } from './integration.schema.js';

const MAX_RATE = 10_000;

/** How many messages a provider account takes. */
export class IntegrationRateDto {
  /**
   * Requests to the provider in a period; a push message is one for each device.
   * @example 14
   */
  @IsInt()
  @Min(1)
  @Max(MAX_RATE)
  messages: number;

  /**
   * The period. They are spread evenly over it.
   * @example second
   */
  @IsIn(RATE_PERIODS)
  @ApiProperty({ enum: RATE_PERIODS })
  per: IntegrationRate['per'];
}

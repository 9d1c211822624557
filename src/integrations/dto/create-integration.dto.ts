import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { Optional } from '../../platform/validation/optional.decorator.js';
import {
  INTEGRATION_CHANNELS,
  INTEGRATION_KINDS,
  type IntegrationChannel,
  type IntegrationKind,
} from '../integration.schema.js';
import { IntegrationSettingsDto } from './integration-settings.dto.js';

/** A new integration. */
export class CreateIntegrationDto extends IntegrationSettingsDto {
  /**
   * The service behind it.
   * @example sendgrid
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(64)
  providerId: string;

  /**
   * The channel it delivers. May be left out where the provider has only one; agents have none.
   * @example email
   */
  @Optional({ nullable: false })
  @IsIn(INTEGRATION_CHANNELS)
  @ApiProperty({ enum: INTEGRATION_CHANNELS })
  channel?: IntegrationChannel;

  /** Whether messages are delivered through it, or agents run at it. */
  @Optional({ nullable: false })
  @IsIn(INTEGRATION_KINDS)
  @ApiProperty({ enum: INTEGRATION_KINDS })
  kind: IntegrationKind = 'delivery';
}

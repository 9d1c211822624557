import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsNotEmpty, IsObject, IsString, MaxLength, ValidateNested } from 'class-validator';
import { Optional } from '../../../platform/validation/optional.decorator.js';
import { CREDENTIAL_PROVIDERS } from '../provider-ids.js';
import { ChannelCredentialsDto } from './channel-credentials.dto.js';

/** Credentials of a subscriber at one provider. */
export class ChannelInputDto {
  /**
   * The chat or push provider they are for.
   * @example fcm
   */
  @IsIn(CREDENTIAL_PROVIDERS)
  @ApiProperty({ enum: CREDENTIAL_PROVIDERS })
  providerId: string;

  /**
   * Identifier of the integration, where the environment has several of the provider. Without it the newest that is
   * active is meant.
   * @example fcm-android
   */
  @Optional({ nullable: false })
  @IsString()
  @IsNotEmpty()
  @MaxLength(512)
  integrationIdentifier?: string;

  /** The fields to set; those that are absent stay as they are. */
  @Optional({ nullable: false })
  @IsObject()
  @ValidateNested()
  @Type(() => ChannelCredentialsDto)
  credentials?: ChannelCredentialsDto;
}

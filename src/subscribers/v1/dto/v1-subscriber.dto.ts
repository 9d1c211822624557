import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsOptional, ValidateNested } from 'class-validator';
import { ChannelInputDto } from '../../credentials/dto/channel-input.dto.js';
import { MAX_CHANNELS } from '../../subscriber-limits.js';
import { IsSubscriberId } from '../../dto/subscriber.validators.js';
import { SubscriberFieldsDto } from '../../dto/subscriber-fields.dto.js';

/** The fields to change of a subscriber, with credentials to add. */
export class V1UpdateSubscriberDto extends SubscriberFieldsDto {
  /** Credentials at chat and push providers. They are added to those that are stored; device tokens each once. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_CHANNELS)
  @ValidateNested({ each: true })
  @Type(() => ChannelInputDto)
  @ApiPropertyOptional({ type: [ChannelInputDto], nullable: true })
  channels?: ChannelInputDto[] | null;
}

/** A subscriber to create, or the fields to change of one that exists, with credentials to add. */
export class V1CreateSubscriberDto extends V1UpdateSubscriberDto {
  /**
   * Your own id of this person, unique inside the environment.
   * @example ada
   */
  @IsSubscriberId()
  subscriberId: string;
}

import { ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { CreateChannelEndpointDto } from '../../../channels/endpoints/channel-endpoints.dto.js';
import { CONNECTION_MODES, type ConnectionMode } from '../../../channels/connections/channel-connection.schema.js';
import { LinkEndpointDto, LinkUserOAuthDto } from '../../../channels/linking/chat-linking.dto.js';
import { Optional } from '../../../platform/validation/decorators.js';
import { IsSubscriberId } from '../../../subscribers/subscriber-requests.dto.js';

/** How a widget asks for a connection. */
export class ShowConnectionQueryDto {
  /** Widgets send it; it has no effect, because a session sees its subscriber's connections alone. */
  @IsOptional()
  @IsIn(CONNECTION_MODES)
  @ApiPropertyOptional({ enum: CONNECTION_MODES })
  connectionMode?: ConnectionMode;
}

/** A new endpoint of the session's subscriber. */
export class CreateInboxEndpointDto extends OmitType(CreateChannelEndpointDto, [
  'subscriberId',
  'createSubscriberIfMissing',
]) {
  /**
   * The session's subscriber, if it is sent.
   * @example ada
   */
  @Optional({ nullable: false })
  @IsSubscriberId()
  subscriberId?: string;
}

/** The user to be linked: the session's subscriber. */
export class LinkOwnUserOAuthDto extends OmitType(LinkUserOAuthDto, ['subscriberId']) {
  /**
   * The session's subscriber, if it is sent.
   * @example ada
   */
  @Optional({ nullable: false })
  @IsSubscriberId()
  subscriberId?: string;
}

/** The user to be linked: the session's subscriber. */
export class LinkOwnEndpointDto extends OmitType(LinkEndpointDto, ['subscriberId']) {
  /**
   * The session's subscriber, if it is sent.
   * @example ada
   */
  @Optional({ nullable: false })
  @IsSubscriberId()
  subscriberId?: string;
}

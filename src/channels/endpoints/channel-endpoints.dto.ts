import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsObject, IsOptional, IsString, MaxLength } from 'class-validator';
import { Raw } from '../../platform/http/decorators.js';
import { CursorPageDto } from '../../platform/paging/paging.dto.js';
import { Optional } from '../../platform/validation/decorators.js';
import { IsSubscriberId } from '../../subscribers/subscriber-requests.dto.js';
import {
  IsContext,
  IsIdentifier,
  ListChannelsQueryDto,
  OwnedChannelDto,
  toOwnedChannelDto,
} from '../owners/channel-owners.dto.js';
import type { ChannelEndpoint } from './channel-endpoint.schema.js';
import { type Endpoint, ENDPOINT_TYPES, type EndpointType } from './endpoint-shapes.js';
import type { IdMap } from '../../platform/ids.js';

/** An address at which a subscriber is reached. */
export class ChannelEndpointDto extends OwnedChannelDto {
  /**
   * The connection through which it is reached.
   * @example slack-acme
   */
  @ApiProperty({ type: String, nullable: true })
  connectionIdentifier: string | null;

  /** Kind of address. */
  @ApiProperty({ enum: ENDPOINT_TYPES })
  type: EndpointType;

  /**
   * The address, in the form of its type.
   * @example { "userId": "U0123456" }
   */
  @ApiProperty({ type: 'object', additionalProperties: true })
  endpoint: Endpoint;
}

/** A page of endpoints. */
export class ChannelEndpointPageDto extends CursorPageDto {
  /** The endpoints on this page. */
  @ApiProperty({ type: [ChannelEndpointDto] })
  data: ChannelEndpointDto[];
}

/** `identifiers` are those of integrations, by their ids. */
export function toChannelEndpointDto(
  stored: ChannelEndpoint,
  endpoint: Endpoint,
  identifiers: IdMap<string>,
): ChannelEndpointDto {
  const { type, connectionIdentifier = null } = stored;
  return { ...toOwnedChannelDto(stored, identifiers), connectionIdentifier, type, endpoint };
}

/** The address of an endpoint, replaced as a whole. */
export class UpdateChannelEndpointDto {
  /**
   * The address, in the form of the endpoint's type: `channelId` (slack_channel), `userId` (slack_user, ms_teams_user,
   * line_user), `url` and `channel` (webhook), `phoneNumber` in E.164 form (phone), `teamId` and `channelId`
   * (ms_teams_channel), `chatId` (telegram_chat), `roomId` and `parentId` (webex_room), `personId` or `personEmail`
   * (webex_person), `routingKey` and `region` (pagerduty_service), `apiKey` and `region` (opsgenie_integration), `url` and
   * `authToken` (grafana_oncall_integration), `url`, `headers` and `method` (tool_webhook).
   * @example { "userId": "U0123456" }
   */
  @IsObject()
  @ApiProperty({ type: 'object', additionalProperties: true })
  @Raw()
  endpoint: Record<string, unknown>;
}

/** A new endpoint. */
export class CreateChannelEndpointDto extends UpdateChannelEndpointDto {
  /**
   * Its name, unique in the environment. Default: a random one.
   * @example ada-slack
   */
  @Optional({ nullable: false })
  @IsIdentifier()
  identifier?: string;

  /**
   * Whose it is.
   * @example ada
   */
  @IsSubscriberId()
  subscriberId: string;

  /** Whether an unknown subscriber is created instead of a 404. */
  @Optional({ nullable: false })
  @IsBoolean()
  createSubscriberIfMissing: boolean = false;

  /**
   * The contexts it is for, by type: an id, or an object with an id and data. A context that is not there yet is created.
   * @example { "tenant": "acme" }
   */
  @IsContext()
  context?: Record<string, unknown>;

  /**
   * The chat or tool integration it belongs to.
   * @example team-slack
   */
  @IsIdentifier()
  integrationIdentifier: string;

  /**
   * The connection of the same integration through which it is reached.
   * @example slack-acme
   */
  @Optional({ nullable: false })
  @IsIdentifier()
  connectionIdentifier?: string;

  /**
   * Kind of address.
   * @example slack_user
   */
  @IsIn(ENDPOINT_TYPES)
  @ApiProperty({ enum: ENDPOINT_TYPES })
  type: EndpointType;
}

/** Filters of a list of endpoints. */
export class ListChannelEndpointsQueryDto extends ListChannelsQueryDto {
  /**
   * Only those of this connection.
   * @example slack-acme
   */
  @IsOptional()
  @IsString()
  @MaxLength(256)
  connectionIdentifier?: string;
}

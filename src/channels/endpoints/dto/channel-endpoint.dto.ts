import { ApiProperty } from '@nestjs/swagger';
import { OwnedChannelDto, toOwnedChannelDto } from '../../owners/dto/owned-channel.dto.js';
import { CursorPageDto } from '../../../platform/paging/cursor-page.dto.js';
import type { ChannelEndpoint } from '../channel-endpoint.schema.js';
import { type Endpoint, ENDPOINT_TYPES, type EndpointType } from '../endpoint-shapes.js';

/** An address at which a subscriber is reached. */
export class ChannelEndpointDto extends OwnedChannelDto {
  /**
   * The connection through which it is reached.
   * @example slack-acme
   */
  @ApiProperty({ type: String, nullable: true })
  connectionIdentifier: string | null;

  /** What kind of address it is. */
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

/** `identifiers` are those of integrations, by hexadecimal id. */
export function toChannelEndpointDto(
  stored: ChannelEndpoint,
  endpoint: Endpoint,
  identifiers: ReadonlyMap<string, string>,
): ChannelEndpointDto {
  const { type, connectionIdentifier = null } = stored;
  return { ...toOwnedChannelDto(stored, identifiers), connectionIdentifier, type, endpoint };
}

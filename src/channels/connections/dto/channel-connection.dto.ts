import { ApiProperty } from '@nestjs/swagger';
import { OwnedChannelDto, toOwnedChannelDto } from '../../owners/dto/owned-channel.dto.js';
import { CursorPageDto } from '../../../platform/paging/cursor-page.dto.js';
import type { ChannelConnection, ConnectionAuth } from '../channel-connection.schema.js';
import { AuthDto, WorkspaceDto } from './connection-parts.dto.js';

/** A workspace of a chat provider. */
export class ChannelConnectionDto extends OwnedChannelDto {
  /** The workspace or tenant at the provider. */
  workspace: WorkspaceDto;

  /** The tokens it is entered with. */
  auth: AuthDto;
}

/** A page of connections. */
export class ChannelConnectionPageDto extends CursorPageDto {
  /** The connections on this page. */
  @ApiProperty({ type: [ChannelConnectionDto] })
  data: ChannelConnectionDto[];
}

/** `identifiers` are those of integrations, by hexadecimal id. */
export function toChannelConnectionDto(
  connection: ChannelConnection,
  auth: ConnectionAuth,
  identifiers: ReadonlyMap<string, string>,
): ChannelConnectionDto {
  return { ...toOwnedChannelDto(connection, identifiers), workspace: connection.workspace, auth };
}

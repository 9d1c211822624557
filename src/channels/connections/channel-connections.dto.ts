import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  IsIn,
  IsISO8601,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  MaxLength,
  NotEquals,
  ValidateNested,
} from 'class-validator';
import { MASK } from '../../platform/values/mask.js';
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
import {
  type ChannelConnection,
  CONNECTION_MODES,
  type ConnectionAuth,
  type ConnectionMode,
} from './channel-connection.schema.js';
import type { IdMap } from '../../platform/ids.js';

const MAX_TOKEN_LENGTH = 16_384;

/** The workspace or tenant at the provider. */
export class WorkspaceDto {
  /**
   * Its id at the provider.
   * @example T0123456
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(256)
  id: string;

  /**
   * Its name.
   * @example Acme
   */
  @Optional({ nullable: false })
  @IsString()
  @MaxLength(256)
  name?: string;

  /**
   * Id, at the provider, of the bot that writes there.
   * @example U0123456
   */
  @Optional({ nullable: false })
  @IsString()
  @MaxLength(256)
  botUserId?: string;
}

const IS_MASK = '$property must be the token itself, not the mask that responses show';

/** The tokens that open the workspace. They are stored encrypted. */
export class AuthDto {
  /**
   * Token with which messages are sent.
   * @example xoxb-0123
   */
  @IsString()
  @IsNotEmpty()
  @NotEquals(MASK, { message: IS_MASK })
  @MaxLength(MAX_TOKEN_LENGTH)
  accessToken: string;

  /** Token with which a new access token is requested. */
  @Optional({ nullable: false })
  @IsString()
  @NotEquals(MASK, { message: IS_MASK })
  @MaxLength(MAX_TOKEN_LENGTH)
  refreshToken?: string;

  /**
   * Until when the access token works, ISO 8601.
   * @example 2026-02-03T04:05:06.789Z
   */
  @Optional({ nullable: false })
  @IsISO8601({ strict: true })
  expiresAt?: string;

  /** Until when the refresh token works, ISO 8601. */
  @Optional({ nullable: false })
  @IsISO8601({ strict: true })
  refreshTokenExpiresAt?: string;
}

/** A workspace of a chat provider. */
export class ChannelConnectionDto extends OwnedChannelDto {
  /** The workspace or tenant at the provider. */
  workspace: WorkspaceDto;

  /** The tokens that open it; `••••••••` for callers without `secrets:read`. */
  auth: AuthDto;
}

/** A page of connections. */
export class ChannelConnectionPageDto extends CursorPageDto {
  /** The connections on this page. */
  @ApiProperty({ type: [ChannelConnectionDto] })
  data: ChannelConnectionDto[];
}

/** `identifiers`: of integrations, by internal id. */
export function toChannelConnectionDto(
  connection: ChannelConnection,
  auth: ConnectionAuth,
  identifiers: IdMap<string>,
): ChannelConnectionDto {
  return { ...toOwnedChannelDto(connection, identifiers), workspace: connection.workspace, auth };
}

/** The tokens for callers who may not see secrets. */
export function maskedAuth({ accessToken, refreshToken, ...ends }: ConnectionAuth): ConnectionAuth {
  return {
    accessToken: accessToken && MASK,
    ...(refreshToken !== undefined && { refreshToken: MASK }),
    ...ends,
  };
}

/** The new workspace and tokens of a connection. Each replaces all that was stored of it. */
export class UpdateChannelConnectionDto {
  /** The workspace or tenant at the provider. */
  @IsObject()
  @ValidateNested()
  @Type(() => WorkspaceDto)
  @ApiProperty({ type: WorkspaceDto })
  workspace: WorkspaceDto;

  /** The tokens that open it. */
  @IsObject()
  @ValidateNested()
  @Type(() => AuthDto)
  @ApiProperty({ type: AuthDto })
  auth: AuthDto;
}

/** A new connection. */
export class CreateChannelConnectionDto extends UpdateChannelConnectionDto {
  /**
   * Its name, unique in the environment. Default: a random one.
   * @example slack-acme
   */
  @Optional({ nullable: false })
  @IsIdentifier()
  identifier?: string;

  /**
   * The subscriber it belongs to.
   * @example ada
   */
  @Optional({ nullable: false })
  @IsSubscriberId()
  subscriberId?: string;

  /**
   * The contexts it is for, by type: an id, or an object with an id and data. A context that is not there yet is created.
   * @example { "tenant": "acme" }
   */
  @IsContext()
  context?: Record<string, unknown>;

  /** Whether it belongs to one subscriber, or all subscribers in the contexts share it. */
  @Optional({ nullable: false })
  @IsIn(CONNECTION_MODES)
  @ApiPropertyOptional({ enum: CONNECTION_MODES })
  connectionMode: ConnectionMode = 'subscriber';

  /**
   * The chat integration it belongs to.
   * @example team-slack
   */
  @IsIdentifier()
  integrationIdentifier: string;
}

/** Filters of a list of connections. */
export class ListChannelConnectionsQueryDto extends ListChannelsQueryDto {
  /** Only those of subscribers, or only shared ones. */
  @IsOptional()
  @IsIn(CONNECTION_MODES)
  @ApiPropertyOptional({ enum: CONNECTION_MODES })
  connectionMode?: ConnectionMode;
}

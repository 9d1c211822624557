import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsObject, IsOptional, ValidateNested } from 'class-validator';
import { ListChannelsQueryDto } from '../../owners/dto/list-channels.query.dto.js';
import { IsContext, IsIdentifier } from '../../owners/dto/owner.decorators.js';
import { Optional } from '../../../platform/validation/optional.decorator.js';
import { IsSubscriberId } from '../../../subscribers/dto/subscriber.validators.js';
import { CONNECTION_MODES, type ConnectionMode } from '../channel-connection.schema.js';
import { AuthDto, WorkspaceDto } from './connection-parts.dto.js';

/** The workspace and tokens of a connection, replaced as wholes. */
export class UpdateChannelConnectionDto {
  /** The workspace or tenant at the provider. */
  @IsObject()
  @ValidateNested()
  @Type(() => WorkspaceDto)
  @ApiProperty({ type: WorkspaceDto })
  workspace: WorkspaceDto;

  /** The tokens it is entered with. */
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
   * Whose it is.
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

  /** Whether it is a subscriber's, or shared by everybody in the contexts. */
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

/** Which connections are asked for. */
export class ListChannelConnectionsQueryDto extends ListChannelsQueryDto {
  /** Only those of subscribers, or only shared ones. */
  @IsOptional()
  @IsIn(CONNECTION_MODES)
  @ApiPropertyOptional({ enum: CONNECTION_MODES })
  connectionMode?: ConnectionMode;
}

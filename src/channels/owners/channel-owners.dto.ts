import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsIn, IsObject, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { type Channel, CHANNELS } from '#libs/channels.js';
import { dto } from '../../platform/http/dto.js';
import { Raw } from '../../platform/http/decorators.js';
import { CursorQueryDto } from '../../platform/paging/paging.dto.js';
import { Optional, QueryList } from '../../platform/validation/decorators.js';
import type { OwnedChannel } from './channel-owner.js';
import type { IdMap } from '../../platform/ids.js';

const ORDERS = ['_id', 'createdAt', 'updatedAt'] as const;
const MAX_CONTEXTS = 20;

/** Filters of a list of connections or endpoints. All must match. */
export class ListChannelsQueryDto extends CursorQueryDto {
  /** Field the list is ordered by. */
  @IsOptional()
  @IsIn(ORDERS)
  @ApiPropertyOptional({ enum: ORDERS })
  orderBy: (typeof ORDERS)[number] = '_id';

  /**
   * Only those of this subscriber.
   * @example ada
   */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  subscriberId?: string;

  /** Only those of integrations of this channel. */
  @IsOptional()
  @IsIn(CHANNELS)
  @ApiPropertyOptional({ enum: CHANNELS })
  channel?: Channel;

  /**
   * Only those of integrations of this provider.
   * @example slack
   */
  @IsOptional()
  @IsString()
  @MaxLength(64)
  providerId?: string;

  /**
   * Only those of this integration.
   * @example team-slack
   */
  @IsOptional()
  @IsString()
  @MaxLength(256)
  integrationIdentifier?: string;

  /** Only those of exactly these contexts, each `type:id`, in any order; an empty one stands for no context. */
  @QueryList()
  @ArrayMaxSize(MAX_CONTEXTS)
  contextKeys?: string[];
}

/** Fields that connections and endpoints have in common. */
export class OwnedChannelDto {
  /**
   * Its name, unique in the environment.
   * @example slack-acme
   */
  identifier: string;

  /** The channel of the integration. */
  @ApiProperty({ enum: CHANNELS, nullable: true })
  channel: Channel | null;

  /**
   * The provider of the integration.
   * @example slack
   */
  @ApiProperty({ type: String, nullable: true })
  providerId: string | null;

  /**
   * The integration; null when that was deleted.
   * @example team-slack
   */
  @ApiProperty({ type: String, nullable: true })
  integrationIdentifier: string | null;

  /**
   * Its owner; null where it is shared by all subscribers in the contexts.
   * @example ada
   */
  @ApiProperty({ type: String, nullable: true })
  subscriberId: string | null;

  /**
   * The contexts it is for, as `type:id`, sorted.
   * @example ["tenant:acme"]
   */
  contextKeys: string[];

  /**
   * When it was created, ISO 8601 in UTC.
   * @example 2026-02-03T04:05:06.789Z
   */
  createdAt: string;

  /**
   * When it was last changed, ISO 8601 in UTC.
   * @example 2026-02-03T04:05:06.789Z
   */
  updatedAt: string;
}

/** `identifiers` are those of integrations, by their ids. */
export function toOwnedChannelDto(
  channel: OwnedChannel,
  identifiers: IdMap<string>,
): Pick<OwnedChannelDto, keyof OwnedChannelDto> {
  return dto<Pick<OwnedChannelDto, keyof OwnedChannelDto>>({
    identifier: channel.identifier,
    channel: channel.channel,
    providerId: channel.providerId,
    integrationIdentifier: identifiers.get(channel.integrationId) ?? null,
    subscriberId: channel.externalSubscriberId ?? null,
    contextKeys: channel.contextKeys,
    createdAt: channel.createdAt,
    updatedAt: channel.updatedAt,
  });
}

/** The name of an integration, a connection or an endpoint; widgets put the id of the subscriber into it. */
export function IsIdentifier(): PropertyDecorator {
  return applyDecorators(
    IsString(),
    Matches(/^[\w.@:+-]+$/, {
      message: '$property must consist of letters, digits, dots, hyphens, underscores, colons, @ and +',
    }),
    MaxLength(256),
  );
}

/** Contexts by type, checked when they are read. */
export function IsContext(): PropertyDecorator {
  return applyDecorators(
    Optional({ nullable: false }),
    IsObject(),
    ApiPropertyOptional({ type: 'object', additionalProperties: true }),
    Raw(),
  );
}

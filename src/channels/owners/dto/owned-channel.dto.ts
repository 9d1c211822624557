import { ApiProperty } from '@nestjs/swagger';
import { INTEGRATION_CHANNELS, type IntegrationChannel } from '../../../integrations/integration.schema.js';
import type { OwnedChannel } from '../channel-owner.js';

/** What answers show of connections and endpoints alike. */
export class OwnedChannelDto {
  /**
   * Its name, unique in the environment.
   * @example slack-acme
   */
  identifier: string;

  /** The channel of the integration. */
  @ApiProperty({ enum: INTEGRATION_CHANNELS, nullable: true })
  channel: IntegrationChannel | null;

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
   * Whose it is; null where it is for everybody in the contexts.
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

/** `identifiers` are those of integrations, by hexadecimal id. */
export function toOwnedChannelDto(
  channel: OwnedChannel,
  identifiers: ReadonlyMap<string, string>,
): Pick<OwnedChannelDto, keyof OwnedChannelDto> {
  return {
    identifier: channel.identifier,
    channel: channel.channel,
    providerId: channel.providerId,
    integrationIdentifier: identifiers.get(channel.integrationId.toHexString()) ?? null,
    subscriberId: channel.externalSubscriberId ?? null,
    contextKeys: channel.contextKeys,
    createdAt: channel.createdAt.toISOString(),
    updatedAt: channel.updatedAt.toISOString(),
  };
}

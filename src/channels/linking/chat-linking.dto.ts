import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsString, Matches, MaxLength } from 'class-validator';
import { Optional } from '../../platform/validation/decorators.js';
import { IsSubscriberId } from '../../subscribers/subscriber-requests.dto.js';
import { CONNECTION_MODES, type ConnectionMode } from '../connections/channel-connection.schema.js';
import { IsContext, IsIdentifier } from '../owners/channel-owners.dto.js';

/** An address at the provider for a user. */
export class OAuthUrlDto {
  /**
   * The address at the provider. It works once and for five minutes.
   * @example https://slack.com/oauth/v2/authorize?client_id=…
   */
  url: string;
}

/** Address of a link. */
export class LinkMetadataDto {
  /**
   * The provider.
   * @example telegram
   */
  providerId: string;

  /** When the link stops working, ISO 8601 in UTC; five minutes from now where it is absent. */
  expiresAt?: string;

  /** The Telegram bot. */
  botUsername?: string;
}

/** An address at the provider for a subscriber. */
export class LinkEndpointAnswerDto {
  /**
   * The address at the provider. It works once and for five minutes.
   * @example https://t.me/acme_bot?start=…
   */
  url: string;

  /** About the link. */
  providerMetadata: LinkMetadataDto;
}

/** A link for a telephone. */
export class MobileLinkAnswerDto {
  /** Token in the link; it works once. */
  token: string;

  /**
   * The address to open, as it is or as a QR code.
   * @example https://t.me/acme_bot?start=…
   */
  url: string;

  /** When it stops working, ISO 8601 in UTC. */
  expiresAt: string;
}

/** Configuration of a bot. */
export class ConfiguredBotDto {
  /** Where Telegram posts messages to the bot. */
  webhookUrl: string;

  /** When that was configured, ISO 8601 in UTC. */
  configuredAt: string;

  /** The bot. */
  botUsername: string;
}

const MAX_SCOPES = 50;
const MODES = ['connect', 'link_user'] as const;

/** Names of permissions, as OAuth spells them. */
function IsScopes(): PropertyDecorator {
  return applyDecorators(
    Optional({ nullable: false }),
    IsArray(),
    ArrayMaxSize(MAX_SCOPES),
    IsString({ each: true }),
    Matches(/^[\w.:/-]{1,128}$/, { each: true, message: 'each of $property must be the name of a permission' }),
  );
}

/** An integration, and contexts. */
class InContextDto {
  /**
   * The chat integration.
   * @example team-slack
   */
  @IsIdentifier()
  integrationIdentifier: string;

  /**
   * The contexts it is for, by type: an id, or an object with an id and data. A context that is not there yet is created.
   * @example { "tenant": "acme" }
   */
  @IsContext()
  context?: Record<string, unknown>;

  /** For requests of browsers, which prove with it that the context is theirs; an API key proves more. */
  @Optional({ nullable: false })
  @IsString()
  @MaxLength(256)
  contextHash?: string;
}

/** The connection to be made. */
export class ConnectOAuthDto extends InContextDto {
  /**
   * Whose the connection will be.
   * @example ada
   */
  @Optional({ nullable: false })
  @IsSubscriberId()
  subscriberId?: string;

  /**
   * Name of the connection. Default: a random one.
   * @example slack-acme
   */
  @Optional({ nullable: false })
  @IsIdentifier()
  connectionIdentifier?: string;

  /**
   * Permissions of the bot. Default, at Slack: chat:write, chat:write.public, channels:read, groups:read, users:read and
   * users:read.email.
   * @example ["chat:write"]
   */
  @IsScopes()
  @ApiPropertyOptional({ type: [String], maxItems: MAX_SCOPES })
  scope?: string[];

  /** Whether it is a subscriber's, or shared by all subscribers in the contexts. */
  @Optional({ nullable: false })
  @IsIn(CONNECTION_MODES)
  @ApiPropertyOptional({ enum: CONNECTION_MODES })
  connectionMode: ConnectionMode = 'subscriber';

  /** Whether the user who connects is linked to the subscriber, too. Default: when the connection is a subscriber's. */
  @Optional({ nullable: false })
  @IsBoolean()
  autoLinkUser?: boolean;
}

/** The user to be linked. */
export class LinkUserOAuthDto extends InContextDto {
  /**
   * The subscriber.
   * @example ada
   */
  @IsSubscriberId()
  subscriberId: string;

  /**
   * The connection through which they will be reached.
   * @example slack-acme
   */
  @Optional({ nullable: false })
  @IsIdentifier()
  connectionIdentifier?: string;

  /**
   * Permissions to read their profile. Default, at Slack: identity.basic.
   * @example ["identity.basic"]
   */
  @IsScopes()
  @ApiPropertyOptional({ type: [String], maxItems: MAX_SCOPES })
  userScope?: string[];
}

/** The connection to be made, or the user to be linked. */
export class ChatOAuthDto extends ConnectOAuthDto {
  /** Whether a workspace is connected, or a subscriber linked. */
  @Optional({ nullable: false })
  @IsIn(MODES)
  @ApiPropertyOptional({ enum: MODES })
  mode: (typeof MODES)[number] = 'connect';

  /**
   * To link a subscriber: what may be known of them. Default, at Slack: identity.basic.
   * @example ["identity.basic"]
   */
  @IsScopes()
  @ApiPropertyOptional({ type: [String], maxItems: MAX_SCOPES })
  userScope?: string[];
}

/** The user to be linked. */
export class LinkEndpointDto extends InContextDto {
  /**
   * The subscriber.
   * @example ada
   */
  @IsSubscriberId()
  subscriberId: string;
}

/** The user to be linked by a telephone. */
export class MobileLinkDto {
  /**
   * The subscriber. Without one the link only opens the bot.
   * @example ada
   */
  @Optional({ nullable: false })
  @IsSubscriberId()
  subscriberId?: string;
}

/** Query with which a provider sends a user back. */
export class OAuthReturnQueryDto {
  /** State of the request that sent them there. */
  @IsString()
  @MaxLength(256)
  state: string;

  /** Code that is exchanged for the access that they have granted. */
  @Optional({ nullable: false })
  @IsString()
  @MaxLength(4096)
  code?: string;

  /** Why there is no code. */
  @Optional({ nullable: false })
  @IsString()
  @MaxLength(256)
  error?: string;
}

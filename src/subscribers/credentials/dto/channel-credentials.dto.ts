import { ArrayMaxSize, IsArray, IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { Optional } from '../../../platform/validation/optional.decorator.js';
import type { ChannelCredentials } from '../../subscriber.schema.js';

const MAX_TEXT_LENGTH = 2048;
const MAX_TOKEN_LENGTH = 4096;
/** More than any setting allows; keeps a hostile list from being looked at one by one. */
const MAX_TOKENS = 10_000;

/** What a chat or push provider needs to reach one person. Which fields count depends on the provider. */
export class ChannelCredentialsDto implements ChannelCredentials {
  /**
   * Address of an incoming webhook of a chat app.
   * @example https://chat.example.com/hooks/5f2d
   */
  @Optional({ nullable: false })
  @IsString()
  @MaxLength(MAX_TEXT_LENGTH)
  webhookUrl?: string;

  /**
   * Channel of a Mattermost server.
   * @example town-square
   */
  @Optional({ nullable: false })
  @IsString()
  @MaxLength(MAX_TEXT_LENGTH)
  channel?: string;

  /**
   * Tokens of the devices that get push notifications.
   * @example ["c2FtcGxlIHRva2Vu"]
   */
  @Optional({ nullable: false })
  @IsArray()
  @ArrayMaxSize(MAX_TOKENS)
  @IsString({ each: true })
  @IsNotEmpty({ each: true })
  @MaxLength(MAX_TOKEN_LENGTH, { each: true })
  deviceTokens?: string[];

  /** Id of the alert, of Grafana OnCall. */
  @Optional({ nullable: false })
  @IsString()
  @MaxLength(MAX_TEXT_LENGTH)
  alertUid?: string;

  /** Title of the alert, of Grafana OnCall. */
  @Optional({ nullable: false })
  @IsString()
  @MaxLength(MAX_TEXT_LENGTH)
  title?: string;

  /** Address of a picture, of Grafana OnCall. */
  @Optional({ nullable: false })
  @IsString()
  @MaxLength(MAX_TEXT_LENGTH)
  imageUrl?: string;

  /** State of the alert, of Grafana OnCall. */
  @Optional({ nullable: false })
  @IsString()
  @MaxLength(MAX_TEXT_LENGTH)
  state?: string;

  /** Address of a page about the alert, of Grafana OnCall. */
  @Optional({ nullable: false })
  @IsString()
  @MaxLength(MAX_TEXT_LENGTH)
  externalUrl?: string;
}

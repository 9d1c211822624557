import { ArrayMaxSize, IsArray, IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { MayBeAbsent } from '../../../platform/validation/may-be-absent.decorator.js';
import type { ChannelCredentials } from '../../subscriber.schema.js';

const LONGEST_TEXT = 2048;
const LONGEST_TOKEN = 4096;
/** More than any setting allows; keeps a hostile list from being looked at one by one. */
const MOST_TOKENS = 10_000;

/** What a chat or push provider needs to reach one person. Which fields count depends on the provider. */
export class ChannelCredentialsDto implements ChannelCredentials {
  /**
   * Address of an incoming webhook of a chat app.
   * @example https://chat.example.com/hooks/5f2d
   */
  @MayBeAbsent()
  @IsString()
  @MaxLength(LONGEST_TEXT)
  webhookUrl?: string;

  /**
   * Channel of a Mattermost server.
   * @example town-square
   */
  @MayBeAbsent()
  @IsString()
  @MaxLength(LONGEST_TEXT)
  channel?: string;

  /**
   * Tokens of the devices that get push notifications.
   * @example ["c2FtcGxlIHRva2Vu"]
   */
  @MayBeAbsent()
  @IsArray()
  @ArrayMaxSize(MOST_TOKENS)
  @IsString({ each: true })
  @IsNotEmpty({ each: true })
  @MaxLength(LONGEST_TOKEN, { each: true })
  deviceTokens?: string[];

  /** Id of the alert, of Grafana OnCall. */
  @MayBeAbsent()
  @IsString()
  @MaxLength(LONGEST_TEXT)
  alertUid?: string;

  /** Title of the alert, of Grafana OnCall. */
  @MayBeAbsent()
  @IsString()
  @MaxLength(LONGEST_TEXT)
  title?: string;

  /** Address of a picture, of Grafana OnCall. */
  @MayBeAbsent()
  @IsString()
  @MaxLength(LONGEST_TEXT)
  imageUrl?: string;

  /** State of the alert, of Grafana OnCall. */
  @MayBeAbsent()
  @IsString()
  @MaxLength(LONGEST_TEXT)
  state?: string;

  /** Address of a page about the alert, of Grafana OnCall. */
  @MayBeAbsent()
  @IsString()
  @MaxLength(LONGEST_TEXT)
  externalUrl?: string;
}

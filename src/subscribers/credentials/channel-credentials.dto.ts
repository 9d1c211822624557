import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsNotEmpty,
  IsObject,
  IsString,
  MaxLength,
  NotEquals,
  ValidateNested,
  validateSync,
} from 'class-validator';
import { CHAT_PROVIDERS, PUSH_PROVIDERS } from '../../integrations/catalogue.js';
import { dto } from '../../platform/http/dto.js';
import { type FieldViolations, ValidationException } from '../../platform/errors/validation.exception.js';
import { Optional } from '../../platform/validation/decorators.js';
import { readPlain } from '../../platform/validation/request.pipe.js';
import { isObject } from '../../platform/values/is-object.js';
import { MASK } from '../../platform/values/mask.js';
import { MAX_CHANNELS } from '../subscriber-limits.js';
import type { ChannelCredentials } from '../subscriber.schema.js';
import type { OpenChannel } from './credential-box.js';

/** Providers that need credentials of the subscriber: those of chat and push. */
const CREDENTIAL_PROVIDERS: readonly string[] = Object.keys({ ...CHAT_PROVIDERS, ...PUSH_PROVIDERS });

const MAX_TEXT_LENGTH = 2048;
const MAX_TOKEN_LENGTH = 4096;
/** More than any setting allows; keeps a hostile list from being looked at one by one. */
const MAX_TOKENS = 10_000;

const IS_MASK = '$property must be the value itself, not the mask that responses show';

/** What a chat or push provider needs to reach one person. Which fields count depends on the provider. */
export class ChannelCredentialsDto implements ChannelCredentials {
  /**
   * Address of an incoming webhook of a chat app.
   * @example https://chat.example.com/hooks/5f2d
   */
  @Optional({ nullable: false })
  @IsString()
  @MaxLength(MAX_TEXT_LENGTH)
  @NotEquals(MASK, { message: IS_MASK })
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
  @NotEquals(MASK, { each: true, message: IS_MASK })
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

  /** URL of an image, of Grafana OnCall. */
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

/** Credentials of a subscriber at one provider. */
export class ChannelInputDto {
  /**
   * The chat or push provider they are for.
   * @example fcm
   */
  @IsIn(CREDENTIAL_PROVIDERS)
  @ApiProperty({ enum: CREDENTIAL_PROVIDERS })
  providerId: string;

  /**
   * Identifier of the integration, where the environment has several of the provider. Without it the newest that is
   * active is meant.
   * @example fcm-android
   */
  @Optional({ nullable: false })
  @IsString()
  @IsNotEmpty()
  @MaxLength(512)
  integrationIdentifier?: string;

  /** The fields to set; those that are absent stay as they are. */
  @Optional({ nullable: false })
  @IsObject()
  @ValidateNested()
  @Type(() => ChannelCredentialsDto)
  credentials?: ChannelCredentialsDto;
}

/** A subscriber's credentials at one integration. */
export class SubscriberChannelDto {
  /**
   * The chat or push provider.
   * @example fcm
   */
  @ApiProperty({ enum: CREDENTIAL_PROVIDERS })
  providerId: string;

  /**
   * Identifier of the integration when the credentials were set.
   * @example fcm-android
   */
  integrationIdentifier?: string;

  /** What the provider needs to reach the subscriber: device tokens and addresses of webhooks only with `secrets:read`. */
  credentials: ChannelCredentialsDto;

  /**
   * Internal id of the integration.
   * @example 6925a1f0c0ffee0123456789
   */
  _integrationId: string;
}

export function toSubscriberChannelDto(channel: OpenChannel): SubscriberChannelDto {
  const { providerId, integrationIdentifier, credentials, integrationId } = channel;
  return dto<SubscriberChannelDto>({
    providerId,
    ...(integrationIdentifier !== undefined && { integrationIdentifier }),
    credentials,
    _integrationId: integrationId,
  });
}

/** For callers who may not see secrets: addresses to which anybody may post, and device tokens, are masked. */
export function masked(channel: OpenChannel): OpenChannel {
  const { webhookUrl, deviceTokens, ...others } = channel.credentials;
  return {
    ...channel,
    credentials: {
      ...others,
      ...(webhookUrl !== undefined && { webhookUrl: MASK }),
      ...(deviceTokens && { deviceTokens: deviceTokens.map(() => MASK) }),
    },
  };
}

/** Reads the credentials of a recipient in a trigger (behaviour R12). Throws a 422 that names what is wrong. */
export function readChannels(input: unknown, field: string): ChannelInputDto[] {
  if (!Array.isArray(input) || input.length > MAX_CHANNELS) {
    throw ValidationException.of(field, `channels must be a list of at most ${MAX_CHANNELS} credentials`);
  }
  return input.map((entry: unknown, index) => readChannel(entry, `${field}.${index}`));
}

function readChannel(entry: unknown, field: string): ChannelInputDto {
  if (!isObject(entry)) throw ValidationException.of(field, 'credentials must be an object with a providerId');
  const channel = readPlain(ChannelInputDto, entry);
  const problems = validateSync(channel, { whitelist: true });
  if (problems.length === 0) return channel;
  const { errors } = ValidationException.fromTree(problems);
  const named: FieldViolations = {};
  for (const [name, violation] of Object.entries(errors)) named[`${field}.${name}`] = violation;
  throw new ValidationException(named);
}

import { ApiProperty } from '@nestjs/swagger';
import type { OpenChannel } from '../credential-box.js';
import { CREDENTIAL_PROVIDERS } from '../provider-ids.js';
import { ChannelCredentialsDto } from './channel-credentials.dto.js';

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

  /** What the provider needs to reach the subscriber. */
  credentials: ChannelCredentialsDto;

  /**
   * Internal id of the integration.
   * @example 6925a1f0c0ffee0123456789
   */
  _integrationId: string;
}

export function toSubscriberChannelDto(channel: OpenChannel): SubscriberChannelDto {
  const { providerId, integrationIdentifier, credentials, integrationId } = channel;
  return {
    providerId,
    ...(integrationIdentifier !== undefined && { integrationIdentifier }),
    credentials,
    _integrationId: integrationId.toHexString(),
  };
}

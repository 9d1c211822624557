import { Injectable } from '@nestjs/common';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { ChannelOwnersService, type OwnerRequest } from '../owners/channel-owners.service.js';
import type { LinkEndpointAnswerDto } from './chat-linking.dto.js';
import { OAuthService } from './oauth.service.js';
import { TelegramService } from './telegram.service.js';

/** Makes the links with which subscribers link their account at a chat provider, whatever the provider. */
@Injectable()
export class EndpointLinks {
  constructor(
    private readonly owners: ChannelOwnersService,
    private readonly oauth: OAuthService,
    private readonly telegram: TelegramService,
  ) {}

  /** Throws 404 for an unknown integration or subscriber, 400 when the integration cannot link. */
  async linkFor(environment: EnvironmentRef, request: OwnerRequest): Promise<LinkEndpointAnswerDto> {
    const providerId = await this.owners.providerOf(environment, request.integrationIdentifier);
    if (providerId !== 'telegram') {
      const url = await this.oauth.urlFor(environment, request, { mode: 'link_user' });
      return { url, providerMetadata: { providerId } };
    }
    const { url, expiresAt, botUsername } = await this.telegram.linkFor(environment, request);
    return { url, providerMetadata: { providerId, expiresAt: expiresAt.toISOString(), botUsername } };
  }
}

import { Body, Controller, Delete, HttpCode, HttpStatus, Param, Patch, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../auth/access.guard.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import { type SubscriberDto, SubscriberResponses } from '../subscriber.dto.js';
import { CredentialsService } from './credentials.service.js';
import { ChannelInputDto } from './channel-credentials.dto.js';

@ApiTags('Subscribers')
@Access('subscribers')
@Controller('v1/subscribers/:subscriberId/credentials')
export class CredentialsController {
  constructor(
    private readonly credentials: CredentialsService,
    private readonly responses: SubscriberResponses,
  ) {}

  /**
   * Set provider credentials
   *
   * Sets what a chat or push provider needs to reach the subscriber. Device tokens replace those that are stored, and an
   * empty list clears them; fields that are absent stay as they are. At most 100 device tokens.
   */
  @Put()
  async replace(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @Body() input: ChannelInputDto,
  ): Promise<SubscriberDto> {
    return this.responses.one(environment, await this.credentials.set(environment, subscriberId, input, 'replace'));
  }

  /**
   * Add provider credentials
   *
   * Sets credentials as `PUT` does, except that device tokens are added to those that are stored, each once.
   */
  @Patch()
  async append(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @Body() input: ChannelInputDto,
  ): Promise<SubscriberDto> {
    return this.responses.one(environment, await this.credentials.set(environment, subscriberId, input, 'add'));
  }

  /**
   * Delete provider credentials
   *
   * Forgets the subscriber's credentials at all integrations of the provider. It does not matter whether there are any.
   */
  @Delete(':providerId')
  @HttpCode(HttpStatus.NO_CONTENT)
  async remove(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @Param('providerId') providerId: string,
  ): Promise<void> {
    await this.credentials.remove(environment, subscriberId, providerId);
  }
}

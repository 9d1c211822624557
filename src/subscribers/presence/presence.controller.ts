import { Body, Controller, Param, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../auth/access.guard.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import { type SubscriberDto, SubscriberResponses } from '../subscriber.dto.js';
import { SubscribersService } from '../subscribers.service.js';
import { isOnlineIn, OnlineStatusDto } from '../subscriber-requests.dto.js';

@ApiTags('Subscribers')
@Access('subscribers')
@Controller('v1/subscribers/:subscriberId/online-status')
export class PresenceController {
  constructor(
    private readonly subscribers: SubscribersService,
    private readonly responses: SubscriberResponses,
  ) {}

  /**
   * Update the online status
   *
   * Sets whether the subscriber is online. When a subscriber goes offline, `lastOnlineAt` becomes the current time. Step
   * conditions can use both.
   */
  @Patch()
  async update(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @Body() input: OnlineStatusDto,
  ): Promise<SubscriberDto> {
    return this.responses.one(
      environment,
      await this.subscribers.setOnline(environment, subscriberId, isOnlineIn(input)),
    );
  }
}

import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../auth/access.guard.js';
import { Bare } from '../../platform/http/decorators.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import { ListSubscriberSubscriptionsQueryDto } from './subscription-requests.dto.js';
import type { SubscriptionPageDto } from './subscriptions.dto.js';
import { SubscriptionViewsService } from './subscription-views.service.js';

@ApiTags('Topic subscriptions')
@Access('topics')
@Controller('v2/subscribers/:subscriberId/subscriptions')
export class SubscriberSubscriptionsController {
  constructor(private readonly views: SubscriptionViewsService) {}

  /**
   * List subscriptions of a subscriber
   *
   * A page of what the subscriber follows, newest first unless ordered otherwise. All filters must match.
   */
  @Get()
  @Bare()
  async list(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @Query() query: ListSubscriberSubscriptionsQueryDto,
  ): Promise<SubscriptionPageDto> {
    return this.views.ofSubscriber(environment, subscriberId, query);
  }
}

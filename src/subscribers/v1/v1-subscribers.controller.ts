import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../auth/access.guard.js';
import { Bare } from '../../platform/http/decorators.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import { CredentialsService } from '../credentials/credentials.service.js';
import { type SubscriberDto, SubscriberResponses } from '../subscriber.dto.js';
import { SubscribersService } from '../subscribers.service.js';
import {
  V1CreateSubscriberDto,
  V1SubscriberListQueryDto,
  type V1SubscriberPageDto,
  V1UpdateSubscriberDto,
} from './subscribers-v1.dto.js';

@ApiTags('Subscribers')
@Access('subscribers')
@Controller('v1/subscribers')
export class V1SubscribersController {
  constructor(
    private readonly subscribers: SubscribersService,
    private readonly credentials: CredentialsService,
    private readonly responses: SubscriberResponses,
  ) {}

  /**
   * List subscribers by page
   *
   * Newest first. For many pages use the search of `/v2/subscribers`, which is as quick on the last page as on the first.
   */
  @Get()
  @Bare()
  async list(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Query() { page, limit }: V1SubscriberListQueryDto,
  ): Promise<V1SubscriberPageDto> {
    const { rows, hasMore, totalCount } = await this.subscribers.list(environment, { page, limit });
    return {
      page,
      pageSize: limit,
      hasMore,
      totalCount,
      data: rows.map((one) => this.responses.one(environment, one)),
    };
  }

  /**
   * Create or update a subscriber, with credentials
   *
   * As in `/v2/subscribers`. Credentials in `channels` are added to those that are stored.
   */
  @Post()
  async create(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Body() input: V1CreateSubscriberDto,
  ): Promise<SubscriberDto> {
    const subscriber = await this.credentials.storeWith(environment, input.channels ?? [], () =>
      this.subscribers.createOrUpdate(environment, input, { failIfExists: false }),
    );
    return this.responses.one(environment, subscriber);
  }

  /**
   * Retrieve a subscriber
   *
   * By your own id of the person.
   */
  @Get(':subscriberId')
  async get(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
  ): Promise<SubscriberDto> {
    return this.responses.one(environment, await this.subscribers.findOrFail(environment, subscriberId));
  }

  /**
   * Update a subscriber, with credentials
   *
   * Changes the fields that are sent: null clears a field, an absent one is left as it is. Credentials in `channels` are
   * added to those that are stored.
   */
  @Put(':subscriberId')
  async update(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @Body() input: V1UpdateSubscriberDto,
  ): Promise<SubscriberDto> {
    const subscriber = await this.credentials.storeWith(environment, input.channels ?? [], () =>
      this.subscribers.update(environment, subscriberId, input),
    );
    return this.responses.one(environment, subscriber);
  }
}

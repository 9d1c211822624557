import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Bare } from '../../platform/http/decorators.js';
import { CurrentEnvironment } from '../../auth/current-environment.decorator.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import type { SubscriberDto } from '../subscriber.dto.js';
import { SubscriberResponses } from '../subscriber-responses.js';
import { SubscribersService } from '../subscribers.service.js';
import {
  V1CreateSubscriberDto,
  V1SubscriberListQueryDto,
  type V1SubscriberPageDto,
  V1UpdateSubscriberDto,
} from './subscribers-v1.dto.js';
import { V1SubscribersService } from './v1-subscribers.service.js';

@ApiTags('Subscribers')
@Controller('v1/subscribers')
export class V1SubscribersController {
  constructor(
    private readonly older: V1SubscribersService,
    private readonly subscribers: SubscribersService,
    private readonly answers: SubscriberResponses,
  ) {}

  /**
   * List subscribers by page
   *
   * Newest first. For many pages use the search of `/v2/subscribers`, which is as quick on the last page as on the first.
   */
  @Get()
  @Bare()
  list(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Query() query: V1SubscriberListQueryDto,
  ): Promise<V1SubscriberPageDto> {
    return this.older.list(environment, query);
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
    return this.answers.one(await this.older.createOrUpdate(environment, input));
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
    return this.answers.one(await this.subscribers.findOrFail(environment, subscriberId));
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
    return this.answers.one(await this.older.update(environment, subscriberId, input));
  }
}

import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiConflictResponse, ApiTags } from '@nestjs/swagger';
import { Access } from '../auth/access.guard.js';
import { Bare } from '../platform/http/decorators.js';
import { CurrentEnvironment, type EnvironmentRef } from '../auth/environment-ref.js';
import {
  CreateSubscriberDto,
  CreateSubscriberQueryDto,
  PatchSubscriberDto,
  SearchSubscribersQueryDto,
} from './subscriber-requests.dto.js';
import { SubscriberDto, type SubscriberPageDto, SubscriberResponses } from './subscriber.dto.js';
import { SubscribersService } from './subscribers.service.js';

@ApiTags('Subscribers')
@Access('subscribers')
@Controller('v2/subscribers')
export class SubscribersController {
  constructor(
    private readonly subscribers: SubscribersService,
    private readonly responses: SubscriberResponses,
  ) {}

  /**
   * Create or update a subscriber
   *
   * When the `subscriberId` is known, the fields that are sent are changed: null clears a field, an absent one is
   * left as it is. With `failIfExists=true` the response is 409 instead, and its body is the existing subscriber.
   */
  @Post()
  @ApiConflictResponse({ type: SubscriberDto, description: 'The id is taken; the body is the existing subscriber.' })
  async create(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Query() query: CreateSubscriberQueryDto,
    @Body() input: CreateSubscriberDto,
  ): Promise<SubscriberDto> {
    return this.responses.one(environment, await this.subscribers.createOrUpdate(environment, input, query));
  }

  /**
   * Search subscribers
   *
   * A page of the environment's subscribers. Filters look for a part of the text, and distinguish capital letters
   * unless `ignoreCase` is set. A subscriber must match all of them.
   */
  @Get()
  @Bare()
  async search(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Query() query: SearchSubscribersQueryDto,
  ): Promise<SubscriberPageDto> {
    return this.responses.page(environment, await this.subscribers.search(environment, query));
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
   * Update a subscriber
   *
   * Changes the fields that are sent: null clears a field, an absent one is left as it is. `data` is replaced as a whole.
   */
  @Patch(':subscriberId')
  async patch(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @Body() changes: PatchSubscriberDto,
  ): Promise<SubscriberDto> {
    return this.responses.one(environment, await this.subscribers.update(environment, subscriberId, changes));
  }
}

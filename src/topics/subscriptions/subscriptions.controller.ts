import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../auth/access.guard.js';
import { PersonalData } from '../../audit/audited.js';
import { Bare } from '../../platform/http/decorators.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import { Config } from '../../platform/config/config.js';
import { parseContext } from '../../contexts/trigger-context.js';
import { assertTopicKey } from '../topic-limits.js';
import { SubscribingService } from './subscribing.service.js';
import type {
  SubscribedDto,
  SubscriptionDetailsDto,
  SubscriptionDto,
  SubscriptionPageDto,
  UnsubscribedDto,
} from './subscriptions.dto.js';
import {
  CreateSubscriptionsDto,
  DeleteSubscriptionsDto,
  ListTopicSubscriptionsQueryDto,
  UpdateSubscriptionDto,
} from './subscription-requests.dto.js';
import { readName, readRequestedRemovals, readRequestedSubscriptions, readRules } from './read-requests.js';
import { SubscriptionViewsService } from './subscription-views.service.js';
import { SubscriptionsService } from './subscriptions.service.js';

@ApiTags('Topic subscriptions')
@Access('topics')
@PersonalData()
@Controller('v2/topics/:topicKey/subscriptions')
export class SubscriptionsController {
  constructor(
    private readonly subscribing: SubscribingService,
    private readonly subscriptions: SubscriptionsService,
    private readonly views: SubscriptionViewsService,
    private readonly config: Config,
  ) {}

  /**
   * Subscribe to a topic
   *
   * Makes up to 100 subscriptions. An unknown topic is created. A subscription that exists stays, and takes over the
   * name and the preferences that are sent. A subscriber may have 10 subscriptions of a topic. An entry that
   * fails is listed in `errors`, and the others are subscribed all the same.
   */
  @Post()
  @Bare()
  async create(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('topicKey') topicKey: string,
    @Body() request: CreateSubscriptionsDto,
  ): Promise<SubscribedDto> {
    assertTopicKey(topicKey);
    const subscribed = await this.subscribing.subscribe(environment, topicKey, {
      subscriptions: readRequestedSubscriptions(request),
      topicName: request.name,
      context: parseContext(request.context, this.config),
      rules: readRules(request.preferences),
    });
    return this.views.subscribed(environment, subscribed);
  }

  /**
   * List subscriptions of a topic
   *
   * A page of the topic's subscriptions, newest first unless ordered otherwise. All filters must match.
   */
  @Get()
  @Bare()
  async list(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('topicKey') topicKey: string,
    @Query() query: ListTopicSubscriptionsQueryDto,
  ): Promise<SubscriptionPageDto> {
    return this.views.ofTopic(environment, topicKey, query);
  }

  /** Retrieve a topic subscription */
  @Get(':identifier')
  async get(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('topicKey') topicKey: string,
    @Param('identifier') identifier: string,
  ): Promise<SubscriptionDetailsDto> {
    return this.views.details(environment, await this.subscriptions.findOrFail(environment, topicKey, identifier));
  }

  /**
   * Update a topic subscription
   *
   * Changes the name, replaces the preferences, or both.
   */
  @Patch(':identifier')
  async update(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('topicKey') topicKey: string,
    @Param('identifier') identifier: string,
    @Body() { name, preferences }: UpdateSubscriptionDto,
  ): Promise<SubscriptionDto> {
    const changes = {
      ...(name !== undefined && { name: readName(name, 'name') }),
      rules: readRules(preferences),
    };
    const updated = await this.subscriptions.update(environment, topicKey, identifier, changes);
    return this.views.one(environment, updated);
  }

  /**
   * Unsubscribe from a topic
   *
   * Removes the subscriptions that are named. An entry that names nothing is listed in `errors`, and the others are
   * removed all the same. The topic stays.
   */
  @Delete()
  @Bare()
  async delete(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('topicKey') topicKey: string,
    @Body() request: DeleteSubscriptionsDto,
  ): Promise<UnsubscribedDto> {
    const removals = readRequestedRemovals(request);
    const unsubscribed = await this.subscribing.unsubscribe(environment, topicKey, removals);
    return this.views.unsubscribed(environment, unsubscribed, removals.length);
  }
}

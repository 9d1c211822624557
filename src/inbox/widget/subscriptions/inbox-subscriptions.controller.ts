import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiForbiddenResponse, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ErrorDto } from '../../../platform/errors/error.dto.js';
import type { ConsentOrigin } from '../../../preferences/consents/consent.schema.js';
import { CurrentOrigin } from '../../../preferences/consents/consent-origin.js';
import { UpdateSubscriptionDto } from '../../../topics/subscriptions/subscription-requests.dto.js';
import { CurrentSession, ForSubscribers, type SubscriberSession } from '../sessions/session.guard.js';
import {
  CreateInboxSubscriptionDto,
  InboxSubscriptionDto,
  ShowSubscriptionQueryDto,
} from './inbox-subscriptions.dto.js';
import { InboxSubscriptions } from './inbox-subscriptions.service.js';

@ApiTags('Inbox widget')
@ForSubscribers()
@Controller('v1/inbox/topics/:topicKey/subscriptions')
export class InboxSubscriptionsController {
  constructor(private readonly subscriptions: InboxSubscriptions) {}

  /**
   * List own subscriptions of a topic
   *
   * What the session's subscriber follows of the topic in exactly the session's contexts, newest first.
   */
  @Get()
  list(
    @CurrentSession() session: SubscriberSession,
    @Param('topicKey') topicKey: string,
  ): Promise<InboxSubscriptionDto[]> {
    return this.subscriptions.list(session, topicKey);
  }

  /**
   * Subscribe to a topic
   *
   * Only where the topic is open to that (`selfSubscribe`); a closed topic and an unknown one are both 403. A
   * subscription that exists, also one that your server made, stays and takes over the name and the preferences that are
   * sent. A subscriber may have 10 subscriptions of a topic.
   */
  @Post()
  @ApiForbiddenResponse({ type: ErrorDto, description: 'The topic is not open to that, or there is none.' })
  create(
    @CurrentSession() session: SubscriberSession,
    @Param('topicKey') topicKey: string,
    @Body() request: CreateInboxSubscriptionDto,
    @CurrentOrigin() origin: ConsentOrigin,
  ): Promise<InboxSubscriptionDto> {
    return this.subscriptions.create(session, topicKey, request, origin);
  }

  /**
   * Retrieve an own subscription
   *
   * 204 when the session's subscriber has no such subscription.
   */
  @Get(':identifier')
  @ApiOkResponse({ type: InboxSubscriptionDto })
  @ApiNoContentResponse()
  async get(
    @CurrentSession() session: SubscriberSession,
    @Param('topicKey') topicKey: string,
    @Param('identifier') identifier: string,
    @Query() query: ShowSubscriptionQueryDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<InboxSubscriptionDto | undefined> {
    const found = await this.subscriptions.find(session, topicKey, identifier, query);
    if (!found) void reply.status(HttpStatus.NO_CONTENT);
    return found;
  }

  /**
   * Update an own subscription
   *
   * Changes the name, replaces the preferences, or both.
   */
  @Patch(':identifier')
  update(
    @CurrentSession() session: SubscriberSession,
    @Param('topicKey') topicKey: string,
    @Param('identifier') identifier: string,
    @Body() request: UpdateSubscriptionDto,
  ): Promise<InboxSubscriptionDto> {
    return this.subscriptions.update(session, topicKey, identifier, request);
  }

  /** Delete an own subscription */
  @Delete(':identifier')
  @HttpCode(HttpStatus.NO_CONTENT)
  remove(
    @CurrentSession() session: SubscriberSession,
    @Param('topicKey') topicKey: string,
    @Param('identifier') identifier: string,
    @CurrentOrigin() origin: ConsentOrigin,
  ): Promise<void> {
    return this.subscriptions.remove(session, topicKey, identifier, origin);
  }
}

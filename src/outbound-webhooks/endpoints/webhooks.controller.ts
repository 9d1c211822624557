import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Types } from 'mongoose';
import { Access, Requires } from '../../auth/access.guard.js';
import { ShowsSecret } from '../../audit/audited.js';
import { Bare } from '../../platform/http/decorators.js';
import { ObjectIdPipe } from '../../platform/ids.js';
import { CursorQueryDto } from '../../platform/paging/paging.dto.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import { CreateWebhookDto, UpdateWebhookDto } from '../webhook-requests.dto.js';
import {
  toEventTypeDtos,
  toWebhookDto,
  toWebhookPageDto,
  type WebhookDto,
  type WebhookEventTypeDto,
  type WebhookPageDto,
  type WebhookSecretDto,
} from '../webhooks.dto.js';
import { WebhookEndpoints } from './webhook-endpoints.service.js';

const IS_WEBHOOK = new ObjectIdPipe('Webhook');

@ApiTags('Webhooks')
@Access('webhooks')
@Controller('v1/webhooks')
export class WebhooksController {
  constructor(private readonly webhooks: WebhookEndpoints) {}

  /**
   * Create a webhook
   *
   * From now on events of the environment are sent to its address, signed with a secret of its own. The address must be
   * one of the public internet, unless the operator allows others.
   */
  @Post()
  async create(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Body() request: CreateWebhookDto,
  ): Promise<WebhookDto> {
    return toWebhookDto(await this.webhooks.create(environment, request));
  }

  /**
   * List webhooks
   *
   * A page of the environment's webhooks, newest first unless ordered otherwise.
   */
  @Get()
  @Bare()
  async list(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Query() query: CursorQueryDto,
  ): Promise<WebhookPageDto> {
    return toWebhookPageDto(await this.webhooks.list(environment, query));
  }

  /**
   * List event types
   *
   * All types of events that webhooks can subscribe to.
   */
  @Get('event-types')
  eventTypes(): WebhookEventTypeDto[] {
    return toEventTypeDtos();
  }

  /** Retrieve a webhook */
  @Get(':webhookId')
  async get(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('webhookId', IS_WEBHOOK) webhookId: Types.ObjectId,
  ): Promise<WebhookDto> {
    return toWebhookDto(await this.webhooks.findOrFail(environment, webhookId));
  }

  /**
   * Update a webhook
   *
   * Absent fields stay as they are. Disabling ends what is still to be delivered; it can be replayed later. Enabling, like
   * a new address, forgets failures so far.
   */
  @Patch(':webhookId')
  async update(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('webhookId', IS_WEBHOOK) webhookId: Types.ObjectId,
    @Body() request: UpdateWebhookDto,
  ): Promise<WebhookDto> {
    return toWebhookDto(await this.webhooks.update(environment, webhookId, request));
  }

  /**
   * Delete a webhook
   *
   * With everything that was, or was still to be, delivered to it.
   */
  @Delete(':webhookId')
  @HttpCode(HttpStatus.NO_CONTENT)
  async delete(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('webhookId', IS_WEBHOOK) webhookId: Types.ObjectId,
  ): Promise<void> {
    await this.webhooks.delete(environment, webhookId);
  }

  /**
   * Show the secret
   *
   * The one that requests are signed with; receivers check the signature with it.
   */
  @Get(':webhookId/secret')
  @ShowsSecret()
  @Requires('secrets:read')
  async showSecret(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('webhookId', IS_WEBHOOK) webhookId: Types.ObjectId,
  ): Promise<WebhookSecretDto> {
    return { secret: await this.webhooks.showSecret(environment, webhookId) };
  }

  /**
   * Rotate the secret
   *
   * Returns a new one. For 24 hours requests carry two signatures, of the new secret and of the one before, so that
   * receivers can change over without missing anything.
   */
  @Post(':webhookId/secret/rotate')
  @HttpCode(HttpStatus.OK)
  async rotateSecret(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('webhookId', IS_WEBHOOK) webhookId: Types.ObjectId,
  ): Promise<WebhookSecretDto> {
    return { secret: await this.webhooks.rotateSecret(environment, webhookId) };
  }
}

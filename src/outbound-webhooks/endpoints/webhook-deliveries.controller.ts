import { Body, Controller, Get, HttpCode, HttpStatus, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Types } from 'mongoose';
import { Access } from '../../auth/access.guard.js';
import { Bare } from '../../platform/http/decorators.js';
import { ObjectIdPipe } from '../../platform/ids.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import {
  type DeliveryDto,
  type DeliveryPageDto,
  type ReplayedDeliveriesDto,
  toDeliveryDto,
  toDeliveryPageDto,
} from '../webhooks.dto.js';
import { ListDeliveriesQueryDto, ReplayFailedDto } from '../webhook-requests.dto.js';
import { WebhookEndpoints } from './webhook-endpoints.service.js';
import { WebhookDeliveries } from '../recording/webhook-deliveries.service.js';

const IS_WEBHOOK = new ObjectIdPipe('Webhook');
const IS_DELIVERY = new ObjectIdPipe('Delivery');

@ApiTags('Webhooks')
@Access('webhooks')
@Controller('v1/webhooks/:webhookId')
export class WebhookDeliveriesController {
  constructor(
    private readonly webhooks: WebhookEndpoints,
    private readonly deliveries: WebhookDeliveries,
  ) {}

  /**
   * Send a test event
   *
   * Of the type `webhook.test`, whether or not the webhook asks for that. A webhook that is disabled is 409. The response
   * is the delivery, before its first attempt.
   */
  @Post('test')
  async test(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('webhookId', IS_WEBHOOK) webhookId: Types.ObjectId,
  ): Promise<DeliveryDto> {
    return toDeliveryDto(await this.deliveries.test(await this.webhooks.findOrFail(environment, webhookId)));
  }

  /**
   * List deliveries
   *
   * A page of what was sent, and is to be sent, to a webhook, newest first unless ordered otherwise.
   */
  @Get('deliveries')
  @Bare()
  async list(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('webhookId', IS_WEBHOOK) webhookId: Types.ObjectId,
    @Query() query: ListDeliveriesQueryDto,
  ): Promise<DeliveryPageDto> {
    const webhook = await this.webhooks.findOrFail(environment, webhookId);
    return toDeliveryPageDto(await this.deliveries.list(webhook, query));
  }

  /** Retrieve a delivery */
  @Get('deliveries/:deliveryId')
  async get(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('webhookId', IS_WEBHOOK) webhookId: Types.ObjectId,
    @Param('deliveryId', IS_DELIVERY) deliveryId: Types.ObjectId,
  ): Promise<DeliveryDto> {
    const webhook = await this.webhooks.findOrFail(environment, webhookId);
    return toDeliveryDto(await this.deliveries.findOrFail(webhook, deliveryId));
  }

  /**
   * Replay a delivery
   *
   * Sends it again immediately, whatever its status, with the same `webhook-id` and the full number of attempts. 409 when
   * the webhook is disabled, or while an attempt is being made.
   */
  @Post('deliveries/:deliveryId/replay')
  @HttpCode(HttpStatus.OK)
  async replay(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('webhookId', IS_WEBHOOK) webhookId: Types.ObjectId,
    @Param('deliveryId', IS_DELIVERY) deliveryId: Types.ObjectId,
  ): Promise<DeliveryDto> {
    const webhook = await this.webhooks.findOrFail(environment, webhookId);
    return toDeliveryDto(await this.deliveries.replay(webhook, deliveryId));
  }

  /**
   * Replay failed deliveries
   *
   * Sends everything again that was recorded since a time and has failed. 409 when the webhook is disabled.
   */
  @Post('deliveries/replay')
  @HttpCode(HttpStatus.OK)
  async replayFailed(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('webhookId', IS_WEBHOOK) webhookId: Types.ObjectId,
    @Body() { since }: ReplayFailedDto,
  ): Promise<ReplayedDeliveriesDto> {
    const webhook = await this.webhooks.findOrFail(environment, webhookId);
    return { replayed: await this.deliveries.replayFailed(webhook, new Date(since)) };
  }
}

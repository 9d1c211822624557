import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBadRequestResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access } from '../auth/access.guard.js';
import { CurrentEnvironment, type EnvironmentRef } from '../auth/environment-ref.js';
import { CountsAsTrigger, CountsEvents } from '../auth/request-limits.js';
import { ReadsEntries } from '../platform/http/bodies/json-body.js';
import { CallId, WhileClientWaits } from '../platform/http/decorators.js';
import { EventProgressService } from './list/event-progress.service.js';
import { type EventProgressDto, EventProgressQueryDto } from './list/events.dto.js';
import { REFUSED, type TriggerResultDto } from './accept/trigger-result.dto.js';
import { BroadcastEventDto, BulkTriggerEventDto, TriggerEventDto } from './accept/trigger.dto.js';
import { TriggersService } from './accept/triggers.service.js';

@ApiTags('Events')
@Access('events')
@Controller('v1/events/trigger')
export class EventsController {
  constructor(
    private readonly triggers: TriggersService,
    private readonly eventProgress: EventProgressService,
  ) {}

  /**
   * Trigger a workflow
   *
   * Notifies the subscribers and topics in `to`. **201 with `processed` means accepted, not sent**: the trigger is stored,
   * and will be carried out once for each recipient. The outcome for each recipient and step is the activity:
   * `GET /v1/notifications?transactionId=…`. Fields that no trigger has are named in `warnings`. Unknown subscribers are
   * created. A repeated `transactionId` is ignored and gets the response of the first, with the header
   * `Transaction-Replayed: true`. An unknown workflow is 422 with the message `workflow_not_found`, and a `hint` that
   * suggests the nearest.
   */
  @Post()
  @CountsAsTrigger()
  @ApiBadRequestResponse({ schema: REFUSED, description: 'The payload does not fit its schema.' })
  async trigger(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Body() trigger: TriggerEventDto,
    @CallId() callId: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TriggerResultDto> {
    const { result, replayed } = await this.triggers.trigger(environment, trigger, callId);
    if (replayed) reply.header('Transaction-Replayed', 'true');
    return result;
  }

  /**
   * Trigger in bulk
   *
   * 1 to 100 triggers in one request. There is one result per trigger, in the same order: one that is wrong has the
   * status `error` and does not affect the others. Of triggers with the same `transactionId` the first counts. Where triggers
   * are limited, each of them counts: if there is no room for all, the bulk is 429 and none is accepted.
   */
  @Post('bulk')
  @CountsEvents()
  @ReadsEntries()
  @ApiBadRequestResponse({ schema: REFUSED, description: 'There are no or too many events.' })
  triggerBulk(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Body() { events }: BulkTriggerEventDto,
    @CallId() callId: string | undefined,
  ): Promise<TriggerResultDto[]> {
    return this.triggers.triggerBulk(environment, events, callId);
  }

  /**
   * Trigger for all subscribers
   *
   * Notifies every subscriber the environment has when it starts, each once.
   */
  @Post('broadcast')
  @CountsAsTrigger()
  @ApiBadRequestResponse({ schema: REFUSED, description: 'The payload does not fit its schema.' })
  async broadcast(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Body() trigger: BroadcastEventDto,
    @CallId() callId: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TriggerResultDto> {
    const { result, replayed } = await this.triggers.broadcast(environment, trigger, callId);
    if (replayed) reply.header('Transaction-Replayed', 'true');
    return result;
  }

  /**
   * Retrieve progress
   *
   * How far the delivery of a trigger is: how many recipients have a run, and what these came to. With `wait` the response
   * comes when the delivery has ended. At most 50 requests of an environment wait at a time; further ones get the present
   * state at once.
   */
  @Get(':transactionId')
  progress(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('transactionId') transactionId: string,
    @Query() { wait }: EventProgressQueryDto,
    @WhileClientWaits() signal: AbortSignal,
  ): Promise<EventProgressDto> {
    return this.eventProgress.find(environment, transactionId, wait, signal);
  }
}

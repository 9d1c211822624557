import { Body, Controller, Get, HttpCode, HttpStatus, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PersonalData } from '../../../audit/audited.js';
import { Access } from '../../../auth/access.guard.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../../auth/environment-ref.js';
import { Bare, WhileClientWaits } from '../../../platform/http/decorators.js';
import { type EventEndedDto, WaitEventDto } from '../signals/wait-events.dto.js';
import { WaitEvents } from '../signals/wait-events.service.js';
import { WaitEndings } from './wait-endings.service.js';
import { type EndedWaitsDto, EndWaitsDto, ListWaitsQueryDto, type WaitPageDto } from './waits.dto.js';
import { WaitsService } from './waits.service.js';

@ApiTags('Waits')
@Access('events')
@PersonalData()
@Controller('v1/waits')
export class WaitsController {
  constructor(
    private readonly waits: WaitsService,
    private readonly endings: WaitEndings,
    private readonly events: WaitEvents,
  ) {}

  /**
   * List waiting notifications
   *
   * Notifications that wait for the end of a delay, a digest or quiet hours, for a status or an event, for another attempt, or
   * for their turn. The latest first. A page may be short, or empty, although it has a `next`: then few of many match.
   */
  @Get()
  @Bare()
  list(@CurrentEnvironment() environment: EnvironmentRef, @Query() query: ListWaitsQueryDto): Promise<WaitPageDto> {
    return this.waits.list(environment, query);
  }

  /**
   * Release waiting notifications
   *
   * They continue now: a delay or quiet hours are over, a `wait_until` has its timeout, a digest is closed and sent, a
   * message is tried again. Neither a cap nor quiet hours hold it again; preferences and rates of integrations still apply.
   * One request releases some thousands; while the response has a `next`, send it again with that as `after`.
   */
  @Post('release')
  @HttpCode(HttpStatus.OK)
  release(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Body() body: EndWaitsDto,
    @WhileClientWaits() signal: AbortSignal,
  ): Promise<EndedWaitsDto> {
    return this.endings.release(environment, body, signal);
  }

  /**
   * Send an event of your application
   *
   * Ends the waits of `wait_until` steps for an event of this name: those of a subscriber, of a trigger, or both. They continue
   * now, and later steps read the payload. An event counts for waits that have begun; one that names a trigger alone also
   * counts for waits of that trigger that begin later. A repeated event ends the waits that have begun since, so send an
   * `Idempotency-Key` where you may repeat it. One request ends at most 5,000 waits; while the response has `hasMore`, send it
   * again.
   */
  @Post('events')
  @HttpCode(HttpStatus.OK)
  event(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Body() body: WaitEventDto,
    @WhileClientWaits() signal: AbortSignal,
  ): Promise<EventEndedDto> {
    return this.events.receive(environment, body, signal);
  }

  /**
   * Cancel waiting notifications
   *
   * They do not continue; what they have sent stays sent. A digest is canceled with all its events. One request cancels
   * some thousands; while the response has a `next`, send it again with that as `after`.
   */
  @Post('cancel')
  @HttpCode(HttpStatus.OK)
  cancel(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Body() body: EndWaitsDto,
    @WhileClientWaits() signal: AbortSignal,
  ): Promise<EndedWaitsDto> {
    return this.endings.cancel(environment, body, signal);
  }
}

import { Body, Controller, Get, HttpCode, HttpStatus, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PersonalData } from '../../../audit/audited.js';
import { Access } from '../../../auth/access.guard.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../../auth/environment-ref.js';
import { Bare, WhileClientWaits } from '../../../platform/http/decorators.js';
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
  ) {}

  /**
   * List waiting notifications
   *
   * Notifications that wait for the end of a delay, a digest or quiet hours, for another attempt, or for their turn. The
   * latest first. A page may be short, or empty, although it has a `next`: then few of many match.
   */
  @Get()
  @Bare()
  list(@CurrentEnvironment() environment: EnvironmentRef, @Query() query: ListWaitsQueryDto): Promise<WaitPageDto> {
    return this.waits.list(environment, query);
  }

  /**
   * Release waiting notifications
   *
   * They continue now: a delay or quiet hours are over, a digest is closed and sent, a message is tried again. Neither a
   * cap nor quiet hours hold it again; preferences and rates of integrations still apply. One request releases some
   * thousands; while the response has a `next`, send it again with that as `after`.
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

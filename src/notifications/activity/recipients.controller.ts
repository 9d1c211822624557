import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../auth/access.guard.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import { Bare } from '../../platform/http/decorators.js';
import { ListRecipientsDto, type ReasonCountsDto, type RecipientPageDto } from './recipients.dto.js';
import { RecipientsService } from './recipients.service.js';

@ApiTags('Events')
@Access('notifications')
@Controller('v1/events')
export class RecipientsController {
  constructor(private readonly recipients: RecipientsService) {}

  /**
   * List recipients of a trigger
   *
   * Whom a trigger has found, each with its outcome and the reason, and how many there are of each outcome. `nothingSent` of
   * the event says why nobody was sent anything. A page with filters examines a limited number of recipients: it may have
   * fewer than `limit`, even none, and still have a `next`.
   */
  @Get(':transactionId/recipients')
  @Bare()
  list(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('transactionId') transactionId: string,
    @Query() query: ListRecipientsDto,
  ): Promise<RecipientPageDto> {
    return this.recipients.list(environment, transactionId, query);
  }

  /**
   * Count reasons of a trigger
   *
   * Of the newest 10,000 recipients of a trigger: for how many a step of which kind ended, or waits, for which reason. Each
   * recipient counts once for each of its steps.
   */
  @Get(':transactionId/reasons')
  countReasons(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('transactionId') transactionId: string,
  ): Promise<ReasonCountsDto> {
    return this.recipients.countReasons(environment, transactionId);
  }
}

import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../auth/access.guard.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import { Bare } from '../../platform/http/decorators.js';
import { type EventPageDto, ListEventsDto } from './events.dto.js';
import { EventListService } from './event-list.service.js';

@ApiTags('Events')
@Access('events')
@Controller('v1/events')
export class EventListController {
  constructor(private readonly events: EventListService) {}

  /**
   * List triggers
   *
   * The triggers of the environment, newest first: which workflow, how many recipients, their outcomes so far, and why nobody
   * was sent anything where that is so. A page with a filter by `status` examines a limited number of triggers: it may have
   * fewer than `limit`, even none, and still have a `next`.
   */
  @Get()
  @Bare()
  list(@CurrentEnvironment() environment: EnvironmentRef, @Query() query: ListEventsDto): Promise<EventPageDto> {
    return this.events.list(environment, query);
  }
}

import { Body, Controller, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CurrentEnvironment } from '../environments/current-environment.decorator.js';
import type { EnvironmentRef } from '../environments/environment-ref.js';
import { TriggerEventDto } from './dto/trigger-event.dto.js';
import type { TriggerResultDto } from './dto/trigger-result.dto.js';
import { EventsService } from './events.service.js';

@ApiTags('Events')
@Controller('v1/events')
export class EventsController {
  constructor(private readonly events: EventsService) {}

  /**
   * Trigger a workflow
   *
   * The only way to notify subscribers. 201 with `processed` means: stored, and delivered once to each recipient.
   * Unknown subscribers are created. A repeated `transactionId` is ignored and answered like the first, with the
   * header `Transaction-Replayed: true`. An unknown workflow is 422 with the message `workflow_not_found`.
   */
  @Post('trigger')
  async trigger(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Body() trigger: TriggerEventDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TriggerResultDto> {
    const { result, replayed } = await this.events.trigger(environment, trigger);
    if (replayed) reply.header('Transaction-Replayed', 'true');
    return result;
  }
}

import { Body, Controller, HttpCode, HttpStatus, Post, Query } from '@nestjs/common';
import { ApiBadRequestResponse, ApiTags } from '@nestjs/swagger';
import { Access, Requires } from '../../../auth/access.guard.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../../auth/environment-ref.js';
import { REFUSED } from '../../../events/accept/trigger-result.dto.js';
import { TriggerEventDto } from '../../../events/accept/trigger.dto.js';
import { SimulateQueryDto, type SimulationDto } from './simulation.dto.js';
import { SimulationService } from './simulation.service.js';

@ApiTags('Events')
@Access('events')
@Controller('v1/events')
export class SimulationController {
  constructor(private readonly simulation: SimulationService) {}

  /**
   * Simulate a trigger
   *
   * Shows what a trigger with this body would do for each subscriber it names: every step, how it would end and why, and the
   * rendered content. Nothing is stored or sent, and no other service is called but the application of a workflow in code,
   * for previews. Waits take no time: a `wait_until` has its timeout, or what it waits for with `waitsEnd=first`. Throttles
   * pass, and digests hold this one event. The workflow need not be active. Stored data of subscribers and contexts is used
   * when the caller may read it: `subscribers:read`, `contexts:read`. With `members` the first members of topics are
   * simulated, too, and those who would not be reached are listed: for callers with `subscribers:read` and `topics:read`.
   */
  @Post('simulate')
  @Requires('workflows:read')
  @HttpCode(HttpStatus.OK)
  @ApiBadRequestResponse({ schema: REFUSED, description: 'The payload does not fit its schema.' })
  simulate(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Body() trigger: TriggerEventDto,
    @Query() options: SimulateQueryDto,
  ): Promise<SimulationDto> {
    return this.simulation.simulate(environment, trigger, options);
  }
}

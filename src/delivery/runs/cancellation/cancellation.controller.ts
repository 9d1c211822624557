import { Controller, Delete, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../auth/access.guard.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../../auth/environment-ref.js';
import { WhileClientWaits } from '../../../platform/http/decorators.js';
import { CancellationService } from './cancellation.service.js';

@ApiTags('Events')
@Access('events')
@Controller('v1/events/trigger')
export class CancellationController {
  constructor(private readonly cancellation: CancellationService) {}

  /**
   * Cancel a trigger
   *
   * Stops what has not been sent: recipients that are still to be looked up, and notifications that wait for a delay or
   * a digest. The response is true when there was something to stop.
   */
  @Delete(':transactionId')
  cancel(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('transactionId') transactionId: string,
    @WhileClientWaits() signal: AbortSignal,
  ): Promise<boolean> {
    return this.cancellation.cancel(environment, transactionId, signal);
  }
}

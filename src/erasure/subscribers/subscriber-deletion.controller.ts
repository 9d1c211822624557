import { Controller, Delete, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../auth/access.guard.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import type { SubscriberRemovalDto } from './subscriber-removal.dto.js';
import { SubscriberDeletionsService } from './subscriber-deletions.service.js';

@ApiTags('Subscribers')
@Access('subscribers')
@Controller()
export class SubscriberDeletionController {
  constructor(private readonly deletions: SubscriberDeletionsService) {}

  /**
   * Delete a subscriber
   *
   * With everything that is stored of the person: messages, activity, preferences, topic subscriptions, waiting
   * messages, and the subscriber's data in triggers. A message that is being delivered at that moment is deleted a
   * little later.
   */
  @Delete('v2/subscribers/:subscriberId')
  async delete(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
  ): Promise<SubscriberRemovalDto> {
    const receipt = await this.deletions.delete(environment, subscriberId);
    return { acknowledged: true, status: 'deleted', receipt };
  }

  /**
   * Delete a subscriber, for older clients
   *
   * The same as in `/v2/subscribers`.
   */
  @Delete('v1/subscribers/:subscriberId')
  deleteV1(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
  ): Promise<SubscriberRemovalDto> {
    return this.delete(environment, subscriberId);
  }
}

import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../auth/access.guard.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import { Bare } from '../../platform/http/decorators.js';
import { PageQueryDto } from '../../platform/paging/paging.dto.js';
import { SubscribersService } from '../../subscribers/subscribers.service.js';
import { type ConsentPageDto, toConsentDto } from './consents.dto.js';
import { ConsentsService } from './consents.service.js';

@ApiTags('Subscriber preferences')
@Access('subscribers')
@Controller('v2/subscribers/:subscriberId/consents')
export class ConsentsController {
  constructor(
    private readonly subscribers: SubscribersService,
    private readonly consents: ConsentsService,
  ) {}

  /**
   * List the choices of a subscriber
   *
   * Each choice about what to receive: when it was made, from where, and on what words. The latest first. Entries are
   * never changed. They are part of an export of the subscriber, and are deleted with the subscriber.
   */
  @Get()
  @Bare()
  async list(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
    @Query() query: PageQueryDto,
  ): Promise<ConsentPageDto> {
    const { _id } = await this.subscribers.findOrFail(environment, subscriberId);
    const page = await this.consents.list(environment, _id, query);
    return { ...page, data: page.data.map(toConsentDto) };
  }
}

import { Controller, Delete, Get, HttpCode, HttpStatus, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Types } from 'mongoose';
import { Access } from '../auth/access.guard.js';
import { OpenToGuests } from '../auth/guests/guests.service.js';
import { Bare } from '../platform/http/decorators.js';
import { ObjectIdPipe } from '../platform/ids.js';
import { CurrentEnvironment, type EnvironmentRef } from '../auth/environment-ref.js';
import {
  ListOutboxQueryDto,
  OutboxFilterDto,
  type OutboxMessageDetailDto,
  type OutboxPageDto,
  toOutboxMessageDetailDto,
  toOutboxPageDto,
} from './outbox.dto.js';
import { OutboxService } from './outbox.service.js';

@ApiTags('Outbox')
@Access('notifications')
@Controller('v1/outbox')
export class OutboxController {
  constructor(private readonly outbox: OutboxService) {}

  /**
   * List the messages in the outbox
   *
   * Messages land here instead of leaving when their integration is one of the outbox (`novu-email`, `novu-sms`,
   * `outbox-push`, `outbox-chat`), or always, where the installation says so (`DELIVER_TO=outbox`). A page of those of
   * the environment, newest first, without their contents. On the embedded store, while Carillon listens to its own
   * machine alone, a browser that has opened the printed address needs no account for the operations of the outbox. It
   * names the environment with the header `Carillon-Environment`, as people do (`GET /v1/session/guest`).
   */
  @Get()
  @OpenToGuests()
  @Bare()
  async list(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Query() query: ListOutboxQueryDto,
  ): Promise<OutboxPageDto> {
    return toOutboxPageDto(await this.outbox.list(environment, query));
  }

  /**
   * Retrieve a message in the outbox
   *
   * With its content, as the provider would have been handed it.
   */
  @Get(':outboxMessageId')
  @OpenToGuests()
  async get(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('outboxMessageId', new ObjectIdPipe('Outbox message')) id: Types.ObjectId,
  ): Promise<OutboxMessageDetailDto> {
    return toOutboxMessageDetailDto(await this.outbox.findOrFail(environment, id));
  }

  /**
   * Empty the outbox
   *
   * Deletes the messages that match all filters; without filters, all messages of the environment. Their records
   * elsewhere stay.
   */
  @Delete()
  @OpenToGuests()
  @HttpCode(HttpStatus.NO_CONTENT)
  async clear(@CurrentEnvironment() environment: EnvironmentRef, @Query() filter: OutboxFilterDto): Promise<void> {
    await this.outbox.clear(environment, filter);
  }
}

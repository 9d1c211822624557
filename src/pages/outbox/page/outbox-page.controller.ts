import { Controller, Delete, Get, HttpCode, HttpStatus, Param, Query, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Types } from 'mongoose';
import { Bare } from '../../../platform/http/decorators.js';
import { ObjectIdPipe } from '../../../platform/ids.js';
import { Public } from '../../../auth/api-key.guard.js';
import { ActivityService } from '../../../notifications/activity/activity.service.js';
import type { ActivityNotificationDto } from '../../../notifications/activity/activity.dto.js';
import {
  ListOutboxQueryDto,
  OutboxFilterDto,
  type OutboxMessageDetailDto,
  type OutboxPageDto,
  toOutboxMessageDetailDto,
  toOutboxPageDto,
} from '../../../outbox/outbox.dto.js';
import { OutboxService } from '../../../outbox/outbox.service.js';
import { OutboxAccessGuard } from './outbox-access.guard.js';
import { PageEnvironments } from './page-environments.service.js';

/** What the page reads where it needs no API key; no part of the API. Elsewhere it calls `/v1/outbox`. */
@ApiExcludeController()
@Public()
@UseGuards(OutboxAccessGuard)
@Controller('outbox/environments/:outboxEnvironmentId')
export class OutboxPageController {
  constructor(
    private readonly outbox: OutboxService,
    private readonly activity: ActivityService,
    private readonly environments: PageEnvironments,
  ) {}

  /** List the messages of an environment */
  @Get()
  @Bare()
  async list(@Param('outboxEnvironmentId') id: string, @Query() query: ListOutboxQueryDto): Promise<OutboxPageDto> {
    return toOutboxPageDto(await this.outbox.list(await this.environments.findOrFail(id), query));
  }

  /** Retrieve a message */
  @Get(':outboxMessageId')
  async get(
    @Param('outboxEnvironmentId') id: string,
    @Param('outboxMessageId', new ObjectIdPipe('Outbox message')) messageId: Types.ObjectId,
  ): Promise<OutboxMessageDetailDto> {
    return toOutboxMessageDetailDto(await this.outbox.findOrFail(await this.environments.findOrFail(id), messageId));
  }

  /** Retrieve the run that a message comes from */
  @Get('notifications/:notificationId')
  async run(
    @Param('outboxEnvironmentId') id: string,
    @Param('notificationId', new ObjectIdPipe('Notification')) notificationId: Types.ObjectId,
  ): Promise<ActivityNotificationDto> {
    return this.activity.findOrFail(await this.environments.findOrFail(id), notificationId);
  }

  /** Delete messages of an environment */
  @Delete()
  @HttpCode(HttpStatus.NO_CONTENT)
  async clear(@Param('outboxEnvironmentId') id: string, @Query() filter: OutboxFilterDto): Promise<void> {
    await this.outbox.clear(await this.environments.findOrFail(id), filter);
  }
}

import {
  Controller,
  Delete,
  Get,
  HttpCode,
  HttpStatus,
  Injectable,
  NotFoundException,
  Param,
  Query,
  UseGuards,
} from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Model, Types } from 'mongoose';
import { Public } from '../../../auth/access.guard.js';
import type { EnvironmentRef } from '../../../auth/environment-ref.js';
import { Environment } from '../../../auth/environment.schema.js';
import type { ActivityNotificationDto } from '../../../notifications/activity/activity.dto.js';
import { ActivityService } from '../../../notifications/activity/activity.service.js';
import {
  ListOutboxQueryDto,
  OutboxFilterDto,
  type OutboxMessageDetailDto,
  type OutboxPageDto,
  toOutboxMessageDetailDto,
  toOutboxPageDto,
} from '../../../outbox/outbox.dto.js';
import { OutboxService } from '../../../outbox/outbox.service.js';
import { Bare } from '../../../platform/http/decorators.js';
import { ObjectIdPipe } from '../../../platform/ids.js';
import { OutboxAccessGuard } from './outbox-access.guard.js';

/** The environments whose messages the page shows without an API key. */
@Injectable()
export class PageEnvironments {
  constructor(@InjectModel(Environment.name) private readonly environments: Model<Environment>) {}

  /**
   * Returns all environments. The first is the one initially shown: the development environment that the first start
   * creates, if it still exists.
   */
  async list(): Promise<Pick<Environment, '_id' | 'name'>[]> {
    const all = await this.environments.find({}, { name: 1, type: 1 }).sort({ _id: 1 }).lean();
    return [...all.filter(({ type }) => type === 'dev'), ...all.filter(({ type }) => type !== 'dev')];
  }

  /** Throws 404 if there is none with this id. */
  async findOrFail(id: string): Promise<EnvironmentRef> {
    const found = Types.ObjectId.isValid(id)
      ? await this.environments.findById(id, { organizationId: 1 }).lean()
      : undefined;
    if (!found) throw new NotFoundException(`Environment '${id}' was not found`);
    return { id: found._id, organizationId: found.organizationId };
  }
}

/** The data of the page where it needs no API key; no part of the API. Elsewhere it calls `/v1/outbox`. */
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

import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Types } from 'mongoose';
import { Access } from '../../auth/access.guard.js';
import { Bare } from '../../platform/http/decorators.js';
import { ObjectIdPipe } from '../../platform/ids.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import { ActivityService } from './activity.service.js';
import type { ActivityNotificationDto, ActivityPageDto } from './activity.dto.js';
import { ListActivityDto } from './list-activity.dto.js';

@ApiTags('Activity')
@Access('notifications')
@Controller('v1/notifications')
export class ActivityController {
  constructor(private readonly activity: ActivityService) {}

  /**
   * List activity
   *
   * One entry per trigger and recipient, newest first: each step, how it ended, and why.
   */
  @Get()
  @Bare()
  list(@CurrentEnvironment() environment: EnvironmentRef, @Query() query: ListActivityDto): Promise<ActivityPageDto> {
    return this.activity.list(environment, query);
  }

  /**
   * Retrieve activity
   *
   * Outcome of one trigger for one recipient, step by step.
   */
  @Get(':notificationId')
  @ApiParam({ name: 'notificationId', type: String })
  get(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('notificationId', new ObjectIdPipe('Notification')) id: Types.ObjectId,
  ): Promise<ActivityNotificationDto> {
    return this.activity.findOrFail(environment, id);
  }
}

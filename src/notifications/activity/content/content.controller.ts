import { Controller, Get, NotFoundException, Param } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { Model, Types } from 'mongoose';
import { ShowsSecret } from '../../../audit/audited.js';
import { Requires } from '../../../auth/access.guard.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../../auth/environment-ref.js';
import { EventsService } from '../../../events/store/events.service.js';
import { ObjectIdPipe } from '../../../platform/ids.js';
import { Run } from '../run.schema.js';
import { type RunContentDto, toRunContentDto } from './content.dto.js';
import { MessageContents } from './message-contents.service.js';

@ApiTags('Activity')
@Controller('v1/notifications')
export class ContentController {
  constructor(
    @InjectModel(Run.name) private readonly runs: Model<Run>,
    private readonly contents: MessageContents,
    private readonly events: EventsService,
  ) {}

  /**
   * Retrieve the content of an activity
   *
   * What was sent for one trigger to one recipient, message by message, where the environment keeps it
   * (`contentRetentionDays`), and the whole payload of the trigger. Each response leaves an entry in the audit trail.
   */
  @Get(':notificationId/content')
  @Requires('content:read')
  @ShowsSecret('content:read')
  @ApiParam({ name: 'notificationId', type: String })
  async get(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('notificationId', new ObjectIdPipe('Notification')) id: Types.ObjectId,
  ): Promise<RunContentDto> {
    const run = await this.runs.findOne({ _id: id, environmentId: environment.id }, { steps: 1, eventId: 1 }).lean();
    if (!run) throw new NotFoundException(`Notification '${id}' was not found`);
    const ids = run.steps.flatMap(({ messageIds = [] }) => messageIds);
    const [retentionDays, found, events] = await Promise.all([
      this.contents.daysOf(environment),
      this.contents.find(environment, ids),
      this.events.findShown(environment, [run.eventId]),
    ]);
    return toRunContentDto(run, found, retentionDays, events.get(run.eventId)?.payload);
  }
}

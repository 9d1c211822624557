import { Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { findNumberedPage } from '../../platform/paging/offset-page.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { EventsService } from '../../events/events.service.js';
import { SubscribersService } from '../../subscribers/subscribers.service.js';
import { WorkflowsService } from '../../workflows/workflows.service.js';
import type { ActivityNotificationDto, ActivityPageDto } from './activity.dto.js';
import type { ListActivityDto } from './list-activity.dto.js';
import { MessageReportsService } from '../messages/message-reports.service.js';
import { ActivityFilters } from './activity-filters.service.js';
import { Run } from './run.schema.js';
import { toActivityNotificationDto } from './to-activity-dto.js';

/** Shows what happened: for every recipient of every trigger, each step and why it ended as it did. */
@Injectable()
export class ActivityService {
  constructor(
    @InjectModel(Run.name) private readonly runs: Model<Run>,
    private readonly subscribers: SubscribersService,
    private readonly workflows: WorkflowsService,
    private readonly events: EventsService,
    private readonly reports: MessageReportsService,
    private readonly filters: ActivityFilters,
  ) {}

  async list(environment: EnvironmentRef, { page, limit, ...filter }: ListActivityDto): Promise<ActivityPageDto> {
    const { rows, hasMore } = await findNumberedPage(this.runs, await this.filters.of(environment, filter), {
      page,
      limit,
    });
    return { data: await this.describe(environment, rows), hasMore, pageSize: limit, page };
  }

  async findOrFail(environment: EnvironmentRef, id: Types.ObjectId): Promise<ActivityNotificationDto> {
    const run = await this.runs.findOne({ _id: id, environmentId: environment.id }).lean();
    const [activity] = run ? await this.describe(environment, [run]) : [];
    if (!activity) throw new NotFoundException(`Notification '${id.toHexString()}' was not found`);
    return activity;
  }

  // Subscribers, workflows, events and reports of a page are read in one command each.
  private async describe(environment: EnvironmentRef, runs: Run[]): Promise<ActivityNotificationDto[]> {
    const [subscribers, workflows, events, reports] = await Promise.all([
      this.subscribers.findByIds(
        environment,
        runs.map(({ subscriberId }) => subscriberId),
      ),
      this.workflows.findByIds(
        environment,
        runs.map(({ workflowId }) => workflowId),
      ),
      this.events.findShown(
        environment,
        runs.map(({ eventId }) => eventId),
      ),
      this.reports.findReports(runs.flatMap(sentMessages)),
    ]);
    return runs.map((run) =>
      toActivityNotificationDto(run, {
        subscriber: subscribers.get(run.subscriberId.toHexString()),
        workflow: workflows.get(run.workflowId.toHexString()),
        event: events.get(run.eventId.toHexString()),
        reports,
      }),
    );
  }
}

/** Those that have left, so that a provider may have reported about them. */
function sentMessages({ steps }: Run): Types.ObjectId[] {
  return steps.flatMap(({ type, messageIds = [] }) => (type === 'in_app' ? [] : messageIds));
}

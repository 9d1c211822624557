import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { EnvironmentRef } from '../../../auth/environment-ref.js';
import { Run } from '../../../notifications/activity/run.schema.js';
import { runScan } from '../../../notifications/activity/run-filter.js';
import { parseId } from '../../../platform/ids.js';
import { type CursorPage, findScannedPage, type ScanFilter } from '../../../platform/paging/cursor-page.js';
import { SubscribersService } from '../../../subscribers/subscribers.service.js';
import { WorkflowsService } from '../../../workflows/workflows.service.js';
import { type EndWaitsDto, type ListWaitsQueryDto, toWaitDto, type WaitPageDto } from './waits.dto.js';

const NEWEST_FIRST = { orderBy: 'createdAt', orderDirection: 'DESC' } as const;

/** Which waits to find. */
export type WaitSearch = Omit<EndWaitsDto, 'after'>;

/** Where to read, and how many. */
type PagePart = Pick<ListWaitsQueryDto, 'after' | 'before' | 'limit'>;

/** Finds notifications that wait: for the end of a delay, a digest or quiet hours, or to be sent (behaviour WA1, WA2). */
@Injectable()
export class WaitsService {
  constructor(
    @InjectModel(Run.name) private readonly runs: Model<Run>,
    private readonly subscribers: SubscribersService,
    private readonly workflows: WorkflowsService,
  ) {}

  /** Newest first. */
  async list(environment: EnvironmentRef, query: ListWaitsQueryDto): Promise<WaitPageDto> {
    const { data, next, previous } = await this.find(await this.filterOf(environment, query), query);
    const [subscribers, workflows] = await Promise.all([
      this.subscribers.findByIds(
        environment,
        data.map(({ subscriberId }) => subscriberId),
      ),
      this.workflows.findByIds(
        environment,
        data.map(({ workflowId }) => workflowId),
      ),
    ]);
    return {
      data: data.map((run) =>
        toWaitDto(run, subscribers.get(run.subscriberId)?.subscriberId, workflows.get(run.workflowId)?.workflowId),
      ),
      next,
      previous,
    };
  }

  /** A page of runs that wait and match, newest first. A page may be short, or empty, and have a next one. */
  find(
    filter: ScanFilter<Run>,
    { after, before, limit }: PagePart,
  ): Promise<Pick<CursorPage<Run>, 'data' | 'next' | 'previous'>> {
    return findScannedPage(this.runs, filter, { ...NEWEST_FIRST, limit, after, before });
  }

  /** The filter for runs that wait and match. Unknown subscribers and workflows match nothing. */
  async filterOf(environment: EnvironmentRef, search: WaitSearch): Promise<ScanFilter<Run>> {
    const { transactionId, stepId, key, reason, notificationIds } = search;
    const { subscriberId, workflowId } = search;
    const [subscriberIds, workflowIds] = await Promise.all([
      subscriberId === undefined ? undefined : this.subscribers.findIds(environment, [subscriberId]),
      workflowId === undefined ? undefined : this.workflows.findIdsByReference(environment, [workflowId]),
    ]);
    const { indexed, rest } = runScan(environment, {
      status: ['waiting'],
      ...(transactionId !== undefined && { transactionId }),
      ...(subscriberIds && { subscriberIds }),
      ...(workflowIds && { workflowIds }),
      ...(reason && { reason: [reason] }),
    });
    // The step that waits is the only one that is delayed.
    const step = { status: 'delayed', ...(stepId !== undefined && { stepId }), ...(reason && { reason }) };
    return {
      indexed: {
        ...indexed,
        ...(notificationIds && { _id: { $in: notificationIds.flatMap((id) => parseId(id) ?? []) } }),
      },
      rest: {
        ...rest,
        wait: { $exists: true },
        ...(key !== undefined && { 'wait.key': key }),
        steps: { $elemMatch: step },
      },
    };
  }
}

import { Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { EventListService } from '../../events/list/event-list.service.js';
import { toEventProgressDto } from '../../events/list/events.dto.js';
import { findScannedPage } from '../../platform/paging/cursor-page.js';
import { SubscribersService } from '../../subscribers/subscribers.service.js';
import {
  type ListRecipientsDto,
  OUTCOME_OF,
  type ReasonCountDto,
  type ReasonCountsDto,
  type RecipientPageDto,
  toRecipientDto,
} from './recipients.dto.js';
import { runScan } from './run-filter.js';
import { Run } from './run.schema.js';
import { RUN_STATUSES } from './statuses.js';
import { stateOf } from './to-activity-dto.js';

const SHOWN_FIELDS = {
  subscriberId: 1,
  status: 1,
  'steps.status': 1,
  'steps.reason': 1,
  'steps.decidedBy': 1,
  createdAt: 1,
  updatedAt: 1,
} as const;

/** Recipients whose reasons are counted with one command. */
const MAX_COUNTED = 10_000;

/** Lists the recipients of a trigger by their outcomes. */
@Injectable()
export class RecipientsService {
  constructor(
    @InjectModel(Run.name) private readonly runs: Model<Run>,
    private readonly events: EventListService,
    private readonly subscribers: SubscribersService,
  ) {}

  async list(
    environment: EnvironmentRef,
    transactionId: string,
    { outcome, reason, limit, after, before }: ListRecipientsDto,
  ): Promise<RecipientPageDto> {
    const status = outcome && RUN_STATUSES.filter((one) => outcome.includes(OUTCOME_OF[one]));
    const [event, page] = await Promise.all([
      this.events.find(environment, transactionId),
      findScannedPage(
        this.runs,
        runScan(environment, { transactionId, status, reason }),
        { orderBy: 'createdAt', orderDirection: 'DESC', limit, after, before },
        { fields: SHOWN_FIELDS },
      ),
    ]);
    // The runs of an event may be kept longer than the event.
    if (!event && page.data.length === 0 && !(await this.hasRuns(environment, transactionId))) {
      throw unknown(transactionId);
    }
    const subscribers = await this.subscribers.findByIds(
      environment,
      page.data.map(({ subscriberId }) => subscriberId),
    );
    return {
      ...page,
      data: page.data.map((run) => toRecipientDto(run, subscribers.get(run.subscriberId)?.subscriberId)),
      event: event && toEventProgressDto(event),
    };
  }

  /** Counts the steps of the newest recipients by kind and reason. Throws 404 when there is no such trigger. */
  async countReasons(environment: EnvironmentRef, transactionId: string): Promise<ReasonCountsDto> {
    const runs = await this.runs
      .find({ environmentId: environment.id, transactionId })
      .select<Pick<Run, 'status' | 'steps'>>({ status: 1, 'steps.type': 1, 'steps.status': 1, 'steps.reason': 1 })
      .sort({ createdAt: -1, _id: -1 })
      .limit(MAX_COUNTED + 1)
      .lean();
    if (runs.length === 0 && !(await this.events.find(environment, transactionId))) {
      throw unknown(transactionId);
    }
    const counted = runs.slice(0, MAX_COUNTED);
    const counts = new Map<string, ReasonCountDto>();
    for (const run of counted) {
      for (const step of run.steps) {
        const { reason } = stateOf(run, step);
        if (reason === undefined) continue;
        const stepType = step.type;
        const key = `${stepType} ${reason}`;
        counts.set(key, { stepType, reason, count: (counts.get(key)?.count ?? 0) + 1 });
      }
    }
    const reasons = [...counts.values()].toSorted((a, b) => b.count - a.count);
    return { counted: counted.length, capped: runs.length > MAX_COUNTED, reasons };
  }

  private async hasRuns({ id: environmentId }: EnvironmentRef, transactionId: string): Promise<boolean> {
    return (await this.runs.exists({ environmentId, transactionId })) !== null;
  }
}

function unknown(transactionId: string): NotFoundException {
  return new NotFoundException(`Event '${transactionId}' was not found`);
}

import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter, Types } from 'mongoose';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { findScannedPage, type ScanFilter } from '../../platform/paging/cursor-page.js';
import { WorkflowsService } from '../../workflows/workflows.service.js';
import { Event } from '../store/event.schema.js';
import {
  type EventPageDto,
  type EventState,
  LISTED_FIELDS,
  type ListedEvent,
  type ListEventsDto,
  toEventDto,
} from './events.dto.js';

/** Lists triggers. */
@Injectable()
export class EventListService {
  constructor(
    @InjectModel(Event.name) private readonly events: Model<Event>,
    private readonly workflows: WorkflowsService,
  ) {}

  /** Returns the event with this transaction id as it is listed; undefined when there is none, or it has expired. */
  async find(
    { id: environmentId }: Pick<EnvironmentRef, 'id'>,
    transactionId: string,
  ): Promise<ListedEvent | undefined> {
    const found = this.events.findOne({ environmentId, transactionId }, LISTED_FIELDS).lean<ListedEvent>();
    return (await found) ?? undefined;
  }

  async list(environment: EnvironmentRef, query: ListEventsDto): Promise<EventPageDto> {
    const { workflowIds: references, transactionId, status, from, to, limit, after, before } = query;
    const workflowIds = references && (await this.workflows.findIdsByReference(environment, references));
    const page = await findScannedPage(
      this.events,
      eventFilter(environment, { transactionId, workflowIds, status, from, to }),
      { orderBy: 'createdAt', orderDirection: 'DESC', limit, after, before },
      { fields: LISTED_FIELDS },
    );
    const found: ListedEvent[] = page.data;
    const workflows = await this.workflows.findSummariesByReference(
      environment,
      found.map(({ workflowId }) => workflowId.toHexString()),
    );
    return { ...page, data: found.map((event) => toEventDto(event, workflows.get(event.workflowId.toHexString()))) };
  }
}

/** Which triggers to find. */
type EventSearch = Pick<ListEventsDto, 'transactionId' | 'status' | 'from' | 'to'> & { workflowIds?: Types.ObjectId[] };

/** The id, or the workflow, and the time are read from an index; the state is compared with the events found. */
export function eventFilter(
  { id: environmentId }: Pick<EnvironmentRef, 'id'>,
  { transactionId, workflowIds, status, from, to }: EventSearch,
): ScanFilter<Event> {
  return {
    indexed: {
      environmentId,
      ...(transactionId !== undefined && { transactionId }),
      ...(workflowIds && { workflowId: { $in: workflowIds } }),
      ...((from ?? to) !== undefined && {
        createdAt: { ...(from && { $gte: new Date(from) }), ...(to && { $lte: new Date(to) }) },
      }),
    },
    ...(status && { rest: { $or: status.map((state) => IN_STATE[state]) } }),
  };
}

const IN_STATE: Readonly<Record<EventState, QueryFilter<Event>>> = {
  expanding: { cancelledAt: { $exists: false }, 'expansion.done': false },
  expanded: { cancelledAt: { $exists: false }, 'expansion.done': true },
  cancelled: { cancelledAt: { $exists: true } },
};

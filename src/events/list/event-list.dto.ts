import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, IsIn, IsISO8601, IsOptional, IsString, MaxLength } from 'class-validator';
import { PageDto, PageQueryDto } from '../../platform/paging/paging.dto.js';
import { QueryList } from '../../platform/validation/decorators.js';
import type { WorkflowSummary } from '../../workflows/workflow.schema.js';
import type { Event } from '../store/event.schema.js';
import { EVENT_STATES, EventProgressDto, type EventState, type ShownEvent, toEventProgressDto } from './events.dto.js';

/** Which triggers to list. All filters narrow the list together. */
export class ListEventsDto extends PageQueryDto {
  /** Only the trigger with this id. */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  transactionId?: string;

  /** Only triggers of these workflows, by identifier, internal id or slug; at most 100. */
  @QueryList()
  @ArrayMaxSize(100)
  workflowIds?: string[];

  /** Only triggers in one of these states. */
  @QueryList()
  @IsIn(EVENT_STATES, { each: true })
  status?: EventState[];

  /** Only triggers accepted at or after this time, ISO 8601. */
  @IsOptional()
  @IsISO8601()
  from?: string;

  /** Only triggers accepted at or before this time, ISO 8601. */
  @IsOptional()
  @IsISO8601()
  to?: string;
}

/** The workflow of a trigger. */
export class EventWorkflowDto {
  /** Internal id. */
  _id: string;

  /** Identifier; absent when the workflow was deleted since. */
  workflowId?: string;

  /** Name; absent when the workflow was deleted since. */
  name?: string;
}

/** How many recipients the trigger named itself. */
export class NamedRecipientsDto {
  /** Subscribers. */
  subscribers: number;

  /** Topics. */
  topics: number;
}

/** One trigger, and the outcomes of its recipients so far. */
export class EventDto extends EventProgressDto {
  /** `single`: for the recipients it names; `broadcast`: for every subscriber. */
  @ApiProperty({ enum: ['single', 'broadcast'] })
  kind: Event['kind'];

  /** The workflow that was triggered. */
  workflow: EventWorkflowDto;

  /** Numbers of recipients that the trigger named; zeros for a broadcast. */
  to: NamedRecipientsDto;

  /** When the trigger is forgotten, and its id may be used again, ISO 8601 in UTC. */
  expiresAt: string;
}

/** A page of triggers, newest first. */
export class EventPageDto extends PageDto {
  /** The triggers. */
  data: EventDto[];
}

/** What of an event is read for a list: not its payload, nor whom it names. */
export const LISTED_FIELDS = {
  transactionId: 1,
  kind: 1,
  'trace.parent': 1,
  workflowId: 1,
  'recipients.kind': 1,
  'expansion.done': 1,
  counters: 1,
  problems: 1,
  cancelledAt: 1,
  createdAt: 1,
  expiresAt: 1,
} as const;

export type ListedEvent = ShownEvent & Pick<Event, '_id' | 'workflowId' | 'expiresAt'>;

export function toEventDto(event: ListedEvent, workflow: WorkflowSummary | undefined): EventDto {
  const topics = event.recipients.filter(({ kind }) => kind === 'topic').length;
  return Object.assign(toEventProgressDto(event), {
    kind: event.kind,
    workflow: { _id: event.workflowId.toHexString(), workflowId: workflow?.workflowId, name: workflow?.name },
    to: { subscribers: event.recipients.length - topics, topics },
    expiresAt: event.expiresAt.toISOString(),
  });
}

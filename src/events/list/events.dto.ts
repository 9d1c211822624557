import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsIn, IsISO8601, IsOptional, IsString, MaxLength } from 'class-validator';
import { PageDto, PageQueryDto } from '../../platform/paging/paging.dto.js';
import { traceIdOf } from '../../platform/tracing/trace-context.js';
import { QueryInt, QueryList } from '../../platform/validation/decorators.js';
import type { WorkflowSummary } from '../../workflows/workflow.schema.js';
import type { Event } from '../store/event.schema.js';
import type { EventProblem } from '../store/expansion.js';
import { type EndedEvent, NOTHING_SENT_REASONS, type NothingSent, nothingSent } from './nothing-sent.js';

const PROBLEM_CODES = [
  'payload_mismatch',
  'payload_redirect',
  'invalid_recipient',
  'unknown_topic',
  'subscription_condition_error',
  'workflow_deleted',
] as const;

/** Why recipients of the event were left out. */
export class EventProblemDto {
  /** Kind of problem. */
  @ApiProperty({ enum: PROBLEM_CODES })
  code: EventProblem['code'];

  /**
   * Description of the problem.
   * @example Topic 'orders' does not exist
   */
  detail: string;

  /** Key of the topic it is about. */
  topicKey?: string;

  /** Id of the subscriber it is about. */
  subscriberId?: string;
}

export function toEventProblemDto({ code, detail, topicKey, subscriberId }: EventProblem): EventProblemDto {
  return { code, detail, topicKey, subscriberId };
}

export const EVENT_STATES = ['expanding', 'expanded', 'cancelled'] as const;

export type EventState = (typeof EVENT_STATES)[number];

/** Options of a request for the progress. */
export class EventProgressQueryDto {
  /**
   * Maximum seconds that the response waits for the delivery to end: until every recipient was sent something, had a
   * step that failed, or was skipped. For scripts and tests, which would otherwise have to ask again and again.
   */
  @QueryInt({ min: 0, max: 30 })
  @ApiPropertyOptional()
  wait: number = 0;
}

/** Why nobody was sent anything. */
export class NothingSentDto {
  /** Kind of reason. */
  @ApiProperty({ enum: NOTHING_SENT_REASONS })
  reason: NothingSent['reason'];

  /**
   * Description of the reason.
   * @example The environment had no subscribers
   */
  detail: string;
}

/** Progress of the delivery of one trigger. */
export class EventProgressDto {
  /**
   * Transaction ID of the trigger.
   * @example order-4711-shipped
   */
  transactionId: string;

  /** True for a test of a workflow; otherwise absent. */
  isTest?: boolean;

  /** `expanding`: recipients are still being looked up; `expanded`: all of them have a run. */
  @ApiProperty({ enum: EVENT_STATES })
  state: EventState;

  /** Recipients that have a run so far. */
  expanded: number;

  /** The number of these that were sent something. */
  sent: number;

  /** The number that had a step that failed. */
  failed: number;

  /** The number that were sent nothing because every step was skipped. */
  skipped: number;

  /** The number for whom the trigger was merged into the digest of another one; absent for none. */
  merged?: number;

  /** The number whose run has not ended: they are being sent something, or wait. */
  waiting: number;

  /** Why nobody was sent anything; absent when somebody was, or may still be. */
  nothingSent?: NothingSentDto;

  /** Why recipients were left out, at most 100 reasons. */
  problems: EventProblemDto[];

  /** When the trigger was accepted, ISO 8601 in UTC. */
  createdAt: string;

  /** When it was cancelled, ISO 8601 in UTC. */
  cancelledAt?: string;

  /**
   * Id of its trace: that of the request, if it came with a `traceparent`, or one that was begun here. Absent when there is
   * none.
   * @example 4bf92f3577b34da6a3ce929d0e0e4736
   */
  traceId?: string;
}

/** The fields of an event that its progress shows. */
export type ShownEvent = EndedEvent & Pick<Event, 'transactionId' | 'test' | 'createdAt' | 'trace'>;

export function toEventProgressDto(event: ShownEvent): EventProgressDto {
  const { expanded, sent, failed, skipped, merged = 0 } = event.counters;
  return {
    transactionId: event.transactionId,
    ...(event.test && { isTest: true }),
    state: stateOf(event),
    expanded,
    sent,
    failed,
    skipped: skipped - merged,
    ...(merged > 0 && { merged }),
    waiting: Math.max(0, expanded - sent - failed - skipped),
    nothingSent: nothingSent(event),
    problems: (event.problems ?? []).map(toEventProblemDto),
    createdAt: event.createdAt.toISOString(),
    cancelledAt: event.cancelledAt?.toISOString(),
    traceId: traceIdOf(event.trace),
  };
}

/** Whether the delivery has ended: the run of every recipient has. */
export function hasEnded(event: Event): boolean {
  if (event.cancelledAt) return true;
  const { expanded, sent, failed, skipped } = event.counters;
  return event.expansion.done && sent + failed + skipped >= expanded;
}

function stateOf({ cancelledAt, expansion }: ShownEvent): EventState {
  if (cancelledAt) return 'cancelled';
  return expansion.done ? 'expanded' : 'expanding';
}

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
  test: 1,
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

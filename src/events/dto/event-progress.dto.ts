import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { QueryInt } from '../../platform/validation/query.decorators.js';
import type { Event } from '../event.schema.js';
import { EventProblemDto, toEventProblemDto } from './event-problem.dto.js';

export const EVENT_STATES = ['expanding', 'expanded', 'cancelled'] as const;

export type EventState = (typeof EVENT_STATES)[number];

/** How long a request for the progress may wait. */
export class EventProgressQueryDto {
  /**
   * Seconds the answer waits at most for the delivery to end: until every recipient was sent something, had a step that
   * failed, or was skipped. For scripts and tests, which would otherwise have to ask again and again.
   */
  @QueryInt({ min: 0, max: 30 })
  @ApiPropertyOptional()
  wait: number = 0;
}

/** How far the delivery of one trigger is. */
export class EventProgressDto {
  /**
   * Id of the trigger.
   * @example order-4711-shipped
   */
  transactionId: string;

  /** Whether recipients are still being looked up, all of them have a run, or the event was cancelled. */
  @ApiProperty({ enum: EVENT_STATES })
  state: EventState;

  /** Recipients that have a run so far. */
  expanded: number;

  /** Of these, how many were sent something. */
  sent: number;

  /** How many had a step that failed. */
  failed: number;

  /** How many were sent nothing because every step was skipped. */
  skipped: number;

  /** Why recipients were left out, at most 100 reasons. */
  problems: EventProblemDto[];

  /** When the trigger was accepted, ISO 8601 in UTC. */
  createdAt: string;

  /** When it was cancelled, ISO 8601 in UTC. */
  cancelledAt?: string;
}

export function toEventProgressDto(event: Event): EventProgressDto {
  const { expanded, sent, failed, skipped } = event.counters;
  return {
    transactionId: event.transactionId,
    state: stateOf(event),
    expanded,
    sent,
    failed,
    skipped,
    problems: (event.problems ?? []).map(toEventProblemDto),
    createdAt: event.createdAt.toISOString(),
    ...(event.cancelledAt && { cancelledAt: event.cancelledAt.toISOString() }),
  };
}

/** Whether nothing more happens: each recipient that was found has come to an end. */
export function hasEnded(event: Event): boolean {
  if (event.cancelledAt) return true;
  const { expanded, sent, failed, skipped } = event.counters;
  return event.expansion.done && sent + failed + skipped >= expanded;
}

function stateOf({ cancelledAt, expansion }: Event): EventState {
  if (cancelledAt) return 'cancelled';
  return expansion.done ? 'expanded' : 'expanding';
}

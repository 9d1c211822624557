import { ApiProperty } from '@nestjs/swagger';
import type { Event } from '../event.schema.js';
import type { EventProblem } from '../expansion/event-problem.js';

export const EVENT_STATES = ['expanding', 'expanded', 'cancelled'] as const;

export type EventState = (typeof EVENT_STATES)[number];

const PROBLEM_CODES = ['unknown_topic', 'subscription_condition_error', 'workflow_deleted'] as const;

/** Why recipients of the event were left out. */
export class EventProblemDto {
  /** What kind of problem it is. */
  @ApiProperty({ enum: PROBLEM_CODES })
  code: EventProblem['code'];

  /**
   * The problem in words.
   * @example Topic 'orders' does not exist
   */
  detail: string;

  /** Key of the topic it is about. */
  topicKey?: string;

  /** Id of the subscriber it is about. */
  subscriberId?: string;
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
    problems: (event.problems ?? []).map(({ code, detail, topicKey, subscriberId }) => ({
      code,
      detail,
      ...(topicKey !== undefined && { topicKey }),
      ...(subscriberId !== undefined && { subscriberId }),
    })),
    createdAt: event.createdAt.toISOString(),
    ...(event.cancelledAt && { cancelledAt: event.cancelledAt.toISOString() }),
  };
}

function stateOf({ cancelledAt, expansion }: Event): EventState {
  if (cancelledAt) return 'cancelled';
  return expansion.done ? 'expanded' : 'expanding';
}

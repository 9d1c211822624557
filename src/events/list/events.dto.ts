import { ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { ErrorDto } from '../../platform/errors/error.dto.js';
import { traceIdOf } from '../../platform/tracing/trace-context.js';
import { QueryInt } from '../../platform/validation/decorators.js';
import type { Event } from '../store/event.schema.js';
import type { EventProblem } from '../store/expansion.js';
import { type EndedEvent, NOTHING_SENT_REASONS, type NothingSent, nothingSent } from './nothing-sent.js';

const PROBLEM_CODES = ['unknown_topic', 'subscription_condition_error', 'workflow_deleted'] as const;

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
   * Id of the trigger.
   * @example order-4711-shipped
   */
  transactionId: string;

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
export type ShownEvent = EndedEvent & Pick<Event, 'transactionId' | 'createdAt' | 'trace'>;

export function toEventProgressDto(event: ShownEvent): EventProgressDto {
  const { expanded, sent, failed, skipped } = event.counters;
  return {
    transactionId: event.transactionId,
    state: stateOf(event),
    expanded,
    sent,
    failed,
    skipped,
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

/** One rule that was broken. */
export class PayloadViolationDto {
  /**
   * Path of the member; empty for the payload itself.
   * @example order.items.0.price
   */
  field: string;

  /**
   * The rule.
   * @example must be number
   */
  message: string;

  /** The value that was sent, when it is short and simple. */
  @ApiPropertyOptional({ oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] })
  value?: string | number | boolean;

  /**
   * Place of the rule in the schema.
   * @example #/properties/order/properties/items/items/properties/price/type
   */
  schemaPath?: string;
}

/** Body of a 400 of the trigger routes. */
export class PayloadValidationErrorDto extends ErrorDto {
  /**
   * Always the same.
   * @example PAYLOAD_VALIDATION_ERROR
   */
  type: string;

  /** Every rule that was broken, at most 100. */
  errors: PayloadViolationDto[];
}

/** The two bodies of a 400 of the trigger routes: the second when the request cannot even be read. */
export const REFUSED = {
  anyOf: [{ $ref: getSchemaPath(PayloadValidationErrorDto) }, { $ref: getSchemaPath(ErrorDto) }],
};

export const TRIGGER_STATUSES = [
  'processed',
  'trigger_not_active',
  'no_workflow_steps_defined',
  'no_workflow_active_steps_defined',
  'no_tenant_found',
  'invalid_recipients',
  'error',
] as const;

export type TriggerStatus = (typeof TRIGGER_STATUSES)[number];

/** Result of a trigger. */
export class TriggerResultDto {
  /** The request was understood. */
  acknowledged: boolean;

  /**
   * `processed`: accepted, **not yet sent**: the trigger is stored and will be carried out once for each recipient; the
   * activity shows whether it was delivered. Any other status is the reason why nothing will be sent.
   */
  @ApiProperty({ enum: TRIGGER_STATUSES })
  status: TriggerStatus;

  /**
   * Id of the trigger, given or generated; present when it was processed.
   * @example order-4711-shipped
   */
  transactionId?: string;

  /** Problems, when the status is `error`; only in the results of a bulk. */
  error?: string[];

  /** Fields of the request that no trigger has, or that have no effect here; absent when there are none. */
  warnings?: string[];

  /**
   * How to solve it, where `error` alone does not say so; only in the results of a bulk.
   * @example There is no workflow 'welcom' in this environment. Did you mean 'welcome'?
   */
  hint?: string;
}

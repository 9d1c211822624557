import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { EventProblemDto } from '../../events/list/events.dto.js';
import { SEVERITIES, type Severity } from '../../workflows/workflow.schema.js';
import { SendAttemptDto, SmsSizeDto } from './send-attempt.dto.js';
import { RUN_STATUSES, STEP_STATUSES } from './statuses.js';
import { STEP_REASONS, type StepReason } from './step-reasons.js';

/** A value that a decision has read. */
export class CauseValueDto {
  /**
   * Name of the value: a path in the data, a template, or a value of a preference, the hours or a throttle.
   * @example payload.amount
   */
  name: string;

  /** Its value; long texts are cut, lists and objects are named, secrets are masked. Null: missing. */
  @ApiProperty({
    oneOf: [{ type: 'string', nullable: true }, { type: 'number' }, { type: 'boolean' }],
    example: 7,
  })
  value: string | number | boolean | null;
}

/** The reason for a decision. Short, because it is kept with every run: at most eight values. */
export class StepCauseDto {
  /** Of a condition: the part that decided, as it was written, cut to 200 characters. */
  @ApiPropertyOptional({ type: String, example: '{">":[{"var":"payload.amount"},100]}' })
  rule?: string;

  /** Values that it has read. */
  @ApiProperty({ type: [CauseValueDto] })
  values: CauseValueDto[];
}

const DETAIL_STATUSES = ['Success', 'Warning', 'Failed', 'Pending', 'Queued', 'ReadConfirmation'] as const;
const DIGEST_TYPES = ['regular', 'backoff', 'timed'] as const;

/** One line of a step's history. */
export class ExecutionDetailDto {
  /** Id of the line. */
  _id: string;
  /** When it happened, ISO 8601. */
  createdAt: string;
  /** Its result. */
  @ApiProperty({ enum: DETAIL_STATUSES })
  status: string;
  /**
   * Description of the line.
   * @example Message created
   */
  detail: string;
  /** It happened in a repeated attempt. */
  isRetry: boolean;
  /** It happened in a test. */
  isTest: boolean;
  /** Particulars as text, such as the message of a template error. */
  @ApiProperty({ type: String, nullable: true })
  raw: string | null;
  /** Where it comes from. */
  @ApiProperty({ enum: ['Credentials', 'Internal', 'Payload', 'Webhook'] })
  source: string;
}

/** The step of the workflow that was executed. */
export class ActivityStepDto {
  /** Internal id of the step. */
  _id: string;
  /** The step was active. */
  active: boolean;
  /** Older conditions of the step. */
  @ApiProperty({ type: 'array', items: { type: 'object' } })
  filters: object[];
  /** Internal id of the step's template. */
  _templateId: string;
  /** Name of the step. */
  name: string;
}

/** How a digest step gathers events. */
export class ActivityDigestDto {
  /** By a window of fixed length, the same with a look-back, or by the calendar. */
  @ApiProperty({ enum: DIGEST_TYPES })
  type: string;
  /** Length of a window, in units. */
  amount?: number;
  /** Unit of the amount. */
  unit?: string;
  /** Path in the payload by which events are grouped. */
  digestKey?: string;
}

/** A topic through which the recipient was reached. */
export class ActivityTopicDto {
  /** Internal id of the topic. */
  _topicId: string;
  /** Key of the topic. */
  topicKey: string;
}

/** Outcome of one step for this recipient. */
export class ActivityJobDto {
  /** Id of the job. */
  _id: string;
  /**
   * Kind of step.
   * @example in_app
   */
  type: string;
  /** State of the step. */
  @ApiProperty({ enum: STEP_STATUSES })
  status: string;
  /** Why it ended so, or what it waits for; left out while it is pending. */
  @ApiPropertyOptional({ enum: STEP_REASONS })
  reason?: StepReason;
  /**
   * Cause of the outcome: the layer of a preference, or the place in the step's condition.
   * @example subscriberGlobal
   */
  decidedBy?: string;
  /** Why it decided so: the part of a condition, and what was looked at. */
  cause?: StepCauseDto;
  /** Of a digest step. */
  digest?: ActivityDigestDto;
  /** How often a wait was extended because it ended outside the subscriber's hours. */
  scheduleExtensionsCount?: number;
  /** Provider that sent it; steps without one carry the in-app id. */
  providerId: string;
  /** The step's history, oldest first. */
  @ApiProperty({ type: [ExecutionDetailDto] })
  executionDetails: ExecutionDetailDto[];
  /** Each time that a message of the step was handed to a provider, and its response, oldest first. */
  @ApiPropertyOptional({ type: [SendAttemptDto] })
  attempts?: SendAttemptDto[];
  /** Size of its text message; absent for other steps, and until it is sent. */
  sms?: SmsSizeDto;
  /** When it began, ISO 8601; absent until then. */
  startedAt?: string;
  /** When it ended, ISO 8601; absent until then. */
  endedAt?: string;
  /** When its wait ends, or the next attempt is made, ISO 8601; absent when it does not wait. */
  waitsUntil?: string;
  /** The step of the workflow. */
  step: ActivityStepDto;
  /** When it last changed, ISO 8601. */
  updatedAt: string;
}

/** The recipient. */
export class ActivitySubscriberDto {
  /** Internal id. */
  _id: string;
  /** The caller's own id of the subscriber. */
  subscriberId: string;
  /** First name. */
  firstName?: string;
  /** Last name. */
  lastName?: string;
  /** Email address. */
  email?: string;
  /** Phone number. */
  phone?: string;
}

/** How the workflow is triggered. */
export class ActivityTriggerDto {
  /** Kind of trigger. */
  @ApiProperty({ enum: ['event'] })
  type: string;
  /** Identifier of the workflow. */
  identifier: string;
  /** Variables the workflow declares. */
  @ApiProperty({ type: 'array', items: { type: 'object' } })
  variables: object[];
}

/** The workflow that ran. */
export class ActivityTemplateDto {
  /** Internal id. */
  _id: string;
  /** Name. */
  name: string;
  /** How it is triggered. */
  @ApiProperty({ type: [ActivityTriggerDto] })
  triggers: ActivityTriggerDto[];
}

/** Outcome of one trigger for one recipient, step by step. */
export class ActivityNotificationDto {
  /** Id of the run. */
  _id: string;
  /** Environment. */
  _environmentId: string;
  /** Organization. */
  _organizationId: string;
  /** Internal id of the subscriber. */
  _subscriberId: string;
  /** Transaction ID of the trigger. */
  transactionId: string;
  /**
   * Id of the trace of the trigger: that of its request, if it came with a `traceparent`, or one that was begun here. Left out
   * when there is none, or the trigger has expired.
   * @example 4bf92f3577b34da6a3ce929d0e0e4736
   */
  traceId?: string;
  /** State of the whole run. */
  @ApiProperty({ enum: RUN_STATUSES })
  status: string;
  /** The entry whose digest this event is part of. */
  _digestedNotificationId?: string;
  /** Internal id of the workflow. */
  _templateId: string;
  /** When it was made, ISO 8601. */
  createdAt: string;
  /** When it last changed, ISO 8601. */
  updatedAt: string;
  /** When the trigger was accepted, ISO 8601; left out when the trigger has expired. */
  acceptedAt?: string;
  /** When the first step began, ISO 8601. */
  startedAt: string;
  /** When the run ended, ISO 8601; left out until then. */
  endedAt?: string;
  /** Milliseconds from the acceptance of the trigger to `startedAt`: the time in the queue. */
  queueDelayMs?: number;
  /** Kinds of the steps that ran. */
  channels: string[];
  /** The recipient; left out when deleted since. */
  subscriber?: ActivitySubscriberDto;
  /** The workflow; left out when deleted since. */
  template?: ActivityTemplateDto;
  /** One entry per step, in order. */
  @ApiProperty({ type: [ActivityJobDto] })
  jobs: ActivityJobDto[];
  /** Payload of the trigger; `••••••••` in place of members that its schema marks as `writeOnly` or the environment masks. */
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  payload?: Record<string, unknown>;
  /** Topics through which the recipient was reached; left out when named directly. */
  @ApiPropertyOptional({ type: [ActivityTopicDto] })
  topics?: ActivityTopicDto[];
  /** Tags of the workflow. */
  tags: string[];
  /** Severity. */
  @ApiProperty({ enum: SEVERITIES })
  severity: Severity;
  /** The workflow was critical. */
  critical: boolean;
  /** It was a test; left out when it was not. */
  isTest?: boolean;
  /** Context of the trigger, each `type:id`. */
  contextKeys: string[];
  /**
   * Other recipients of the same trigger that were left out by mistake, such as the members of a topic that does not
   * exist; left out when there are none.
   */
  @ApiPropertyOptional({ type: [EventProblemDto] })
  problems?: EventProblemDto[];
}

/** A page of runs, newest first. */
export class ActivityPageDto {
  /** The runs. */
  @ApiProperty({ type: [ActivityNotificationDto] })
  data: ActivityNotificationDto[];
  /** There are more pages. */
  hasMore: boolean;
  /** Runs per page. */
  pageSize: number;
  /** Number of this page, from 0; with `paging=cursor` always 0. */
  page: number;
  /**
   * With `paging=cursor`: cursor of the next page, to be sent as `after`; null on the last page. Of several filters that find
   * few runs together, a page may have fewer runs than `limit`, even none, and still not be the last.
   */
  @ApiPropertyOptional({ type: String, nullable: true })
  next?: string | null;
  /** With `paging=cursor`: cursor of the previous page, to be sent as `before`; null on the first page. */
  @ApiPropertyOptional({ type: String, nullable: true })
  previous?: string | null;
}

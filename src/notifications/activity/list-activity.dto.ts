import { ArrayMaxSize, IsIn, IsISO8601, IsOptional, IsString, MaxLength } from 'class-validator';
import { QueryInt, QueryList } from '../../platform/validation/decorators.js';
import { SEVERITIES, type Severity } from '../../workflows/workflow.schema.js';
import { STEP_TYPES, type StepType } from '../../workflows/steps/step-kinds.js';
import { RUN_STATUSES, type RunStatus } from './run.schema.js';
import { STEP_REASONS, type StepReason } from './step-reasons.js';

/** Values of a filter, each of which costs a range of an index. */
const MAX_VALUES = 100;

/** Which runs to list. All filters narrow the list together. */
export class ListActivityDto {
  /** Number of the page, from 0. */
  @QueryInt({ min: 0, max: 10_000 })
  page: number = 0;

  /** Runs per page. */
  @QueryInt({ min: 1, max: 100 })
  limit: number = 10;

  /** Only runs of this trigger. */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  transactionId?: string;

  /** Only runs for these subscribers, by the caller's own ids; at most 100. */
  @QueryList()
  @ArrayMaxSize(MAX_VALUES)
  subscriberIds?: string[];

  /** Only runs for subscribers with one of these email addresses, in exactly this spelling; at most 100. */
  @QueryList()
  @ArrayMaxSize(MAX_VALUES)
  emails?: string[];

  /**
   * Only runs for subscribers with this text in their id, email address, phone number or name, in exactly this
   * spelling. 422 when it fits more than 100 subscribers.
   */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  search?: string;

  /** Only runs of these workflows, by identifier, internal id or slug; at most 100. */
  @QueryList()
  @ArrayMaxSize(MAX_VALUES)
  templates?: string[];

  /** Only runs that had a step of one of these kinds. */
  @QueryList()
  @IsIn(STEP_TYPES, { each: true })
  channels?: StepType[];

  /** Only runs that stand so. */
  @QueryList()
  @IsIn(RUN_STATUSES, { each: true })
  status?: RunStatus[];

  /** Only runs with a step that ended, or waits, for one of these reasons. */
  @QueryList()
  @IsIn(STEP_REASONS, { each: true })
  reason?: StepReason[];

  /** Only runs that were reached through the topic with this key. */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  topicKey?: string;

  /** Only runs for the subscriber of this topic subscription that were reached through its topic, by internal id. */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  subscriptionId?: string;

  /** Only runs of these severities. */
  @QueryList()
  @IsIn(SEVERITIES, { each: true })
  severity?: Severity[];

  /** Only runs with exactly this set of context keys, each `type:id`. */
  @QueryList()
  contextKeys?: string[];

  /** Only runs made at or after this time, ISO 8601. */
  @IsOptional()
  @IsISO8601()
  after?: string;

  /** Only runs made at or before this time, ISO 8601. */
  @IsOptional()
  @IsISO8601()
  before?: string;
}

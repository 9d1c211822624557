import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  IsIn,
  IsISO8601,
  isISO8601,
  IsMongoId,
  IsOptional,
  IsString,
  MaxLength,
  ValidateBy,
} from 'class-validator';
import { type Channel, CHANNELS } from '#libs/channels.js';
import { QueryInt, QueryList } from '../../platform/validation/decorators.js';
import { SEVERITIES, type Severity } from '../../workflows/workflow.schema.js';
import { STEP_TYPES, type StepType } from '../../workflows/steps/step-kinds.js';
import { RUN_STATUSES, type RunStatus } from './statuses.js';
import { STEP_REASONS, type StepReason } from './step-reasons.js';

/** Values of a filter, each of which costs a range of an index. */
const MAX_VALUES = 100;

const PAGINGS = ['numbers', 'cursor'] as const;

/** Which runs to list. All filters narrow the list together. */
export class ListActivityDto {
  /**
   * How pages are read. `numbers`: by `page`, where a far page costs as much as all pages before it. `cursor`: by `after` and
   * `before`, each page at the same cost.
   */
  @IsOptional()
  @IsIn(PAGINGS)
  @ApiPropertyOptional({ enum: PAGINGS })
  paging: (typeof PAGINGS)[number] = 'numbers';

  /** Number of the page, from 0; without effect with `paging=cursor`. */
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

  /** The same as `templates`. */
  @QueryList()
  @ArrayMaxSize(MAX_VALUES)
  workflowIds?: string[];

  /** Only runs that had a step of one of these kinds. */
  @QueryList()
  @IsIn(STEP_TYPES, { each: true })
  channels?: StepType[];

  /**
   * Only runs with a step of one of these kinds. `stepType`, `channel`, `providerId` and `reason` are about one and the same
   * step: `stepType=sms&reason=send_failed` finds runs whose SMS has failed.
   */
  @QueryList()
  @IsIn(STEP_TYPES, { each: true })
  stepType?: StepType[];

  /** Only runs with a step for one of these channels. */
  @QueryList()
  @IsIn(CHANNELS, { each: true })
  channel?: Channel[];

  /** Only runs with a step that was sent, or failed, with one of these providers. */
  @QueryList()
  @ArrayMaxSize(MAX_VALUES)
  providerId?: string[];

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

  /** Only runs whose event is part of the digest of this run. */
  @IsOptional()
  @IsMongoId()
  digestedInto?: string;

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
  from?: string;

  /** Only runs made at or before this time, ISO 8601. */
  @IsOptional()
  @IsISO8601()
  to?: string;

  /** The same as `from`. With `paging=cursor`: the `next` of an earlier page, for the page that follows it. */
  @IsOptional()
  @IsTimeOrCursor('from')
  after?: string;

  /** The same as `to`. With `paging=cursor`: the `previous` of an earlier page, for the page before it. */
  @IsOptional()
  @IsTimeOrCursor('to')
  before?: string;
}

/** A time, or with `paging=cursor` a text that the list itself checks. */
function IsTimeOrCursor(time: 'from' | 'to'): PropertyDecorator {
  return applyDecorators(
    IsString(),
    MaxLength(4096),
    ValidateBy({
      name: 'isTimeOrCursor',
      validator: {
        validate: (value, details) =>
          (details?.object as ListActivityDto | undefined)?.paging === 'cursor' || isISO8601(value),
        defaultMessage: () =>
          `$property must be a time in ISO 8601; for a cursor send paging=cursor, with times in '${time}'`,
      },
    }),
  );
}

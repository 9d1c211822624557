import { ApiProperty, ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsMongoId, IsOptional, IsString, MaxLength } from 'class-validator';
import type { Run } from '../../../notifications/activity/run.schema.js';
import type { StepReason } from '../../../notifications/activity/step-reasons.js';
import { dto } from '../../../platform/http/dto.js';
import { RefusesUnknown } from '../../../platform/validation/unknown-members.js';
import { PageDto, PageQueryDto } from '../../../platform/paging/paging.dto.js';

/** Why a notification may wait. */
export const WAIT_REASONS = [
  'delay_waiting',
  'wait_until_waiting',
  'digest_waiting',
  'quiet_hours_waiting',
  'send_retrying',
  'rate_waiting',
  'cap_waiting',
  'bridge_retrying',
] as const satisfies readonly StepReason[];

/** Most notifications that a request names by id. */
const MAX_IDS = 500;

/** Filters of waiting notifications. All must match. */
export class WaitFilterDto {
  /**
   * Only those to this subscriber.
   * @example ada
   */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  subscriberId?: string;

  /**
   * Only those of this workflow.
   * @example order-shipped
   */
  @IsOptional()
  @IsString()
  @MaxLength(256)
  workflowId?: string;

  /**
   * Only those that wait at the step with this id.
   * @example wait-a-day
   */
  @IsOptional()
  @IsString()
  @MaxLength(256)
  stepId?: string;

  /** Only those of this trigger. */
  @IsOptional()
  @IsString()
  @MaxLength(256)
  transactionId?: string;

  /**
   * Only digests whose `digestKey` has this value.
   * @example order-1
   */
  @IsOptional()
  @IsString()
  @MaxLength(256)
  key?: string;

  /**
   * Only those that wait for this reason.
   * @example delay_waiting
   */
  @IsOptional()
  @IsIn(WAIT_REASONS)
  @ApiPropertyOptional({ enum: WAIT_REASONS })
  reason?: (typeof WAIT_REASONS)[number];
}

/** Page and filters of a list of waiting notifications. */
export class ListWaitsQueryDto extends IntersectionType(WaitFilterDto, PageQueryDto) {}

/** The waits to end: those that are named, or those that match the filters. At least one of the two is required. */
@RefusesUnknown()
export class EndWaitsDto extends WaitFilterDto {
  /**
   * Only these notifications, by internal id.
   * @example ["6925a1f0c0ffee0123456789"]
   */
  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_IDS)
  @IsMongoId({ each: true })
  notificationIds?: string[];

  /** Goes on where an earlier response with the same filters ended: its `next`. */
  @IsOptional()
  @IsString()
  @MaxLength(4096)
  after?: string;
}

/** How many waits a request has ended. */
export class EndedWaitsDto {
  /**
   * Waits that this request has ended. One that has ended meanwhile, or that another request has ended, is not counted.
   * @example 12
   */
  ended: number;

  /** Send the same request again with this as `after` to go on; null when there are no more. */
  @ApiProperty({ type: String, nullable: true })
  next: string | null;
}

/** A notification that waits. */
export class WaitDto {
  /**
   * Internal id of the activity, which shows everything that happened for the recipient.
   * @example 6925a1f0c0ffee0123456789
   */
  notificationId: string;

  /**
   * The trigger it came from.
   * @example 5f3c1d9e-8a52-4d0e-9b60-6f3a7c0f1b2d
   */
  transactionId: string;

  /**
   * The recipient; absent when deleted since.
   * @example ada
   */
  subscriberId?: string;

  /**
   * The workflow; absent when deleted since.
   * @example order-shipped
   */
  workflowId?: string;

  /**
   * The step that waits.
   * @example wait-a-day
   */
  stepId: string;

  /**
   * Kind of the step.
   * @example delay
   */
  stepType: string;

  /** Why it waits. */
  @ApiProperty({ enum: WAIT_REASONS })
  reason: string;

  /**
   * The reason as a sentence.
   * @example Step delayed
   */
  detail?: string;

  /** Of a digest: the value of its `digestKey`, where it has one. */
  key?: string;

  /**
   * When the wait began, ISO 8601 in UTC.
   * @example 2026-03-01T12:00:00.000Z
   */
  since: string;

  /**
   * When it ends, ISO 8601 in UTC.
   * @example 2026-03-02T12:00:00.000Z
   */
  until: string;
}

/** A page of waiting notifications. */
export class WaitPageDto extends PageDto {
  /** The notifications of the page. */
  data: WaitDto[];
}

/** `wait`: a run that is stored with a wait. */
export function toWaitDto(run: Run, subscriberId: string | undefined, workflowId: string | undefined): WaitDto {
  const { _id, transactionId, wait, wakeAt, updatedAt } = run;
  const { stepId = '', type = '', reason = '', details = [] } = run.steps[run.stepIndex] ?? {};
  const last = details.at(-1)?.detail;
  return dto<WaitDto>({
    notificationId: _id,
    transactionId,
    ...(subscriberId !== undefined && { subscriberId }),
    ...(workflowId !== undefined && { workflowId }),
    stepId,
    stepType: type,
    reason,
    ...(last !== undefined && { detail: last }),
    ...(wait?.key !== undefined && { key: wait.key }),
    since: wait?.since ?? updatedAt,
    until: wakeAt ?? updatedAt,
  });
}

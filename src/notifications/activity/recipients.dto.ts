import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { EventProgressDto } from '../../events/list/events.dto.js';
import { PageDto, PageQueryDto } from '../../platform/paging/paging.dto.js';
import { QueryList } from '../../platform/validation/decorators.js';
import type { Run, RunStep } from './run.schema.js';
import { RUN_STATUSES, type RunStatus } from './statuses.js';
import { STEP_TYPES } from '../../workflows/steps/step-kinds.js';
import { STEP_REASONS, type StepReason } from './step-reasons.js';
import { dto } from '../../platform/http/dto.js';

/** Outcomes of recipients, as the progress of a trigger counts them (behaviour Z6). */
export const OUTCOMES = ['sent', 'failed', 'skipped', 'waiting'] as const;

export type Outcome = (typeof OUTCOMES)[number];

/** The outcome of a run in each state. */
export const OUTCOME_OF: Readonly<Record<RunStatus, Outcome>> = {
  running: 'waiting',
  waiting: 'waiting',
  completed: 'sent',
  failed: 'failed',
  canceled: 'skipped',
  merged: 'skipped',
  skipped: 'skipped',
};

/** Which recipients of a trigger to list. */
export class ListRecipientsDto extends PageQueryDto {
  /** Only recipients with one of these outcomes. */
  @QueryList()
  @IsIn(OUTCOMES, { each: true })
  outcome?: Outcome[];

  /** Only recipients with a step that ended, or waits, for one of these reasons. */
  @QueryList()
  @IsIn(STEP_REASONS, { each: true })
  reason?: StepReason[];
}

/** One recipient of a trigger. */
export class RecipientDto {
  /** Id of the activity entry: `GET /v1/notifications/{notificationId}` has every step. */
  notificationId: string;

  /** Internal id of the subscriber. */
  _subscriberId: string;

  /** The caller's own id of the subscriber; absent when deleted since. */
  subscriberId?: string;

  /** The outcome for this recipient. */
  @ApiProperty({ enum: OUTCOMES })
  outcome: Outcome;

  /** State of the run. */
  @ApiProperty({ enum: RUN_STATUSES })
  status: RunStatus;

  /** Why: of the step that failed, else of the first that was sent, waits or was skipped, in line with the outcome. */
  @ApiPropertyOptional({ enum: STEP_REASONS })
  reason?: StepReason;

  /**
   * What decided, if it is known: the layer of a preference, or the place in the step's condition.
   * @example subscriberGlobal
   */
  decidedBy?: string;

  /** When it last changed, ISO 8601 in UTC. */
  updatedAt: string;
}

/** Recipients of a trigger, newest first. */
export class RecipientPageDto extends PageDto {
  /** The recipients. */
  data: RecipientDto[];

  /** The trigger, with the number of recipients of each outcome; absent when it has expired. */
  event?: EventProgressDto;
}

/** How many steps of one kind ended, or wait, for one reason. */
export class ReasonCountDto {
  /** Kind of the step. */
  @ApiProperty({ enum: STEP_TYPES })
  stepType: string;

  /** Why. */
  @ApiProperty({ enum: STEP_REASONS })
  reason: StepReason;

  /** The number of recipients. */
  count: number;
}

/** Why a trigger was delivered, or not, as numbers. */
export class ReasonCountsDto {
  /** Recipients that were counted. */
  counted: number;

  /** Whether there are more recipients: the newest 10,000 are counted. */
  capped: boolean;

  /** The numbers, largest first. */
  reasons: ReasonCountDto[];
}

export function toRecipientDto(run: Run, subscriberId: string | undefined): RecipientDto {
  const outcome = OUTCOME_OF[run.status];
  const step = decidingStep(run, outcome);
  return dto<RecipientDto>({
    notificationId: run._id,
    _subscriberId: run.subscriberId,
    subscriberId,
    outcome,
    status: run.status,
    reason: run.status === 'canceled' ? 'run_canceled' : step?.reason,
    decidedBy: step?.decidedBy,
    updatedAt: run.updatedAt.toISOString(),
  });
}

const DECIDING: Readonly<Record<Outcome, readonly RunStep['status'][]>> = {
  sent: ['completed'],
  failed: ['failed'],
  skipped: ['skipped', 'merged', 'canceled'],
  waiting: ['delayed'],
};

/** The step that the outcome is about; of those that were sent, one that reached the subscriber. */
function decidingStep({ steps }: Pick<Run, 'steps'>, outcome: Outcome): RunStep | undefined {
  const deciding = steps.filter(({ status }) => DECIDING[outcome].includes(status));
  return deciding.find(({ reason }) => reason === 'delivered') ?? deciding[0];
}

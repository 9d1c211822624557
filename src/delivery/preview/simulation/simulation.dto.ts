import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { TRIGGER_STATUSES, type TriggerStatus } from '../../../events/accept/trigger-result.dto.js';
import { StepCauseDto } from '../../../notifications/activity/activity.dto.js';
import type { RunStatus, StepStatus } from '../../../notifications/activity/statuses.js';
import { STEP_REASONS, type StepReason } from '../../../notifications/activity/step-reasons.js';
import { SmsSizeDto } from '../../../notifications/activity/send-attempt.dto.js';
import { QueryInt } from '../../../platform/validation/decorators.js';
import { NamesSample } from '../../../workflows/samples.dto.js';
import { UNREACHED_REASONS, type UnreachedMember } from './simulated-trigger.js';

/** How steps that wait for a status or an event end in a simulation. */
export const WAIT_ENDS = ['timeout', 'first'] as const;

/** How much to simulate, and which way. */
export class SimulateQueryDto {
  /** Number of members of the topics that the trigger names who are simulated, too. */
  @QueryInt({ min: 0, max: 100 })
  @ApiPropertyOptional({ minimum: 0, maximum: 100 })
  members: number = 0;

  /** How `wait_until` steps end: with their timeout, or with the first status or event that they wait for. */
  @IsOptional()
  @IsIn(WAIT_ENDS)
  @ApiPropertyOptional({ enum: WAIT_ENDS })
  waitsEnd: (typeof WAIT_ENDS)[number] = 'timeout';

  /** Name of a sample of the workflow, whose payload is used for what `payload` lacks. */
  @NamesSample()
  sample?: string;
}

const STATUSES = ['completed', 'failed', 'skipped'] as const satisfies readonly RunStatus[];
const STEP_STATUSES = ['completed', 'skipped', 'failed', 'canceled'] as const satisfies readonly StepStatus[];

/** Simulated outcome of one step for one recipient. */
export class SimulatedStepDto {
  /** Name of the step in templates. */
  stepId: string;
  /** Readable name. */
  name: string;
  /**
   * Kind of step.
   * @example in_app
   */
  type: string;
  /** How it would end. */
  @ApiProperty({ enum: STEP_STATUSES })
  status: string;
  /** Why it would end so. */
  @ApiProperty({ enum: STEP_REASONS })
  reason: StepReason;
  /** Cause of the outcome: the layer of a preference, or the place in the step's condition. */
  decidedBy?: string;
  /** Why it would decide so: the part of a condition, and what was looked at. */
  cause?: StepCauseDto;
  /** Particulars, such as the message of a template error. */
  detail?: string;
  /** Problems that do not stop the step, such as variables that are missing. */
  warnings?: string[];
  /** Size of its text message. */
  sms?: SmsSizeDto;
  /** What the author should look at, such as images without alternative text; absent when there is nothing. */
  hints?: string[];
  /** When it would end, ISO 8601. */
  at: string;
  /** Rendered content that would be delivered; one entry per address. */
  @ApiPropertyOptional({ type: 'array', items: { type: 'object', additionalProperties: true } })
  content?: object[];
}

/** Simulated outcome of a trigger for one recipient. */
export class SimulatedRunDto {
  /** The caller's own id of the subscriber. */
  subscriberId: string;
  /** Keys of the topics through which the trigger would reach the subscriber; absent when it is named directly. */
  topics?: string[];
  /** How the run would end. */
  @ApiProperty({ enum: STATUSES })
  status: string;
  /** Each step, in order. */
  @ApiProperty({ type: [SimulatedStepDto] })
  steps: SimulatedStepDto[];
}

/** A member of a topic whom the trigger would not reach. */
export class UnreachedMemberDto {
  /** The caller's own id of the subscriber. */
  subscriberId: string;
  /** The topic. */
  topicKey: string;
  /**
   * `actor`: it is the actor of the trigger; `excluded`: by the trigger; `other_context`: the subscription is for other
   * contexts; `subscription_rules`: the subscription does not want the workflow; `condition_error`: its condition could not
   * be evaluated.
   */
  @ApiProperty({ enum: UNREACHED_REASONS })
  reason: UnreachedMember['reason'];
}

/** Simulated outcome of a trigger. */
export class SimulationDto {
  /**
   * The status that the trigger would return. With any other than `processed` it would send nothing; `recipients` then
   * shows what it would do otherwise.
   */
  @ApiProperty({ enum: TRIGGER_STATUSES })
  status: TriggerStatus;
  /** One entry per subscriber that the trigger names, then one per member of its topics, as far as asked for. */
  @ApiProperty({ type: [SimulatedRunDto] })
  recipients: SimulatedRunDto[];
  /** Topics that the trigger names. */
  topics: string[];
  /** Members of the topics whom the trigger would not reach, and why; absent unless members were asked for. */
  unreached?: UnreachedMemberDto[];
  /** The topics have more members than were looked at; absent unless members were asked for. */
  hasMoreMembers?: boolean;
  /** Fields of the request that no trigger has, or that have no effect here; absent when there are none. */
  warnings?: string[];
}

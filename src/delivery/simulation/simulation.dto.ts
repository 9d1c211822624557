import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { TRIGGER_STATUSES, type TriggerStatus } from '../../events/events.dto.js';
import { StepCauseDto } from '../../notifications/activity/activity.dto.js';
import { STEP_REASONS, type StepReason } from '../../notifications/activity/step-reasons.js';

const STATUSES = ['completed', 'failed', 'skipped'] as const;
const STEP_STATUSES = ['completed', 'skipped', 'failed', 'canceled'] as const;

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
  /** How the run would end. */
  @ApiProperty({ enum: STATUSES })
  status: string;
  /** Each step, in order. */
  @ApiProperty({ type: [SimulatedStepDto] })
  steps: SimulatedStepDto[];
}

/** Simulated outcome of a trigger. */
export class SimulationDto {
  /**
   * The status that the trigger would return. With any other than `processed` it would send nothing; `recipients` then
   * shows what it would do otherwise.
   */
  @ApiProperty({ enum: TRIGGER_STATUSES })
  status: TriggerStatus;
  /** One entry per subscriber that the trigger names. */
  @ApiProperty({ type: [SimulatedRunDto] })
  recipients: SimulatedRunDto[];
  /** Topics that the trigger names; their members are not simulated. */
  topics: string[];
  /** Fields of the request that no trigger has, or that have no effect here; absent when there are none. */
  warnings?: string[];
}

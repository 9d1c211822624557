import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsMongoId, IsNotEmpty, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { FreeForm, Optional } from '../../platform/validation/decorators.js';
import { IsProviderOverrides } from './provider-overrides.js';
import { STEP_TYPES, type StepType } from './step-kinds.js';

export const MAX_NAME_LENGTH = 256;

/** A step in a request. */
export class StepUpsertDto {
  /**
   * Internal id of the step it changes. Without it, or when the workflow has no such step, a step with the same `stepId`
   * is changed; there is none in a new workflow.
   * @example 6925a1f0c0ffee0123456789
   */
  @Optional({ nullable: false })
  @IsMongoId()
  _id?: string;

  /**
   * Name of the step in templates and paths, unique in the workflow. Default: what the step had, else made from `name`.
   * @example in-app-step
   */
  @Optional({ nullable: false })
  @IsString()
  @Matches(/^[A-Za-z0-9_-]*$/, { message: '$property must consist of letters, digits, hyphens and underscores' })
  @IsNotEmpty()
  @MaxLength(128)
  stepId?: string;

  /**
   * Readable name.
   * @example In-app step
   */
  @IsString()
  @Matches(/\S/, { message: '$property must not be blank' })
  @MaxLength(MAX_NAME_LENGTH)
  name: string;

  /** Type of the step. */
  @IsIn(STEP_TYPES)
  @ApiProperty({ enum: STEP_TYPES })
  type: StepType;

  /** Control values, by the rules of its type. */
  @Optional({ nullable: false })
  @FreeForm()
  controlValues?: Record<string, unknown>;

  /**
   * Whether the application at the bridge URL of the environment says what the step does; its control values are those of
   * the code then. Left out, it stays as it is; in a new step it is false.
   * @example true
   */
  @Optional({ nullable: false })
  @IsBoolean()
  inCode?: boolean;

  /**
   * Overrides for providers, by their id; chat and tool steps only. Left out, they stay as they are; null removes all; an
   * object replaces all. It is stored as given; deliveries do not use it yet.
   * @example {"slack": {"text": "Shipped"}}
   */
  @IsOptional()
  @FreeForm()
  @IsProviderOverrides()
  @ApiPropertyOptional({ type: 'object', additionalProperties: { type: 'object' }, nullable: true })
  providerOverrides?: Record<string, Record<string, unknown>> | null;
}

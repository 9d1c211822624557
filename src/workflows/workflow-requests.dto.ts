import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { FreeForm, IsIdentifier, Optional } from '../platform/validation/decorators.js';
import { ExpiresIn, ExpiresInDto } from '../platform/validation/expires-in.dto.js';
import { type QuietHours, SEVERITIES, type Severity, type WorkflowKind } from './workflow.schema.js';
import { AreSamples, WorkflowSampleDto } from './samples.dto.js';
import { MAX_NAME_LENGTH, StepUpsertDto } from './steps/step-upsert.dto.js';
import {
  IsCategory,
  IsQuietHours,
  IsWorkflowKind,
  PreferencesRequestDto,
  WorkflowAgentDto,
} from './workflow-preferences.dto.js';

const MAX_STEPS = 20;
export const MAX_TAGS = 50;

/** Fields of a workflow, except its preferences. */
export class WorkflowFieldsDto {
  /**
   * Readable name.
   * @example Order shipped
   */
  @IsString()
  @Matches(/\S/, { message: '$property must not be blank' })
  @MaxLength(MAX_NAME_LENGTH)
  name: string;

  /**
   * Identifier that triggers name, unique in the environment. Default: made from `name`.
   * @example order-shipped
   */
  @Optional({ nullable: false })
  @IsIdentifier()
  workflowId?: string;

  /**
   * Description of its purpose.
   * @example Tells the buyer that the parcel is on its way.
   */
  @Optional({ nullable: false })
  @IsString()
  @MaxLength(4096)
  description?: string;

  /**
   * Words to find it by; inbox widgets filter by them, too.
   * @example ["orders"]
   */
  @Optional({ nullable: false })
  @IsArray()
  @ArrayMaxSize(MAX_TAGS)
  @IsString({ each: true })
  @IsNotEmpty({ each: true })
  @MaxLength(128, { each: true })
  tags?: string[];

  /**
   * Whether triggers of it are delivered.
   * @example true
   */
  @Optional({ nullable: false })
  @IsBoolean()
  active: boolean = false;

  /** Whether a trigger whose payload does not fit `payloadSchema` is refused. */
  @Optional({ nullable: false })
  @IsBoolean()
  validatePayload: boolean = false;

  /**
   * JSON Schema of the payload.
   * @example {"type": "object", "properties": {"orderId": {"type": "string"}}, "required": ["orderId"]}
   */
  @IsOptional()
  @FreeForm()
  payloadSchema?: Record<string, unknown> | null;

  /** Whether its texts are looked up in translations. */
  @Optional({ nullable: false })
  @IsBoolean()
  isTranslationEnabled: boolean = false;

  /**
   * Whether a step fails, with the reason `variable_missing`, when it prints a variable that the run does not have. An
   * example is `{{payload.orderId}}` without `orderId` in the payload and without a `default` filter. Otherwise it
   * prints nothing, and the step's activity has a warning. Left out, it stays as it is; false at first.
   */
  @Optional({ nullable: false })
  @IsBoolean()
  strictVariables?: boolean;

  /**
   * `transactional`: people get it because of what they do, such as an order. `subscription`: they may unsubscribe, and its
   * emails say how in their headers. A critical workflow is transactional. Left out, it stays as it is; `transactional` at
   * first.
   */
  @IsWorkflowKind()
  kind?: WorkflowKind;

  /**
   * One of the tags: people choose for all workflows of a category at once. Null: none. An empty text: the first tag of a
   * subscription workflow, none for others. Left out, it stays as it is; as with an empty text at first.
   * @example orders
   */
  @IsCategory()
  category?: string | null;

  /**
   * What happens to a message in the quiet hours of its subscriber. `skip`: it is not sent. `hold`: it waits until they
   * end. In-app messages and critical workflows ignore quiet hours. Left out, it stays as it is; `skip` at first.
   */
  @IsQuietHours()
  quietHours?: QuietHours;

  /**
   * How long its messages are worth sending, from the acceptance of a trigger on. What has not been sent by then is skipped
   * with the reason `expired`. Left out, it stays as it is; null removes it.
   * @example { "amount": 1, "unit": "days" }
   */
  @ExpiresIn()
  expiresIn?: ExpiresInDto | null;

  /** Sample data for previews, checks, tests and simulations. Left out, it stays as it is; an empty list removes it. */
  @AreSamples()
  samples?: WorkflowSampleDto[];

  /**
   * The agent that it is assigned to. Left out, it stays as it is; null removes it. It is stored as given; deliveries do
   * not use it yet.
   */
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => WorkflowAgentDto)
  agent?: WorkflowAgentDto | null;

  /** Severity of its notifications. */
  @Optional({ nullable: false })
  @IsIn(SEVERITIES)
  @ApiProperty({ enum: SEVERITIES })
  severity: Severity = 'none';

  /** Steps in order; there may be none. */
  @IsArray()
  @ArrayMaxSize(MAX_STEPS)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => StepUpsertDto)
  steps: StepUpsertDto[];
}

/** A new workflow. */
export class CreateWorkflowDto extends WorkflowFieldsDto {
  /** Preferences that differ from the default. */
  @Optional({ nullable: false })
  @IsObject()
  @ValidateNested()
  @Type(() => PreferencesRequestDto)
  preferences?: PreferencesRequestDto;
}

/** Some fields of a workflow; those that are left out stay as they are. */
export class PatchWorkflowDto {
  /** Whether triggers of it are delivered. An archived workflow that is activated is restored. */
  @Optional({ nullable: false })
  @IsBoolean()
  active?: boolean;

  /**
   * `true` archives it: lists leave it out, and its triggers have no effect, as those of an inactive workflow. Waiting runs
   * continue. `false` restores it; it stays inactive until it is activated.
   */
  @Optional({ nullable: false })
  @IsBoolean()
  archived?: boolean;

  /**
   * Readable name.
   * @example Order shipped
   */
  @Optional({ nullable: false })
  @IsString()
  @Matches(/\S/, { message: '$property must not be blank' })
  @MaxLength(MAX_NAME_LENGTH)
  name?: string;

  /**
   * Purpose; an empty text removes it.
   * @example Tells the buyer that the parcel is on its way.
   */
  @Optional({ nullable: false })
  @IsString()
  @MaxLength(4096)
  description?: string;

  /**
   * Words to find it by.
   * @example ["orders"]
   */
  @Optional({ nullable: false })
  @IsArray()
  @ArrayMaxSize(MAX_TAGS)
  @IsString({ each: true })
  @IsNotEmpty({ each: true })
  @MaxLength(128, { each: true })
  tags?: string[];

  /** JSON Schema of the payload; null removes it. */
  @IsOptional()
  @FreeForm()
  payloadSchema?: Record<string, unknown> | null;

  /** Whether a trigger whose payload does not fit `payloadSchema` is refused. */
  @Optional({ nullable: false })
  @IsBoolean()
  validatePayload?: boolean;

  /** Whether its texts are looked up in translations. */
  @Optional({ nullable: false })
  @IsBoolean()
  isTranslationEnabled?: boolean;

  /** Whether a step fails that prints a variable which the run does not have. */
  @Optional({ nullable: false })
  @IsBoolean()
  strictVariables?: boolean;

  /** Whether people get it because they have subscribed to it. */
  @IsWorkflowKind()
  kind?: WorkflowKind;

  /**
   * The tag by which people choose; null: none, an empty text: the first tag of a subscription workflow.
   * @example orders
   */
  @IsCategory()
  category?: string | null;

  /** Whether a message in the quiet hours of its subscriber is skipped, or held until they end. */
  @IsQuietHours()
  quietHours?: QuietHours;

  /** How long its messages are worth sending, from the acceptance of a trigger on; null removes it. */
  @ExpiresIn()
  expiresIn?: ExpiresInDto | null;

  /** Sample data for previews, checks, tests and simulations; an empty list removes it. */
  @AreSamples()
  samples?: WorkflowSampleDto[];
}

/**
 * A workflow in place of another: what is left out is empty afterwards, or has its default, unless the field says
 * otherwise. The identifier stays as it is, also when `workflowId` differs.
 */
export class UpdateWorkflowDto extends WorkflowFieldsDto {
  /** Preferences. A layer that is left out stays as it is, null removes it. */
  @IsObject()
  @ValidateNested()
  @Type(() => PreferencesRequestDto)
  preferences: PreferencesRequestDto;
}

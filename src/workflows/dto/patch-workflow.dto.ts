import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsNotEmpty,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
} from 'class-validator';
import { FreeForm } from '../../platform/validation/free-form.decorator.js';
import { Optional } from '../../platform/validation/optional.decorator.js';
import { MAX_NAME_LENGTH, MAX_TAGS } from './create-workflow.dto.js';

/** Some fields of a workflow; those that are left out stay as they are. */
export class PatchWorkflowDto {
  /** Whether triggers of it are delivered. */
  @Optional({ nullable: false })
  @IsBoolean()
  active?: boolean;

  /**
   * Name for people.
   * @example Order shipped
   */
  @Optional({ nullable: false })
  @IsString()
  @Matches(/\S/, { message: '$property must not be blank' })
  @MaxLength(MAX_NAME_LENGTH)
  name?: string;

  /**
   * What it is for; an empty text removes it.
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
}

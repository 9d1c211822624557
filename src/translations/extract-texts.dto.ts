import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsOptional,
  IsString,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { EXTRACTED_TYPES, type ExtractedType } from '#libs/rendering/translations/extract-texts.js';
import { FreeForm } from '../platform/validation/decorators.js';
import { RESOURCE_TYPES, type TranslatedResourceType } from './translation.schema.js';

const MAX_STEPS = 100;
const MAX_ID_LENGTH = 512;

/** A step whose texts are taken out. A layout is a step of type `email`. */
export class StepToExtractDto {
  /**
   * Identifier of the step; its texts are below it.
   * @example welcome
   */
  @IsString()
  @MaxLength(MAX_ID_LENGTH)
  stepId: string;

  /** Type of the step. */
  @IsIn(EXTRACTED_TYPES)
  @ApiProperty({ enum: EXTRACTED_TYPES })
  type: ExtractedType;

  /**
   * Control values, saved or not.
   * @example {"subject": "Welcome, {{subscriber.firstName}}"}
   */
  @FreeForm()
  controlValues: Record<string, unknown>;
}

/** Steps whose texts are taken out. */
export class ExtractTextsDto {
  /** Type of the resource that the texts are for. */
  @IsOptional()
  @IsIn(RESOURCE_TYPES)
  @ApiPropertyOptional({ enum: RESOURCE_TYPES })
  resourceType?: TranslatedResourceType;

  /**
   * The workflow or layout: keys that its default language has are not used again. Absent: it has none yet.
   * @example order-shipped
   */
  @IsOptional()
  @IsString()
  @MaxLength(MAX_ID_LENGTH)
  resourceId?: string;

  /** The steps. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_STEPS)
  @ValidateNested({ each: true })
  @Type(() => StepToExtractDto)
  steps: StepToExtractDto[];
}

/** A text that was taken out. */
export class ExtractedTextDto {
  /**
   * Its key.
   * @example welcome.heading
   */
  key: string;

  /**
   * The text: a template.
   * @example Welcome, {{ subscriber.firstName }}
   */
  text: string;

  /**
   * Step that it was in.
   * @example welcome
   */
  stepId: string;
}

/** A control that stays as it is. */
export class LeftTextDto {
  /**
   * Step that it is in.
   * @example welcome
   */
  stepId: string;

  /**
   * Path of the control.
   * @example body
   */
  control: string;

  /** Why. */
  reason: string;
}

/** The steps with keys in place of their texts. Nothing is saved. */
export class ExtractedTextsDto {
  /** The steps, in their order, to be saved with `isTranslationEnabled`. */
  steps: StepToExtractDto[];

  /** The texts, in the order of the steps, to be saved in the default language before the steps. */
  texts: ExtractedTextDto[];

  /**
   * The same texts as a translation has them: nested, with all others of the default language.
   * @example {"welcome": {"heading": "Welcome, {{ subscriber.firstName }}"}}
   */
  @ApiProperty({ type: 'object', additionalProperties: true })
  content: Record<string, unknown>;

  /**
   * The default language.
   * @example en_US
   */
  locale: string;

  /** What stays as it is, and why. */
  left: LeftTextDto[];
}

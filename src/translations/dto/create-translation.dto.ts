import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsNotEmpty, IsObject, IsString, MaxLength } from 'class-validator';
import { Raw } from '../../platform/http/raw.decorator.js';
import { RESOURCE_TYPES, type TranslatedResourceType } from '../translation.schema.js';
import { IsLocale } from './is-locale.decorator.js';

/** The texts of a workflow or a layout in one language. */
export class CreateTranslationDto {
  /**
   * The workflow or layout: its identifier, its internal id, or its slug.
   * @example order-shipped
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(512)
  resourceId: string;

  /** What they are texts of. */
  @IsIn(RESOURCE_TYPES)
  @ApiProperty({ enum: RESOURCE_TYPES })
  resourceType: TranslatedResourceType;

  /**
   * Language, with or without a region; `en-US` is taken as `en_US`.
   * @example en_US
   */
  @IsLocale()
  locale: string;

  /**
   * Texts by key, nested; each is a template of its own. Templates print them as `{{t.greeting}}`.
   * @example {"greeting": "Hello {{subscriber.firstName}}"}
   */
  @IsObject()
  @ApiProperty({ type: 'object', additionalProperties: true })
  @Raw()
  content: Record<string, unknown>;
}

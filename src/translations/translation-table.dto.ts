import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsISO8601,
  IsObject,
  IsOptional,
  IsString,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { Raw } from '../platform/http/decorators.js';
import { RESOURCE_TYPES, type TranslatedResourceType } from './translation.schema.js';
import { IsLocale } from './translations.dto.js';

/** Languages that are saved together. */
const MAX_LOCALES = 200;
const MAX_CONFIRMED = 10_000;

/** The texts of a workflow or a layout in one of its languages. */
export class LanguageTextsDto {
  /**
   * Language, with or without a region.
   * @example de_DE
   */
  locale: string;

  /**
   * Texts by key, nested.
   * @example {"greeting": "Hallo {{subscriber.firstName}}"}
   */
  @ApiProperty({ type: 'object', additionalProperties: true })
  content: Record<string, unknown>;

  /**
   * Keys that templates print or the default language has, and this language lacks, in alphabetical order.
   * @example ["order.title"]
   */
  missingKeys: string[];

  /**
   * Keys whose text in the default language was changed after the text of this language, in alphabetical order.
   * @example ["greeting"]
   */
  outdatedKeys: string[];

  /** When it was first saved, ISO 8601 in UTC. */
  createdAt: string;

  /** When it was last saved, ISO 8601 in UTC. */
  updatedAt: string;
}

/** The texts of a workflow or a layout in all languages. */
export class ResourceTextsDto {
  /**
   * Identifier of the workflow or layout.
   * @example order-shipped
   */
  resourceId: string;

  /** Resource that the texts belong to. */
  @ApiProperty({ enum: RESOURCE_TYPES })
  resourceType: TranslatedResourceType;

  /**
   * Name of the workflow or layout.
   * @example Order shipped
   */
  resourceName: string;

  /**
   * Language of texts that are not translated into that of their reader: the setting `DEFAULT_LOCALE`.
   * @example en_US
   */
  defaultLocale: string;

  /**
   * Keys that its templates print, in alphabetical order. Keys that are only known while rendering are left out.
   * @example ["greeting", "order.title"]
   */
  printedKeys: string[];

  /** The languages, the default one first, then in alphabetical order. */
  languages: LanguageTextsDto[];
}

/** The texts of one language to save. */
export class SaveLanguageDto {
  /**
   * Language, with or without a region; `de-DE` is taken as `de_DE`.
   * @example de_DE
   */
  @IsLocale()
  locale: string;

  /**
   * Texts by key, nested; they replace all texts of the language.
   * @example {"greeting": "Hallo {{subscriber.firstName}}"}
   */
  @IsObject()
  @ApiProperty({ type: 'object', additionalProperties: true })
  @Raw()
  content: Record<string, unknown>;

  /**
   * `updatedAt` of the texts that these replace, or null when the language is new. Where others have been saved
   * meanwhile, nothing is saved and the response is 409. Absent: these replace whatever there is.
   */
  @IsOptional()
  @IsISO8601({ strict: true })
  updatedAt?: string | null;

  /**
   * Keys of texts that fit the default language as it is now, although they have not changed: they are no longer outdated.
   * @example ["greeting"]
   */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_CONFIRMED)
  @IsString({ each: true })
  @MaxLength(1000, { each: true })
  confirmedKeys?: string[];
}

/** The texts of several languages to save. Languages that are not named stay as they are. */
export class SaveTextsDto {
  /** The languages, each once. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_LOCALES)
  @ValidateNested({ each: true })
  @Type(() => SaveLanguageDto)
  languages: SaveLanguageDto[];
}

import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsNotEmpty, IsObject, IsOptional, IsString, MaxLength, ValidateBy } from 'class-validator';
import { canonicalLocale } from '#libs/rendering/translations/locales.js';
import { dto } from '../platform/http/dto.js';
import { Raw } from '../platform/http/decorators.js';
import { RESOURCE_TYPES, type TranslatedResourceType, type Translation } from './translation.schema.js';

/** A language, with or without a script and a region, in any spelling; the handler gets the one spelling, `en_US`. */
export function IsLocale(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' ? (canonicalLocale(value) ?? value) : value,
    ),
    ValidateBy({
      name: 'isLocale',
      validator: {
        validate: (value) => typeof value === 'string' && canonicalLocale(value) !== undefined,
        defaultMessage: () => '$property must be a locale such as en or en_US',
      },
    }),
  );
}

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

  /** Resource that the texts belong to. */
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

/** The languages of an environment. */
export class LocaleSettingsDto {
  /**
   * Language of texts that are not translated into that of their reader: the setting `DEFAULT_LOCALE`.
   * @example en_US
   */
  defaultLocale: string;

  /**
   * The other languages, in alphabetical order: those of the setting `TARGET_LOCALES`, and those that something of the
   * environment is translated into.
   * @example ["de_DE", "fr"]
   */
  targetLocales: string[];
}

/** Texts by key. */
type Texts = Record<string, unknown>;

/** Which language to export. */
export class MasterJsonQueryDto {
  /**
   * Language. Default: the default language (`DEFAULT_LOCALE`).
   * @example en_US
   */
  @IsOptional()
  @IsLocale()
  locale?: string;
}

/** All texts of one language. */
export class MasterJsonDto {
  /**
   * Texts of workflows, by identifier.
   * @example {"order-shipped": {"greeting": "Hello"}}
   */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'object' } })
  workflows: Record<string, Texts>;

  /**
   * Texts of layouts, by identifier.
   * @example {"shop-frame": {"imprint": "Shop, Main Street 1"}}
   */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'object' } })
  layouts: Record<string, Texts>;
}

/** All texts of one language, to import. */
export class ImportMasterJsonDto {
  /**
   * Language.
   * @example en_US
   */
  @IsLocale()
  locale: string;

  /**
   * `workflows` and `layouts`, each with texts by identifier; either may be missing. Other texts stay unchanged.
   * @example {"workflows": {"order-shipped": {"greeting": "Hello"}}}
   */
  @IsObject()
  @ApiProperty({ type: 'object', additionalProperties: true })
  @Raw()
  masterJson: Record<string, unknown>;
}

/** Result of an import. */
export class MasterJsonImportDto {
  /** Whether everything was imported. */
  success: boolean;

  /**
   * Description of the result: the imported texts, and why the others were not.
   * @example 2 imported, 1 failed: old-workflow was not found
   */
  message: string;

  /**
   * Identifiers of the workflows and layouts whose texts were replaced.
   * @example ["order-shipped", "shop-frame"]
   */
  successful: string[];

  /**
   * Identifiers of those that are not there, or whose texts cannot be used.
   * @example ["old-workflow"]
   */
  failed: string[];
}

/** The languages that a workflow or a layout is translated into. */
export class TranslationGroupDto {
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
   * Languages there are texts in, in alphabetical order.
   * @example ["de_DE", "en_US"]
   */
  locales: string[];

  /**
   * Languages that lack a key the default language has; missing when there are none.
   * @example ["de_DE"]
   */
  outdatedLocales?: string[];

  /**
   * By language, the default one always included: the keys that templates of the resource print and the language has no
   * text for. Languages that lack nothing, and keys that are only known while rendering, are left out; the whole is
   * missing when nothing is lacking.
   * @example {"de_DE": ["greeting"]}
   */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } })
  missingKeys?: Record<string, string[]>;

  /**
   * By language: the keys whose text in the default language was changed after the text of the language. Missing when
   * nothing is outdated.
   * @example {"de_DE": ["greeting"]}
   */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } })
  outdatedKeys?: Record<string, string[]>;

  /** When the first language was saved, or the resource was created while there is none; ISO 8601 in UTC. */
  createdAt: string;

  /** When a language was last saved, or the resource was changed while there is none; ISO 8601 in UTC. */
  updatedAt: string;
}

/** The texts of a workflow or a layout in one language. */
export class TranslationDto {
  /**
   * Identifier of the workflow or layout.
   * @example order-shipped
   */
  resourceId: string;

  /** Resource that the texts belong to. */
  @ApiProperty({ enum: RESOURCE_TYPES })
  resourceType: TranslatedResourceType;

  /**
   * Language, with or without a region.
   * @example en_US
   */
  locale: string;

  /**
   * Texts by key, nested.
   * @example {"greeting": "Hello {{subscriber.firstName}}"}
   */
  content: Record<string, unknown>;

  /** When it was first saved, ISO 8601 in UTC. */
  createdAt: string;

  /** When it was last saved, ISO 8601 in UTC. */
  updatedAt: string;
}

export function toTranslationDto(translation: Translation): TranslationDto {
  return dto<TranslationDto>({
    resourceId: translation.resourceId,
    resourceType: translation.resourceType,
    locale: translation.locale,
    content: translation.content,
    createdAt: translation.createdAt,
    updatedAt: translation.updatedAt,
  });
}

/** Result of an upload. */
export class UploadTranslationsDto {
  /**
   * Files in the request.
   * @example 2
   */
  totalFiles: number;

  /**
   * Files whose texts were saved.
   * @example 1
   */
  successfulUploads: number;

  /**
   * Files that were left out.
   * @example 1
   */
  failedUploads: number;

  /**
   * Why, file by file.
   * @example ["english.json: the file name must be a locale such as en_US.json"]
   */
  errors: string[];
}

import { ApiProperty } from '@nestjs/swagger';
import { IsObject, IsOptional } from 'class-validator';
import { Raw } from '../../platform/http/raw.decorator.js';
import { IsLocale } from './is-locale.decorator.js';

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
   * `workflows` and `layouts`, each with texts by identifier; either may be missing. What is not in it stays as it is.
   * @example {"workflows": {"order-shipped": {"greeting": "Hello"}}}
   */
  @IsObject()
  @ApiProperty({ type: 'object', additionalProperties: true })
  @Raw()
  masterJson: Record<string, unknown>;
}

/** What became of an import. */
export class MasterJsonImportDto {
  /** Whether everything was imported. */
  success: boolean;

  /**
   * What was imported, and why the rest was not, in words.
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

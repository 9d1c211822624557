import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { QueryBoolean } from '../platform/validation/decorators.js';

const FORMATS = ['csv', 'json'] as const;

/** The form of a file with all languages. */
export class ExportTextsQueryDto {
  /** Form of the file. */
  @IsOptional()
  @IsIn(FORMATS)
  @ApiPropertyOptional({ enum: FORMATS })
  format: (typeof FORMATS)[number] = 'csv';
}

/** How a file is imported. */
export class ImportTextsQueryDto {
  /** Reports what would change, and saves nothing. */
  @QueryBoolean()
  @ApiPropertyOptional()
  dryRun: boolean = false;

  /** Whether keys that the file does not have are removed from the languages that it has. */
  @QueryBoolean()
  @ApiPropertyOptional()
  removeMissing: boolean = false;
}

/** What an import changes in one language. */
export class ImportedLanguageDto {
  /**
   * Language.
   * @example de_DE
   */
  locale: string;

  /** Whether the workflow or layout had no texts in it. */
  isNew: boolean;

  /**
   * Texts that are new.
   * @example 2
   */
  added: number;

  /**
   * Texts that are other than before.
   * @example 1
   */
  changed: number;

  /**
   * Texts that are removed.
   * @example 0
   */
  removed: number;

  /**
   * Texts that stay as they are.
   * @example 40
   */
  unchanged: number;
}

/** The kinds of changes. */
const KINDS = ['added', 'changed', 'removed'] as const;

/** One text that an import changes. */
export class ImportedTextDto {
  /**
   * Language.
   * @example de_DE
   */
  locale: string;

  /**
   * Key of the text.
   * @example order.title
   */
  key: string;

  /** What happens to it. */
  @ApiProperty({ enum: KINDS })
  kind: (typeof KINDS)[number];

  /** The text before; absent when it is added. */
  before?: string;

  /** The text afterwards; absent when it is removed. */
  after?: string;
}

/** Part of a file that cannot be used. */
export class ImportProblemDto {
  /**
   * Line of the file, from 1; absent in JSON.
   * @example 3
   */
  line?: number;

  /**
   * What is wrong, and where.
   * @example order..title must be names with dots between them
   */
  message: string;
}

/** What an import has changed, or would change. */
export class ImportedTextsDto {
  /** Whether it was saved: false with `dryRun`. */
  applied: boolean;

  /** The languages of the file. */
  languages: ImportedLanguageDto[];

  /** The texts that change, at most 1,000; the numbers of `languages` count all. */
  changes: ImportedTextDto[];

  /**
   * Columns of a CSV file, and members of a JSON file, that name no language. They are left out.
   * @example ["Comment"]
   */
  unknownLanguages: string[];

  /** What in the file cannot be used and is left out, at most 100. */
  problems: ImportProblemDto[];
}

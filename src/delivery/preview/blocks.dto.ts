import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsString, MaxLength } from 'class-validator';
import { Optional } from '../../platform/validation/decorators.js';
import { MAX_EMAIL_LENGTH } from '../../workflows/steps/control-schema.js';

/** A body in blocks. */
export class BlocksRequestDto {
  /**
   * The JSON text of a document of blocks.
   * @example {"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"Hello"}]}]}
   */
  @IsString()
  @MaxLength(MAX_EMAIL_LENGTH)
  body: string;

  /**
   * Whether to return a whole HTML document, as it is sent without a layout. With `false`, only the content of the document is
   * returned, to be inserted into a layout. Default: true.
   */
  @Optional({ nullable: false })
  @IsBoolean()
  document?: boolean;
}

/** Something in a document that has no effect. */
export class BlockWarningDto {
  /**
   * Where in the document it is.
   * @example content.2
   */
  path: string;

  /** What is wrong with it. */
  message: string;
}

/** A body of blocks as HTML. */
export class BlocksHtmlDto {
  /** A Liquid template that renders as the blocks do: variables, conditions and loops are kept. */
  html: string;

  /** Parts of the document that have no effect; they are missing from the HTML. */
  @ApiProperty({ type: [BlockWarningDto] })
  warnings: BlockWarningDto[];
}

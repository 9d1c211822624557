import { Type } from 'class-transformer';
import { IsBoolean, IsIn, IsObject, IsOptional, IsString, MaxLength, ValidateNested } from 'class-validator';
import { MayBeAbsent } from '../../../common/validation/may-be-absent.decorator.js';
import { MAX_EMAIL_LENGTH, MAX_TEXT_LENGTH, OptionalText } from '../control-texts.js';
import { SkippableControlValuesDto } from '../skippable-control-values.dto.js';

export const EDITOR_TYPES = ['block', 'html'] as const;

/** Who an email is from. */
export class EmailFromControlDto {
  /**
   * Address of the sender.
   * @example orders@example.com
   */
  @OptionalText()
  email?: string;

  /**
   * Name of the sender.
   * @example Orders
   */
  @OptionalText()
  name?: string;
}

/** What an email step sends. Texts are Liquid templates. Further members are kept. */
export class EmailControlValuesDto extends SkippableControlValuesDto {
  /**
   * Subject line.
   * @example Your order {{payload.orderId}} has shipped
   */
  @OptionalText()
  subject?: string;

  /**
   * HTML, or the JSON text of a block editor.
   * @example <p>It is on its way.</p>
   */
  @OptionalText(MAX_EMAIL_LENGTH)
  body?: string;

  /** How the body was written. Default: block. */
  @MayBeAbsent()
  @IsIn(EDITOR_TYPES)
  editorType?: (typeof EDITOR_TYPES)[number];

  /** Keeps the rendered HTML as it is. Default: false. */
  @MayBeAbsent()
  @IsBoolean()
  disableOutputSanitization?: boolean;

  /** Layout around the body; absent: the default one, null: none. */
  @IsOptional()
  @IsString()
  @MaxLength(MAX_TEXT_LENGTH)
  layoutId?: string | null;

  /** Sender, if it is to differ from that of the integration. */
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => EmailFromControlDto)
  from?: EmailFromControlDto;

  /** Whether what the integration is set to is used for the sender. */
  @MayBeAbsent()
  @IsBoolean()
  useProviderDefaults?: boolean;

  /** Where answers go. */
  @OptionalText()
  replyTo?: string;

  /** Line that mail programs show beside the subject. */
  @OptionalText()
  preheader?: string;
}

import { IsIn } from 'class-validator';
import { MayBeAbsent } from '../../../common/validation/may-be-absent.decorator.js';
import { MAX_BODY_LENGTH, OptionalText } from '../control-texts.js';
import { SkippableControlValuesDto } from '../skippable-control-values.dto.js';

export const CHAT_EDITOR_TYPES = ['block', 'text'] as const;

/** What a chat step sends. Texts are Liquid templates. Further members are kept. */
export class ChatControlValuesDto extends SkippableControlValuesDto {
  /**
   * Text of the message.
   * @example Build {{payload.build}} failed.
   */
  @OptionalText(MAX_BODY_LENGTH)
  body?: string;

  /** How the body was written. */
  @MayBeAbsent()
  @IsIn(CHAT_EDITOR_TYPES)
  editorType?: (typeof CHAT_EDITOR_TYPES)[number];
}

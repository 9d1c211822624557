import { MAX_BODY_LENGTH, OptionalText } from '../control-texts.js';
import { SkippableControlValuesDto } from '../skippable-control-values.dto.js';

/** What an SMS step sends. Texts are Liquid templates. Further members are kept. */
export class SmsControlValuesDto extends SkippableControlValuesDto {
  /**
   * Text of the message.
   * @example Your code is {{payload.code}}.
   */
  @OptionalText(MAX_BODY_LENGTH)
  body?: string;
}

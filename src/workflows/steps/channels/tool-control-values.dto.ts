import { MAX_BODY_LENGTH, OptionalText } from '../control-texts.js';
import { SkippableControlValuesDto } from '../skippable-control-values.dto.js';

/** What a step tells a service for incidents. Texts are Liquid templates. Further members are kept. */
export class ToolControlValuesDto extends SkippableControlValuesDto {
  /**
   * Text of the message.
   * @example Checkout of {{payload.shop}} is down.
   */
  @OptionalText(MAX_BODY_LENGTH)
  body?: string;
}

import { MAX_BODY_LENGTH, OptionalText } from '../control-texts.js';
import { SkippableControlValuesDto } from '../skippable-control-values.dto.js';

/** What a push step sends. Texts are Liquid templates. Further members are kept. */
export class PushControlValuesDto extends SkippableControlValuesDto {
  /**
   * Title of the notification.
   * @example Order shipped
   */
  @OptionalText()
  subject?: string;

  /**
   * Text below it.
   * @example It is on its way.
   */
  @OptionalText(MAX_BODY_LENGTH)
  body?: string;
}

import { FreeForm } from '../../../common/validation/free-form.decorator.js';
import { MayBeAbsent } from '../../../common/validation/may-be-absent.decorator.js';
import { SkippableControlValuesDto } from '../skippable-control-values.dto.js';

/** Values for later steps. Texts are Liquid templates. Further members are kept. */
export class CustomControlValuesDto extends SkippableControlValuesDto {
  /** What later steps read under `steps.<stepId>`. */
  @MayBeAbsent()
  @FreeForm()
  custom?: Record<string, unknown>;
}

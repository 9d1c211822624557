import { IsIn, IsInt, Min } from 'class-validator';
import { MayBeAbsent } from '../../../common/validation/may-be-absent.decorator.js';
import { OptionalText } from '../control-texts.js';
import { SkippableControlValuesDto } from '../skippable-control-values.dto.js';
import { OptionalAmount, OptionalUnit } from './wait-fields.js';

export const THROTTLE_TYPES = ['fixed', 'dynamic'] as const;
export const THROTTLE_UNITS = ['minutes', 'hours', 'days'] as const;

/** How often a throttle step lets the workflow pass for one subscriber. Further members are kept. */
export class ThrottleControlValuesDto extends SkippableControlValuesDto {
  /** `fixed`: windows of amount and unit; `dynamic`: as the payload says. */
  @MayBeAbsent()
  @IsIn(THROTTLE_TYPES)
  type?: (typeof THROTTLE_TYPES)[number];

  /**
   * Of a fixed window, which lasts at least a minute.
   * @example 1
   */
  @OptionalAmount()
  amount?: number;

  /** Of a fixed window. */
  @OptionalUnit(THROTTLE_UNITS)
  unit?: (typeof THROTTLE_UNITS)[number];

  /**
   * Of a dynamic window: path in the payload of its end (ISO 8601) or its length.
   * @example payload.quietUntil
   */
  @OptionalText()
  dynamicKey?: string;

  /** How many pass in a window. Default: 1. */
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  threshold?: number;

  /**
   * Path in the payload: different values there are counted apart.
   * @example payload.orderId
   */
  @OptionalText()
  throttleKey?: string;
}

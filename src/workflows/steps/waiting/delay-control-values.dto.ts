import { IsBoolean, IsIn } from 'class-validator';
import { MayBeAbsent } from '../../../common/validation/may-be-absent.decorator.js';
import { OptionalText } from '../control-texts.js';
import { SkippableControlValuesDto } from '../skippable-control-values.dto.js';
import { OptionalAmount, OptionalCron, OptionalUnit, type WaitUnit } from './wait-fields.js';

export const DELAY_TYPES = ['regular', 'timed', 'dynamic'] as const;

/** How long a delay step waits. Further members are kept. */
export class DelayControlValuesDto extends SkippableControlValuesDto {
  /** `regular`: amount and unit; `timed`: the next time of a cron expression; `dynamic`: as the payload says. */
  @MayBeAbsent()
  @IsIn(DELAY_TYPES)
  type?: (typeof DELAY_TYPES)[number];

  /**
   * Of a regular delay.
   * @example 2
   */
  @OptionalAmount()
  amount?: number;

  /** Of a regular delay. Months are calendar months. */
  @OptionalUnit()
  unit?: WaitUnit;

  /**
   * Of a timed delay, in the subscriber's time zone.
   * @example 0 9 * * 1-5
   */
  @OptionalCron()
  cron?: string;

  /**
   * Of a dynamic delay: path in the payload of a future instant (ISO 8601) or of an object with amount and unit.
   * @example payload.remindAt
   */
  @OptionalText()
  dynamicKey?: string;

  /** Goes on waiting when it ends outside the subscriber's hours. Default: false. */
  @MayBeAbsent()
  @IsBoolean()
  extendToSchedule?: boolean;
}

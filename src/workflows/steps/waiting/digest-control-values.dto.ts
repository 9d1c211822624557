import { Type } from 'class-transformer';
import { IsBoolean, IsIn, IsNumber, IsObject, Min, ValidateNested } from 'class-validator';
import { MayBeAbsent } from '../../../common/validation/may-be-absent.decorator.js';
import { OptionalText } from '../control-texts.js';
import { SkippableControlValuesDto } from '../skippable-control-values.dto.js';
import { OptionalAmount, OptionalCron, OptionalUnit, WAIT_UNITS, type WaitUnit } from './wait-fields.js';

export const DIGEST_TYPES = ['regular', 'timed'] as const;

/** The time before an event in which another one makes it part of a digest. */
export class LookBackWindowDto {
  /** @example 5 */
  @IsNumber()
  @Min(0)
  amount: number;

  /** Unit of the amount. */
  @IsIn(WAIT_UNITS)
  unit: WaitUnit;
}

/** How a digest step gathers events. Further members are kept. */
export class DigestControlValuesDto extends SkippableControlValuesDto {
  /** `regular`: from the first event on for amount and unit; `timed`: until the next time of a cron expression. */
  @MayBeAbsent()
  @IsIn(DIGEST_TYPES)
  type?: (typeof DIGEST_TYPES)[number];

  /**
   * Of a regular digest.
   * @example 10
   */
  @OptionalAmount()
  amount?: number;

  /** Of a regular digest. */
  @OptionalUnit()
  unit?: WaitUnit;

  /** Of a regular digest: an event passes at once when no other one was completed in this time before it. */
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => LookBackWindowDto)
  lookBackWindow?: LookBackWindowDto;

  /**
   * Of a timed digest, in the subscriber's time zone.
   * @example 0 9 * * *
   */
  @OptionalCron()
  cron?: string;

  /**
   * Path in the payload: events with different values there are digested apart.
   * @example payload.postId
   */
  @OptionalText()
  digestKey?: string;

  /** Goes on gathering when it ends outside the subscriber's hours. Default: false. */
  @MayBeAbsent()
  @IsBoolean()
  extendToSchedule?: boolean;
}

import { IsInt, Max, Min } from 'class-validator';
import { Optional } from '../../platform/validation/optional.decorator.js';

/** 30 days. */
export const MAX_OVERLAP_SECONDS = 2_592_000;

/** How an environment changes over to a new key. */
export class RenewKeysDto {
  /**
   * Seconds the calling key works beside the new one, at most 30 days; 0 ends it at once.
   * @example 3600
   */
  @Optional({ nullable: false })
  @IsInt()
  @Min(0)
  @Max(MAX_OVERLAP_SECONDS)
  overlapSeconds: number = 0;
}

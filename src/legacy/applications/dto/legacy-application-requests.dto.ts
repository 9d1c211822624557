import { IsInt, IsString, Max, MaxLength, Min, MinLength } from 'class-validator';
import { Optional } from '../../../platform/validation/optional.decorator.js';

const MAX_OVERLAP_SECONDS = 30 * 86_400;

/** A new client of the legacy API. */
export class CreateLegacyApplicationDto {
  /**
   * Name for people.
   * @example Shop
   */
  @Optional({ nullable: false })
  @IsString()
  @MinLength(1)
  @MaxLength(255)
  name?: string;
}

/** How an application changes over to a new secret. */
export class RotateSecretDto {
  /**
   * Seconds the present secret is accepted beside the new one, at most 30 days; 0 ends it at once.
   * @example 3600
   */
  @Optional({ nullable: false })
  @IsInt()
  @Min(0)
  @Max(MAX_OVERLAP_SECONDS)
  overlapSeconds: number = 0;
}

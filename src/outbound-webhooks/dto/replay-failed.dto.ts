import { IsISO8601 } from 'class-validator';

/** Which failed deliveries are sent again. */
export class ReplayFailedDto {
  /**
   * Those that were recorded at this time or later, ISO 8601.
   * @example 2026-02-03T04:05:06.789Z
   */
  @IsISO8601({ strict: true, strictSeparator: true })
  since: string;
}

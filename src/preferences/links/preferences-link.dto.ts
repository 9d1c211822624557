import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsObject, Max, Min } from 'class-validator';
import { Raw } from '../../platform/http/decorators.js';
import { Optional } from '../../platform/validation/decorators.js';
import { RefusesUnknown } from '../../platform/validation/unknown-members.js';

const AN_HOUR_SECONDS = 3600;
const A_DAY_SECONDS = 86_400;

/** What a link to the preference page is for. */
@RefusesUnknown()
export class CreatePreferencesLinkDto {
  /**
   * Seconds for which the link works, from a minute to a day.
   * @example 600
   */
  @Optional({ nullable: false })
  @IsInt()
  @Min(60)
  @Max(A_DAY_SECONDS)
  expiresIn: number = AN_HOUR_SECONDS;

  /**
   * The contexts whose preferences the page shows, by type: an id, or an object with an id. At most 5. Without any: the
   * preferences that hold where no context is.
   * @example { "tenant": "acme" }
   */
  @Optional({ nullable: false })
  @IsObject()
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  @Raw()
  context?: Record<string, unknown>;
}

/** A link to the preference page of a subscriber. */
export class PreferencesLinkDto {
  /**
   * Address of the page. It opens the page without a sign-in, so give it to this subscriber alone.
   * @example https://carillon.example.com/preferences/3x9Q
   */
  url: string;

  /**
   * When the link stops working, ISO 8601 in UTC.
   * @example 2026-03-01T13:00:00.000Z
   */
  expiresAt: string;
}

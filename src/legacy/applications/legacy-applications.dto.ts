import { ApiProperty } from '@nestjs/swagger';
import { IsInt, IsString, Max, MaxLength, Min, MinLength } from 'class-validator';
import { dto } from '../../platform/http/dto.js';
import { CursorPageDto } from '../../platform/paging/paging.dto.js';
import type { CursorPage } from '../../platform/paging/cursor-page.js';
import { Optional } from '../../platform/validation/decorators.js';
import type { LegacyApplication } from './legacy-application.schema.js';
import type { WithSecret } from './legacy-applications.service.js';
import { RefusesUnknown } from '../../platform/validation/unknown-members.js';

const MAX_OVERLAP_SECONDS = 30 * 86_400;

/** A new client of the legacy API. */
export class CreateLegacyApplicationDto {
  /**
   * Readable name.
   * @example Shop
   */
  @Optional({ nullable: false })
  @IsString()
  @MinLength(1)
  @MaxLength(255)
  name?: string;
}

/** How an application changes over to a new secret. */
@RefusesUnknown()
export class RotateSecretDto {
  /**
   * Seconds the present secret is accepted beside the new one, at most 30 days; 0 ends it immediately.
   * @example 3600
   */
  @Optional({ nullable: false })
  @IsInt()
  @Min(0)
  @Max(MAX_OVERLAP_SECONDS)
  overlapSeconds: number = 0;
}

/** A client of the legacy API, without its secret. */
export class LegacyApplicationDto {
  /**
   * Internal id.
   * @example 6925a1f0c0ffee0123456789
   */
  _id: string;

  /**
   * Its id in the Basic credentials, before the colon.
   * @example app_5b8f1f5e6a3c4f6a9d0e0f3a
   */
  applicationId: string;

  /**
   * Readable name.
   * @example Shop
   */
  name?: string;

  /** Until when the secret before the last rotation is accepted, ISO 8601 in UTC; absent when it no longer is. */
  formerSecretUntil?: string;

  /** Id of the environment it belongs to. */
  _environmentId: string;

  /**
   * When it was created, ISO 8601 in UTC.
   * @example 2026-02-03T04:05:06.789Z
   */
  createdAt: string;

  /**
   * When it was last changed, ISO 8601 in UTC.
   * @example 2026-02-03T04:05:06.789Z
   */
  updatedAt: string;
}

/** A client of the legacy API with its new secret. */
export class LegacyApplicationSecretDto extends LegacyApplicationDto {
  /**
   * The secret, in the Basic credentials after the colon. It is shown only this once: only its hash is kept.
   * @example Zt1pUq0yT2m3Ck9wQ5nB7vXhR8sD4fGaJ6lE0iYoKzM
   */
  secret: string;
}

/** Where the legacy API is, as far as this server can tell. */
export class LegacyServiceDto {
  /** Whether the process that responds serves it, too: the setting `LEGACY_API`. */
  served: boolean;

  /**
   * Its port, the setting `LEGACY_PORT`. 0: the system has chosen a free one.
   * @example 3001
   */
  port: number;
}

/** A page of applications. */
export class LegacyApplicationPageDto extends CursorPageDto {
  /** Where they send their requests. */
  legacyApi: LegacyServiceDto;

  /** The applications on this page. */
  @ApiProperty({ type: [LegacyApplicationDto] })
  data: LegacyApplicationDto[];
}

export function toLegacyApplicationDto(application: LegacyApplication, now: Date): LegacyApplicationDto {
  const { _id, applicationId, name, formerSecret, environmentId, createdAt, updatedAt } = application;
  return dto<LegacyApplicationDto>({
    _id,
    applicationId,
    name,
    ...(formerSecret && now < formerSecret.until && { formerSecretUntil: formerSecret.until }),
    _environmentId: environmentId,
    createdAt,
    updatedAt,
  });
}

export function toLegacyApplicationSecretDto(
  { application, secret }: WithSecret,
  now: Date,
): LegacyApplicationSecretDto {
  return Object.assign(toLegacyApplicationDto(application, now), { secret });
}

export function toLegacyApplicationPageDto(
  page: CursorPage<LegacyApplication>,
  legacyApi: LegacyServiceDto,
  now: Date,
): LegacyApplicationPageDto {
  return { ...page, legacyApi, data: page.data.map((application) => toLegacyApplicationDto(application, now)) };
}

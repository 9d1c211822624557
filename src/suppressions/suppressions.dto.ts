import { ApiProperty, ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import { IsIn, IsISO8601, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { dto } from '../platform/http/dto.js';
import type { CursorPage } from '../platform/paging/cursor-page.js';
import { CursorPageDto, PageQueryDto } from '../platform/paging/paging.dto.js';
import { Optional } from '../platform/validation/decorators.js';
import { RefusesUnknown } from '../platform/validation/unknown-members.js';
import { SUPPRESSIBLE_CHANNELS, type SuppressibleChannel } from './suppression-rules.js';
import { type Suppression, SUPPRESSION_SOURCES, type SuppressionSourceType } from './suppression.schema.js';

/** Maximum lengths of addresses, such as those of browsers that get push messages, and of reasons. */
export const MAX_ADDRESS_LENGTH = 2048;
export const MAX_REASON_LENGTH = 100;

/** A text without control characters that begins and ends with a letter, digit or sign. */
export const REASON = /^[^\p{Cc}\p{Cs}\s]([^\p{Cc}\p{Cs}]*[^\p{Cc}\p{Cs}\s])?$/u;

/** An address to which nothing is to be sent. */
export class CreateSuppressionDto {
  /**
   * The channel of the address.
   * @example email
   */
  @ApiProperty({ enum: SUPPRESSIBLE_CHANNELS })
  @IsIn(SUPPRESSIBLE_CHANNELS)
  channel: SuppressibleChannel;

  /**
   * The address: an email address, a phone number with its country code, the token of a device, or for chat the webhook,
   * channel, user or phone number.
   * @example ada@example.com
   */
  @IsString()
  @MaxLength(MAX_ADDRESS_LENGTH)
  address: string;

  /**
   * Why nothing is sent. `unsubscribe` holds for workflows of the kind `subscription` alone, `stop` for all that are not
   * critical, any other reason for everything: `bounce`, `complaint`, `manual`, or one of your own.
   * @example manual
   */
  @Optional({ nullable: false })
  @IsString()
  @MaxLength(MAX_REASON_LENGTH)
  @Matches(REASON, { message: '$property must be a text without control characters, and without blanks at its ends' })
  reason: string = 'manual';

  /**
   * From then on the entry counts no longer, ISO 8601. Without it, or with null, it counts until it is removed.
   * @example 2027-02-03T04:05:06.789Z
   */
  @IsOptional()
  @IsISO8601({ strict: true, strictSeparator: true })
  expiresAt?: string | null;
}

/** Which entries to list. All filters must match. */
export class SuppressionFilterDto {
  /**
   * Only those of this channel.
   * @example email
   */
  @IsOptional()
  @IsIn(SUPPRESSIBLE_CHANNELS)
  @ApiPropertyOptional({ enum: SUPPRESSIBLE_CHANNELS })
  channel?: SuppressibleChannel;

  /**
   * Part of the address. Capital letters make no difference for emails.
   * @example example.com
   */
  @IsOptional()
  @IsString()
  @Matches(/^[^\0]*$/, { message: '$property must not contain null characters' })
  @MaxLength(MAX_ADDRESS_LENGTH)
  address?: string;

  /**
   * Only those with this reason.
   * @example bounce
   */
  @IsOptional()
  @IsString()
  @MaxLength(MAX_REASON_LENGTH)
  reason?: string;
}

/** A page of the list, newest first. */
export class ListSuppressionsQueryDto extends IntersectionType(PageQueryDto, SuppressionFilterDto) {}

/** Why an entry is removed: in the query or in the body. */
@RefusesUnknown()
export class RemovalDto {
  /**
   * Why the address may be written to again. One of the two is required.
   * @example The person asked for it by phone
   */
  @IsOptional()
  @IsString()
  @MaxLength(500)
  reason?: string;
}

/** From where an entry comes. */
export class SuppressionSourceDto {
  /**
   * `api`, `console` and `import`: somebody has added it. `report`: a provider has reported it. `keyword`: the person has
   * sent a word such as STOP. `person`: the person has unsubscribed.
   * @example report
   */
  @ApiProperty({ enum: SUPPRESSION_SOURCES })
  type: SuppressionSourceType;

  /** The integration that it came through. */
  integrationId?: string;

  /**
   * The provider of the integration.
   * @example sendgrid
   */
  providerId?: string;

  /**
   * The words of the provider, or of the person.
   * @example 550 5.1.1 The email account that you tried to reach does not exist
   */
  words?: string;
}

/** An address to which nothing is sent, for one reason. An address may have several entries. */
export class SuppressionDto {
  /**
   * Id of the entry.
   * @example 6925a1f0c0ffee0123456789
   */
  id: string;

  /**
   * The channel of the address.
   * @example email
   */
  @ApiProperty({ enum: SUPPRESSIBLE_CHANNELS })
  channel: SuppressibleChannel;

  /**
   * The address, as it was given last.
   * @example ada@example.com
   */
  address: string;

  /**
   * Why nothing is sent.
   * @example bounce
   */
  reason: string;

  /** From where the entry comes. */
  source: SuppressionSourceDto;

  /**
   * When the entry was added, ISO 8601 in UTC.
   * @example 2026-02-03T04:05:06.789Z
   */
  createdAt: string;

  /**
   * When it was last added again, ISO 8601 in UTC.
   * @example 2026-02-03T04:05:06.789Z
   */
  updatedAt: string;

  /**
   * From then on it counts no longer, ISO 8601 in UTC.
   * @example 2027-02-03T04:05:06.789Z
   */
  expiresAt?: string;
}

/** A page of suppressed addresses. */
export class SuppressionPageDto extends CursorPageDto {
  /** The entries on this page. */
  @ApiProperty({ type: [SuppressionDto] })
  data: SuppressionDto[];
}

/** A row of a file that was left out. */
export class ImportErrorDto {
  /**
   * Number of the line in the file.
   * @example 3
   */
  line: number;

  /**
   * What is wrong with it.
   * @example address must be an email address
   */
  message: string;
}

/** What became of a file. */
export class ImportedSuppressionsDto {
  /**
   * Entries that are new.
   * @example 120
   */
  created: number;

  /**
   * Entries that were there, and have the expiry of the file now.
   * @example 3
   */
  updated: number;

  /**
   * Rows that were left out.
   * @example 1
   */
  failed: number;

  /** Why, for the first hundred of them. */
  @ApiProperty({ type: [ImportErrorDto] })
  errors: ImportErrorDto[];
}

export function toSuppressionDto({
  _id: id,
  channel,
  address,
  shown = address,
  reason,
  source: { type, integrationId, providerId, words },
  createdAt,
  updatedAt,
  expiresAt,
}: Suppression): SuppressionDto {
  const source = dto<SuppressionSourceDto>({ type, integrationId, providerId, words });
  return dto<SuppressionDto>({ id, channel, address: shown, reason, source, createdAt, updatedAt, expiresAt });
}

export function toSuppressionPageDto(page: CursorPage<Suppression>): SuppressionPageDto {
  return { ...page, data: page.data.map(toSuppressionDto) };
}

import { Type } from 'class-transformer';
import { IsBoolean, IsObject, IsOptional, IsString, MaxLength, ValidateNested } from 'class-validator';
import { FreeForm } from '../../../common/validation/free-form.decorator.js';
import { MayBeAbsent } from '../../../common/validation/may-be-absent.decorator.js';

const MAX_LENGTH = 4096;

/** Somebody to render for, as far as it matters. Null is like leaving a field out. */
export class PreviewSubscriberDto {
  /** The caller's own id. */
  @MayBeAbsent()
  @IsString()
  @MaxLength(MAX_LENGTH)
  subscriberId?: string;

  /** @example Ada */
  @IsOptional()
  @IsString()
  @MaxLength(MAX_LENGTH)
  firstName?: string | null;

  /** @example Lovelace */
  @IsOptional()
  @IsString()
  @MaxLength(MAX_LENGTH)
  lastName?: string | null;

  /** @example ada@example.com */
  @IsOptional()
  @IsString()
  @MaxLength(MAX_LENGTH)
  email?: string | null;

  /** @example +15550100 */
  @IsOptional()
  @IsString()
  @MaxLength(MAX_LENGTH)
  phone?: string | null;

  /** Address of a picture. */
  @IsOptional()
  @IsString()
  @MaxLength(MAX_LENGTH)
  avatar?: string | null;

  /**
   * Language, for translations.
   * @example en_US
   */
  @IsOptional()
  @IsString()
  @MaxLength(MAX_LENGTH)
  locale?: string | null;

  /**
   * Time zone.
   * @example Europe/Berlin
   */
  @IsOptional()
  @IsString()
  @MaxLength(MAX_LENGTH)
  timezone?: string | null;

  /** The caller's own data. */
  @IsOptional()
  @FreeForm()
  data?: Record<string, unknown> | null;

  /** Whether the subscriber is online. */
  @IsOptional()
  @IsBoolean()
  isOnline?: boolean | null;

  /** When the subscriber was last online, ISO 8601. */
  @IsOptional()
  @IsString()
  @MaxLength(64)
  lastOnlineAt?: string | null;
}

/** What to render with. What is left out is made up, or taken from the environment. */
export class PreviewPayloadDto {
  /** The recipient. */
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => PreviewSubscriberDto)
  subscriber?: PreviewSubscriberDto;

  /** Who is behind the trigger. */
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => PreviewSubscriberDto)
  actor?: PreviewSubscriberDto;

  /**
   * Payload of the trigger.
   * @example {"orderId": "A-1"}
   */
  @MayBeAbsent()
  @FreeForm()
  payload?: Record<string, unknown>;

  /** Results of earlier steps, by step id. */
  @MayBeAbsent()
  @FreeForm()
  steps?: Record<string, unknown>;

  /** What the trigger is about: by type an id, or an object with `id` and `data`. */
  @MayBeAbsent()
  @FreeForm()
  context?: Record<string, unknown>;

  /** Environment variables in place of those of the environment. */
  @MayBeAbsent()
  @FreeForm()
  env?: Record<string, unknown>;
}

/** A step to look at before it is saved. */
export class PreviewRequestDto {
  /** Control values in place of the saved ones. */
  @MayBeAbsent()
  @FreeForm()
  controlValues?: Record<string, unknown>;

  /** What to render with. */
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => PreviewPayloadDto)
  previewPayload?: PreviewPayloadDto;
}

import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  buildMessage,
  IsBoolean,
  IsEmail,
  IsIn,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  ValidateBy,
  ValidateIf,
} from 'class-validator';
import { IANAZone } from 'luxon';
import { Raw } from '../platform/http/decorators.js';
import { CursorQueryDto } from '../platform/paging/paging.dto.js';
import { FreeForm, OftenMisnamed, QueryBoolean } from '../platform/validation/decorators.js';
import { DATA_RULES, MAX_SUBSCRIBER_ID_LENGTH, SUBSCRIBER_ID } from './subscriber-limits.js';

/** The caller's id of a subscriber: 1 to 512 characters, none of them a control character. */
export function IsSubscriberId(): PropertyDecorator {
  return applyDecorators(
    MaxLength(MAX_SUBSCRIBER_ID_LENGTH),
    Matches(SUBSCRIBER_ID, { message: '$property must be a non-empty text without control characters' }),
  );
}

/** A language, with script and region where they matter: `en`, `en_US`, `zh-Hans-CN`. */
function IsLocaleName(): PropertyDecorator {
  return Matches(/^[a-z]{2,3}([_-][a-z]{4})?([_-]([a-z]{2}|\d{3}))?$/i, {
    message: '$property must be a locale such as en or en_US',
  });
}

/** The name of a time zone, such as `Europe/Berlin`; an offset such as `+01:00` has no daylight-saving rules. */
function IsTimeZoneName(): PropertyDecorator {
  const validate = (value: unknown): boolean =>
    typeof value === 'string' && /^[a-z]/i.test(value) && IANAZone.isValidZone(value);
  const defaultMessage = buildMessage(() => '$property must be an IANA time zone such as Europe/Berlin');
  return ValidateBy({ name: 'isTimeZoneName', validator: { validate, defaultMessage } });
}

/** An optional free-form object within {@link DATA_RULES}; null stands for none. */
function IsSubscriberData(): PropertyDecorator {
  return applyDecorators(IsOptional(), FreeForm(DATA_RULES));
}

/** What can be set of a subscriber. Fields that are absent stay as they are. */
export class SubscriberFieldsDto {
  /**
   * First name. Null clears it.
   * @example Ada
   */
  @IsOptional()
  @IsString()
  @MaxLength(255)
  firstName?: string | null;

  /**
   * Last name. Null clears it.
   * @example Lovelace
   */
  @IsOptional()
  @IsString()
  @MaxLength(255)
  lastName?: string | null;

  /**
   * Email address. Null clears it.
   * @example ada@example.com
   */
  @IsOptional()
  @IsEmail()
  email?: string | null;

  /**
   * Phone number. Null clears it.
   * @example +4915112345678
   */
  @IsOptional()
  @IsString()
  @MaxLength(64)
  phone?: string | null;

  /**
   * Address of a picture. Null clears it.
   * @example https://example.com/ada.png
   */
  @IsOptional()
  @IsString()
  @MaxLength(2048)
  avatar?: string | null;

  /**
   * Language, such as `en` or `en_US`. Null clears it.
   * @example en_US
   */
  @IsOptional()
  @IsLocaleName()
  locale?: string | null;

  /**
   * IANA time zone. Null clears it.
   * @example Europe/London
   */
  @IsOptional()
  @IsTimeZoneName()
  timezone?: string | null;

  /**
   * Anything you want to use in templates and conditions, at most 64 KB as JSON. Replaces what is stored; null
   * clears it.
   * @example { "plan": "pro" }
   */
  @Raw()
  @IsSubscriberData()
  data?: Record<string, unknown> | null;
}

/** A subscriber to create, or the fields to change of one that exists. */
export class CreateSubscriberDto extends SubscriberFieldsDto {
  /**
   * Your own id of this person, unique inside the environment.
   * @example ada
   */
  @IsSubscriberId()
  @OftenMisnamed('id', '_id', 'userId', 'externalId', 'identifier')
  subscriberId: string;
}

/** How a subscriber is created. */
export class CreateSubscriberQueryDto {
  /** Whether to respond with 409 and the existing subscriber, instead of changing it, when the id is taken. */
  @QueryBoolean()
  @ApiPropertyOptional()
  failIfExists: boolean = false;
}

/** The fields to change of a subscriber. */
export class PatchSubscriberDto extends SubscriberFieldsDto {}

const SUBSCRIBER_ORDERS = ['_id', 'createdAt', 'updatedAt'] as const;

type SubscriberOrder = (typeof SUBSCRIBER_ORDERS)[number];

/** Which subscribers are asked for. Filters look for a part of the text, in exactly this spelling; all must match. */
export class SearchSubscribersQueryDto extends CursorQueryDto {
  /** Field the list is ordered by. */
  @IsOptional()
  @IsIn(SUBSCRIBER_ORDERS)
  @ApiPropertyOptional({ enum: SUBSCRIBER_ORDERS })
  orderBy: SubscriberOrder = '_id';

  /**
   * Part of the email address.
   * @example @example.com
   */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  email?: string;

  /**
   * Part of the first name, the last name, or both with a space in between.
   * @example Ada Love
   */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  name?: string;

  /**
   * Part of the phone number.
   * @example +49151
   */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  phone?: string;

  /**
   * Part of the subscriber id.
   * @example ada
   */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  subscriberId?: string;
}

/** Whether a subscriber is online. */
export class OnlineStatusDto {
  /** Whether the person is online now. */
  @ValidateIf(({ isOnline, online }: OnlineStatusDto) => isOnline !== undefined || online === undefined)
  @IsBoolean()
  @ApiProperty({ type: Boolean, required: true })
  isOnline?: boolean;

  /** The same, as older clients say it. */
  @ValidateIf(({ online }: OnlineStatusDto) => online !== undefined)
  @IsBoolean()
  @ApiPropertyOptional({ deprecated: true })
  online?: boolean;
}

/** `isOnline` counts where both are sent. */
export function isOnlineIn({ isOnline, online }: OnlineStatusDto): boolean {
  return isOnline ?? online ?? false;
}

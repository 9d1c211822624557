import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsOptional, IsString, Matches, MaxLength, ValidateBy, ValidateIf } from 'class-validator';
import { Raw } from '../platform/http/decorators.js';
import { CursorQueryDto } from '../platform/paging/paging.dto.js';
import { FreeForm, OftenMisnamed, QueryBoolean } from '../platform/validation/decorators.js';
import { MAX_LENGTHS, readTextField, type TextField } from './profiles/profile-fields.js';
import { DATA_RULES, MAX_SUBSCRIBER_ID_LENGTH, SUBSCRIBER_ID } from './subscriber-limits.js';

/** The caller's id of a subscriber: 1 to 512 characters, none of them a control character. */
export function IsSubscriberId(): PropertyDecorator {
  return applyDecorators(
    MaxLength(MAX_SUBSCRIBER_ID_LENGTH),
    Matches(SUBSCRIBER_ID, { message: '$property must be a non-empty text without control characters' }),
  );
}

/** A text of a subscriber, by the rule that holds at every door; null stands for none. It is stored as the rule writes it. */
function IsProfileText(field: TextField): PropertyDecorator {
  const problemOf = (value: unknown) => {
    const reading = readTextField(field, value);
    return 'problem' in reading ? reading.problem : undefined;
  };
  return applyDecorators(
    IsOptional(),
    Transform(({ value }: { value: unknown }) => {
      const reading = readTextField(field, value);
      return 'value' in reading ? reading.value : value;
    }),
    IsString(),
    ValidateBy({
      name: 'isProfileText',
      validator: {
        validate: (value) => typeof value !== 'string' || problemOf(value) === undefined,
        defaultMessage: (args) => `${args?.property ?? field} ${problemOf(args?.value) ?? ''}`,
      },
    }),
    ApiPropertyOptional({ maxLength: MAX_LENGTHS[field] }),
  );
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
  @IsProfileText('firstName')
  firstName?: string | null;

  /**
   * Last name. Null clears it.
   * @example Lovelace
   */
  @IsProfileText('lastName')
  lastName?: string | null;

  /**
   * Email address. Null clears it.
   * @example ada@example.com
   */
  @IsProfileText('email')
  email?: string | null;

  /**
   * Phone number with its country code; it is stored as E.164. Null clears it.
   * @example +4915112345678
   */
  @IsProfileText('phone')
  phone?: string | null;

  /**
   * URL of an avatar. Null clears it.
   * @example https://example.com/ada.png
   */
  @IsProfileText('avatar')
  avatar?: string | null;

  /**
   * Language, such as `en` or `en_US`. Null clears it.
   * @example en_US
   */
  @IsProfileText('locale')
  locale?: string | null;

  /**
   * IANA time zone. Null clears it.
   * @example Europe/London
   */
  @IsProfileText('timezone')
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

  /** Whether capital letters make no difference in the filters. */
  @QueryBoolean()
  @ApiPropertyOptional()
  ignoreCase: boolean = false;

  /**
   * Part of the id, the name, the email address or the phone number. Capital letters make no difference, nor do spaces and
   * signs in a phone number.
   * @example lovelace
   */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  search?: string;

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

import { IsEmail, IsOptional, IsString, MaxLength } from 'class-validator';
import { Raw } from '../../platform/http/raw.decorator.js';
import { IsLocaleName, IsSubscriberData, IsTimeZoneName } from './subscriber.validators.js';

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

import { applyDecorators } from '@nestjs/common';
import { IsArray, IsBoolean, IsOptional, IsString, MaxLength } from 'class-validator';
import { FreeForm } from '../../../platform/validation/free-form.decorator.js';

const MAX_LENGTH = 4096;

/** A text of a person, as it is stored or left out. */
function PersonalText(): PropertyDecorator {
  return applyDecorators(IsOptional(), IsString(), MaxLength(MAX_LENGTH));
}

/** A person to show a preview for. Nobody is looked up; null is like leaving a field out. */
export class PreviewSubscriberDto {
  /** Your own id of this person. */
  @PersonalText()
  subscriberId?: string | null;

  /**
   * First name.
   * @example Ada
   */
  @PersonalText()
  firstName?: string | null;

  /**
   * Last name.
   * @example Lovelace
   */
  @PersonalText()
  lastName?: string | null;

  /**
   * Email address.
   * @example ada@example.com
   */
  @PersonalText()
  email?: string | null;

  /** Phone number. */
  @PersonalText()
  phone?: string | null;

  /** Address of a picture. */
  @PersonalText()
  avatar?: string | null;

  /**
   * Language; decides which translations are shown.
   * @example en_US
   */
  @PersonalText()
  locale?: string | null;

  /** IANA time zone. */
  @PersonalText()
  timezone?: string | null;

  /** Whether the person is online at the moment. */
  @IsOptional()
  @IsBoolean()
  isOnline?: boolean | null;

  /** When the person was last online, ISO 8601 in UTC. */
  @PersonalText()
  lastOnlineAt?: string | null;

  /** Deprecated. */
  @IsOptional()
  @IsArray()
  @IsString({ each: true })
  topics?: string[];

  /**
   * Anything the caller has stored.
   * @example { "plan": "pro" }
   */
  @IsOptional()
  @FreeForm()
  data?: Record<string, unknown> | null;
}

import { ApiPropertyOptional } from '@nestjs/swagger';
import { Allow, IsObject, IsString, MaxLength } from 'class-validator';
import { Raw } from '../../../platform/http/decorators.js';
import { Optional } from '../../../platform/validation/decorators.js';
import { SCHEDULE_SHAPE, WeeklyScheduleDto } from '../../../preferences/preference-requests.dto.js';
import { CreateSubscriberDto } from '../../../subscribers/subscriber-requests.dto.js';
import { HasShape, shapeOf } from '../../../platform/validation/unknown-members.js';

const MAX_IDENTIFIER_LENGTH = 512;
const MAX_HASH_LENGTH = 512;

/** Whose inbox it is. Fields that are absent or null stay as they are. */
export class SessionSubscriberDto {
  /**
   * Your own id of this person.
   * @example ada
   */
  subscriberId: string;

  /** First name, at most 255 characters. */
  firstName?: string;

  /** Last name, at most 255 characters. */
  lastName?: string;

  /** Email address. Ignored without `profileHash`. */
  email?: string;

  /** Phone number. Ignored without `profileHash`. */
  phone?: string;

  /** URL of an avatar, `http` or `https`. */
  avatar?: string;

  /** Language, such as `en` or `en_US`. */
  locale?: string;

  /** IANA time zone; the widget sends that of the browser. */
  timezone?: string;

  /** Anything you want to use in templates and conditions. Ignored without `profileHash`. */
  data?: Record<string, unknown>;

  /**
   * Proof that your server has stated `email`, `phone` and `data`: HMAC-SHA256 in hexadecimal, with an API key of the
   * environment, of the JSON of an object with `subscriberId` and those of the three that are sent and not null. The JSON
   * has no white space, and the members of each object in the order of their names. A wrong one is 400.
   */
  profileHash?: string;
}

/** Quiet hours for a subscriber who has none yet. */
export class DefaultScheduleDto {
  /** Whether the schedule counts; false unless it is sent. */
  isEnabled?: boolean;

  /** The hours, day by day. */
  weeklySchedule?: WeeklyScheduleDto;
}

/** Which inbox to open, and the proof that it may be. */
export class OpenSessionDto {
  /**
   * The `identifier` of the environment. It is not a secret.
   * @example 6Tnb2kXQ0sWf
   */
  @IsString()
  @MaxLength(MAX_IDENTIFIER_LENGTH)
  applicationIdentifier: string;

  /** Whose inbox it is: an object with a `subscriberId`. Created when unknown. */
  @Allow()
  @ApiPropertyOptional({ type: SessionSubscriberDto })
  @Raw()
  @HasShape({ ...shapeOf(CreateSubscriberDto), profileHash: null })
  subscriber?: unknown;

  /**
   * Deprecated, use `subscriber`: the id alone.
   * @example ada
   */
  @Allow()
  @ApiPropertyOptional({ type: String, deprecated: true })
  subscriberId?: unknown;

  /**
   * Proof that your server knows this subscriber: HMAC-SHA256 of the `subscriberId` in hexadecimal, with an API key of
   * the environment.
   */
  @Optional({ nullable: false })
  @IsString()
  @MaxLength(MAX_HASH_LENGTH)
  subscriberHash?: string;

  /**
   * What the inbox is limited to, by type: an id, or an object with an id and data. At most 5. Only notifications with
   * exactly these contexts are shown. Unknown contexts are created, with their data if `contextHash` is right; data of known
   * ones stays as it is.
   * @example { "tenant": "acme" }
   */
  @Optional({ nullable: false })
  @IsObject()
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  @Raw()
  context?: Record<string, unknown>;

  /**
   * Proof of the `context`: HMAC-SHA256 of its JSON in hexadecimal, with the same key. The JSON has no white space, and
   * the members of each object in the order of their names.
   */
  @Optional({ nullable: false })
  @IsString()
  @MaxLength(MAX_HASH_LENGTH)
  contextHash?: string;

  /** Quiet hours for a subscriber who has none in these contexts. */
  @Optional({ nullable: false })
  @IsObject()
  @ApiPropertyOptional({ type: DefaultScheduleDto })
  @Raw()
  @HasShape(SCHEDULE_SHAPE)
  defaultSchedule?: Record<string, unknown>;
}

/** Unread notifications by severity. */
export class SeverityCountsDto {
  /** Of severity `high`. */
  high: number;

  /** Of severity `medium`. */
  medium: number;

  /** Of severity `low`. */
  low: number;

  /** Without a severity. */
  none: number;
}

/** How many notifications are unread. */
export class UnreadCountDto {
  /** All of them. */
  total: number;

  /** The same, by severity. */
  severity: SeverityCountsDto;
}

/** An open session. */
export class SessionDto {
  /** What the widget shows from now on, as `Authorization: Bearer <token>` and to the socket. */
  token: string;

  /** How many notifications of these contexts are unread. */
  unreadCount: UnreadCountDto;

  /** Deprecated, use `unreadCount`: all unread notifications. */
  totalUnreadCount: number;

  /** Whether the widget leaves out the mark of its maker; always true. */
  removeNovuBranding: boolean;

  /** Whether the widget says that it is not in production: in environments of type `dev`. */
  isDevelopmentMode: boolean;

  /** Hours for which a notification can be snoozed at most. */
  maxSnoozeDurationHours: number;

  /**
   * The contexts of the session, each `type:id`.
   * @example ["tenant:acme"]
   */
  contextKeys: string[];
}

/** Access to the inbox of one subscriber, for a while. */
export class InboxPreviewDto {
  /**
   * For the inbox widget, in place of the identifier of the environment: it opens the inbox of this subscriber alone, without
   * a proof.
   * @example one.WyI2OTI1YTFmMCIsImFkYSJd.c2lnbmF0dXJl
   */
  applicationIdentifier: string;

  /** When it ends, and with it the sessions that were opened with it. */
  expiresAt: string;
}

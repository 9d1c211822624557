import { Injectable } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { dto } from '../platform/http/dto.js';
import type { CursorPage } from '../platform/paging/cursor-page.js';
import { CursorPageDto } from '../platform/paging/paging.dto.js';
import { type EnvironmentRef, mayIn } from '../auth/environment-ref.js';
import { masked, SubscriberChannelDto, toSubscriberChannelDto } from './credentials/channel-credentials.dto.js';
import { CredentialBox } from './credentials/credential-box.js';
import type { Subscriber } from './subscriber.schema.js';

/** A person who receives notifications. Fields that are not set are left out. */
export class SubscriberDto {
  /**
   * Internal id.
   * @example 6925a1f0c0ffee0123456789
   */
  _id: string;

  /**
   * Your own id of this person.
   * @example ada
   */
  subscriberId: string;

  /** Id of the organization. */
  _organizationId: string;

  /** Id of the environment. */
  _environmentId: string;

  /**
   * First name.
   * @example Ada
   */
  firstName?: string;

  /**
   * Last name.
   * @example Lovelace
   */
  lastName?: string;

  /**
   * Email address.
   * @example ada@example.com
   */
  email?: string;

  /**
   * Phone number.
   * @example +4915112345678
   */
  phone?: string;

  /**
   * URL of an avatar.
   * @example https://example.com/ada.png
   */
  avatar?: string;

  /**
   * Language.
   * @example en_US
   */
  locale?: string;

  /**
   * IANA time zone.
   * @example Europe/London
   */
  timezone?: string;

  /**
   * Anything the caller stored for templates and conditions.
   * @example { "plan": "pro" }
   */
  data?: Record<string, unknown>;

  /** Credentials at chat and push providers. Left out where a subscriber is only named inside of something else. */
  @ApiPropertyOptional({ type: [SubscriberChannelDto] })
  channels?: SubscriberChannelDto[];

  /** Deprecated; always empty. */
  @ApiProperty({ type: [String] })
  topics: string[];

  /** Whether the person is online at the moment. */
  isOnline?: boolean;

  /**
   * When the person was last online, ISO 8601 in UTC.
   * @example 2026-02-03T04:05:06.789Z
   */
  lastOnlineAt?: string;

  /** Always false: deleted subscribers are not shown. */
  deleted: boolean;

  /**
   * When the subscriber was created, ISO 8601 in UTC.
   * @example 2026-02-03T04:05:06.789Z
   */
  createdAt: string;

  /**
   * When the subscriber was last changed, ISO 8601 in UTC.
   * @example 2026-02-03T04:05:06.789Z
   */
  updatedAt: string;

  /** Version counter of the stored document. */
  __v: number;
}

/** A page of subscribers. */
export class SubscriberPageDto extends CursorPageDto {
  /** The subscribers on this page. */
  @ApiProperty({ type: [SubscriberDto] })
  data: SubscriberDto[];
}

/** `channels` are the credentials, opened; without them a subscriber who has some is shown without. */
export function toSubscriberDto(
  subscriber: Subscriber,
  channels: SubscriberChannelDto[] | undefined = subscriber.channels.length === 0 ? [] : undefined,
): SubscriberDto {
  const { firstName, lastName, email, phone, avatar, locale, timezone, data, isOnline, lastOnlineAt } = subscriber;
  return dto<SubscriberDto>({
    _id: subscriber._id,
    subscriberId: subscriber.subscriberId,
    _organizationId: subscriber.organizationId,
    _environmentId: subscriber.environmentId,
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    ...(avatar !== undefined && { avatar }),
    ...(locale !== undefined && { locale }),
    ...(timezone !== undefined && { timezone }),
    ...(data !== undefined && { data }),
    ...(channels && { channels }),
    topics: [],
    ...(isOnline !== undefined && { isOnline }),
    ...(lastOnlineAt && { lastOnlineAt }),
    deleted: false,
    createdAt: subscriber.createdAt,
    updatedAt: subscriber.updatedAt,
    __v: subscriber.__v,
  });
}

/** Maps subscribers to responses, with their decrypted credentials. */
@Injectable()
export class SubscriberResponses {
  constructor(private readonly box: CredentialBox) {}

  /** Credentials are shown as a whole only to those who may see secrets. */
  one(environment: EnvironmentRef, subscriber: Subscriber): SubscriberDto {
    const all = this.box.openAll(subscriber);
    const shown = mayIn(environment, 'secrets:read') ? all : all.map(masked);
    return toSubscriberDto(subscriber, shown.map(toSubscriberChannelDto));
  }

  page(
    environment: EnvironmentRef,
    { data, next, previous, totalCount, totalCountCapped }: CursorPage<Subscriber>,
  ): SubscriberPageDto {
    return {
      data: data.map((subscriber) => this.one(environment, subscriber)),
      next,
      previous,
      totalCount,
      totalCountCapped,
    };
  }
}

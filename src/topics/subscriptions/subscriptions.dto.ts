import { ApiProperty } from '@nestjs/swagger';
import { dto } from '../../platform/http/dto.js';
import { ApiNullable } from '../../platform/http/decorators.js';
import { CursorPageDto } from '../../platform/paging/paging.dto.js';
import { SEVERITIES, type Severity } from '../../workflows/workflow.schema.js';
import { TopicDto } from '../topics.dto.js';
import { ITEM_ERROR_CODES, type ItemErrorCode } from './plan-subscriptions.js';
import type { ShownProfile } from '../../subscribers/shown-profile.js';
import type { Member } from './members.service.js';

/** The subscriber of a subscription. Fields that are not set are left out. */
export class MemberDto {
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

  /** URL of an avatar. */
  avatar?: string;

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
}

export function toMemberDto({
  _id,
  subscriberId,
  avatar,
  firstName,
  lastName,
  email,
}: ShownProfile<Member>): MemberDto {
  return dto<MemberDto>({ _id, subscriberId, avatar, firstName, lastName, email });
}

/** A workflow that a subscription has a rule for. */
export class PreferredWorkflowDto {
  /**
   * Internal id.
   * @example 6925a1f0c0ffee0123456789
   */
  id: string;

  /**
   * Identifier that triggers name.
   * @example order-shipped
   */
  identifier: string;

  /**
   * Readable name.
   * @example Order shipped
   */
  name: string;

  /** Whether subscribers cannot opt out of it. */
  critical: boolean;

  /**
   * Words to find it by.
   * @example ["orders"]
   */
  tags: string[];

  /** Severity of its notifications. */
  @ApiProperty({ enum: SEVERITIES })
  severity: Severity;
}

/** Rule of a subscription for a workflow. */
export class SubscriptionPreferenceDto {
  /** Internal id of the subscription. */
  subscriptionId: string;

  /** The workflow; null when the rule fits none at present. */
  @ApiProperty({ type: PreferredWorkflowDto, nullable: true })
  @ApiNullable(PreferredWorkflowDto)
  workflow: PreferredWorkflowDto | null;

  /** Whether notifications of the workflow are wanted. Counts for nothing when there is a condition. */
  enabled: boolean;

  /**
   * JSON-logic over `payload`, `subscriber`, `actor`, `context` and `env` that decides instead.
   * @example { "==": [{ "var": "payload.region" }, "eu"] }
   */
  condition?: Record<string, unknown>;
}

/** One subscription, by itself. */
export class SubscriptionDetailsDto {
  /**
   * Internal id.
   * @example 6925a1f0c0ffee0123456789
   */
  id: string;

  /**
   * Name of the subscription in paths, unique in its topic.
   * @example tk_orders:si_ada
   */
  identifier: string;

  /**
   * Readable name.
   * @example Large orders
   */
  name?: string;

  /** Rules for workflows; other workflows reach the subscriber. */
  @ApiProperty({ type: [SubscriptionPreferenceDto] })
  preferences: SubscriptionPreferenceDto[];

  /**
   * The contexts it holds in, as `type:id`: only triggers with exactly these reach it.
   * @example ["tenant:acme"]
   */
  contextKeys: string[];
}

/** A subscription that was removed. */
export class RemovedSubscriptionDto {
  /**
   * Internal id.
   * @example 6925a1f0c0ffee0123456789
   */
  _id: string;

  /**
   * Name of the subscription in paths, unique in its topic.
   * @example tk_orders:si_ada
   */
  identifier: string;

  /** Topic. */
  @ApiProperty({ type: TopicDto })
  topic: TopicDto;

  /** The subscriber; null when deleted. */
  @ApiProperty({ type: MemberDto, nullable: true })
  subscriber: MemberDto | null;

  /**
   * The contexts it holds in, as `type:id`: only triggers with exactly these reach it.
   * @example ["tenant:acme"]
   */
  contextKeys: string[];

  /**
   * When the subscription was made, ISO 8601 in UTC.
   * @example 2026-02-03T04:05:06.789Z
   */
  createdAt: string;

  /**
   * When the subscription was last changed, ISO 8601 in UTC.
   * @example 2026-02-03T04:05:06.789Z
   */
  updatedAt: string;
}

/** A subscription with who follows what. */
export class SubscriptionDto extends RemovedSubscriptionDto {
  /**
   * Readable name.
   * @example Large orders
   */
  name?: string;

  /** Rules for workflows; other workflows reach the subscriber. */
  @ApiProperty({ type: [SubscriptionPreferenceDto] })
  preferences: SubscriptionPreferenceDto[];
}

/** A page of subscriptions. */
export class SubscriptionPageDto extends CursorPageDto {
  /** The subscriptions on this page. */
  @ApiProperty({ type: [SubscriptionDto] })
  data: SubscriptionDto[];
}

/** Counts of a request with several entries. */
export class BulkMetaDto {
  /** Entries of the request. */
  totalCount: number;

  /** Entries that succeeded. */
  successful: number;

  /** Entries that failed; `errors` says why. */
  failed: number;
}

/** An entry of the request that failed. */
export class ItemErrorDto {
  /** The subscriber the entry names; empty when it names none. */
  subscriberId: string;

  /** Kind of failure. */
  @ApiProperty({ enum: ITEM_ERROR_CODES })
  code: ItemErrorCode;

  /**
   * Description of the error.
   * @example Subscriber 'unknown' was not found
   */
  message: string;
}

/** Result of subscribing: others are subscribed even when some fail. */
export class SubscribedDto {
  /** One subscription for each entry that succeeded, in their order. */
  @ApiProperty({ type: [SubscriptionDto] })
  data: SubscriptionDto[];

  /** Counts of entries. */
  meta: BulkMetaDto;

  /** The entries that failed; absent when there are none. */
  @ApiProperty({ type: [ItemErrorDto], required: false })
  errors?: ItemErrorDto[];
}

/** Result of unsubscribing. */
export class UnsubscribedDto {
  /** Removed subscriptions; an entry that names a subscriber may have removed several. */
  @ApiProperty({ type: [RemovedSubscriptionDto] })
  data: RemovedSubscriptionDto[];

  /** Counts of entries. */
  meta: BulkMetaDto;

  /** The entries that named nothing; absent when there are none. */
  @ApiProperty({ type: [ItemErrorDto], required: false })
  errors?: ItemErrorDto[];
}

/** Fields that the responses of all bulk operations have. */
export function bulkOutcome(total: number, errors: ItemErrorDto[]): { meta: BulkMetaDto; errors?: ItemErrorDto[] } {
  return {
    meta: { totalCount: total, successful: total - errors.length, failed: errors.length },
    ...(errors.length > 0 && { errors }),
  };
}

import { ApiProperty } from '@nestjs/swagger';
import { ITEM_ERROR_CODES, type ItemErrorCode } from '../item-error.js';
import { RemovedSubscriptionDto, SubscriptionDto } from './subscription.dto.js';

/** How much of a request has succeeded. */
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

  /** What kind of failure it is. */
  @ApiProperty({ enum: ITEM_ERROR_CODES })
  code: ItemErrorCode;

  /**
   * What went wrong, in words.
   * @example Subscriber 'unknown' was not found
   */
  message: string;
}

/** What came of subscribing: others are subscribed even when some fail. */
export class SubscribedDto {
  /** One subscription for each entry that succeeded, in their order. */
  @ApiProperty({ type: [SubscriptionDto] })
  data: SubscriptionDto[];

  /** How much of the request has succeeded. */
  meta: BulkMetaDto;

  /** The entries that failed; absent when there are none. */
  @ApiProperty({ type: [ItemErrorDto], required: false })
  errors?: ItemErrorDto[];
}

/** What came of unsubscribing. */
export class UnsubscribedDto {
  /** What was removed; an entry that names a subscriber may have removed several. */
  @ApiProperty({ type: [RemovedSubscriptionDto] })
  data: RemovedSubscriptionDto[];

  /** How much of the request has succeeded. */
  meta: BulkMetaDto;

  /** The entries that named nothing; absent when there are none. */
  @ApiProperty({ type: [ItemErrorDto], required: false })
  errors?: ItemErrorDto[];
}

/** What bulk answers have in common. */
export function bulkOutcome(total: number, errors: ItemErrorDto[]): { meta: BulkMetaDto; errors?: ItemErrorDto[] } {
  return {
    meta: { totalCount: total, successful: total - errors.length, failed: errors.length },
    ...(errors.length > 0 && { errors }),
  };
}

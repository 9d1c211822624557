import { ApiProperty } from '@nestjs/swagger';
import type { NotificationCountDto } from '../../../../notifications/inbox/dto/notification-count.dto.js';

/** Widgets show `99+` above it and count no further. */
const MAX_SHOWN = 99;

/** How many notifications match one filter. */
export class InboxCountDto {
  /**
   * Notifications that match; 99 for more.
   * @example 2
   */
  count: number;

  /**
   * The filter.
   * @example { "read": false }
   */
  @ApiProperty({ type: 'object', additionalProperties: true })
  filter: Record<string, unknown>;
}

/** The counts, in the order of the filters. */
export class InboxCountsDto {
  /** One entry per filter. */
  @ApiProperty({ type: [InboxCountDto] })
  data: InboxCountDto[];
}

export function toInboxCountDto({ count, filter }: NotificationCountDto): InboxCountDto {
  return { count: Math.min(count, MAX_SHOWN), filter };
}

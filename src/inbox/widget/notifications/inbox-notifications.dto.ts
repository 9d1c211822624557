import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import type { NotificationCountDto } from '../../../notifications/inbox/inbox.dto.js';
import type { ActionType } from '../../../notifications/messages/message.schema.js';

const ACTION_TYPES = ['primary', 'secondary'] as const;

/** A button of a notification. */
export class ActionDto {
  /** Which of the two buttons. */
  @IsIn(ACTION_TYPES)
  @ApiProperty({ enum: ACTION_TYPES })
  actionType: ActionType;
}

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

import { ApiProperty } from '@nestjs/swagger';

/** How many notifications match one filter. */
export class NotificationCountDto {
  /**
   * Notifications that match; at most as many as the installation counts.
   * @example 2
   */
  count: number;

  /** There are more than `count` says; left out otherwise. */
  countCapped?: boolean;

  /**
   * The filter.
   * @example { "read": false }
   */
  @ApiProperty({ type: 'object', additionalProperties: true })
  filter: Record<string, unknown>;
}

/** The counts, in the order of the filters. */
export class NotificationCountsDto {
  /** One entry per filter. */
  @ApiProperty({ type: [NotificationCountDto] })
  data: NotificationCountDto[];
}

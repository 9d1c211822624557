import { ApiProperty } from '@nestjs/swagger';
import { NotificationDto } from './notification.dto.js';

/** A page of notifications, newest first. */
export class NotificationPageDto {
  /** The notifications. */
  @ApiProperty({ type: [NotificationDto] })
  data: NotificationDto[];

  /** There are more; ask again with `after` set to the last id, or with a larger `offset`. */
  hasMore: boolean;

  /** The filters that were applied. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  filter: Record<string, unknown>;
}

import { IsMongoId, IsOptional } from 'class-validator';
import { QueryInt } from '../../../platform/validation/query.decorators.js';
import { NotificationFilterDto } from './notification-filter.dto.js';

/** Which notifications of a subscriber to list. */
export class ListNotificationsDto extends NotificationFilterDto {
  /** Notifications per page. */
  @QueryInt({ min: 1, max: 100 })
  limit: number = 10;

  /** Id of the last notification of the page before. */
  @IsOptional()
  @IsMongoId()
  after?: string;

  /** Notifications to leave out at the beginning; an alternative to `after`. */
  @QueryInt({ min: 0, max: 100_000 })
  offset?: number;
}

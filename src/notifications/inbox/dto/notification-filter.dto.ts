import { Transform } from 'class-transformer';
import { IsIn } from 'class-validator';
import { QueryBoolean, QueryInt, QueryList } from '../../../platform/validation/query.decorators.js';
import { SEVERITIES, type Severity } from '../../../workflows/severity.js';
import type { TagFilter } from '../filter/tag-filter.js';
import { IsDataFilter, IsTagFilter } from './filter.decorators.js';

const LAST_DATE = 8_640_000_000_000_000;

/** Which notifications are meant; all that is given narrows them together. */
export class NotificationFilterDto {
  /** Only read, or only unread ones. */
  @QueryBoolean()
  read?: boolean;

  /** Only seen, or only unseen ones. */
  @QueryBoolean()
  seen?: boolean;

  /** Only archived ones, or only those that are not; these are the default. */
  @QueryBoolean()
  archived?: boolean;

  /** Only snoozed ones, or only those that are not; these are the default. */
  @QueryBoolean()
  snoozed?: boolean;

  /**
   * Only notifications of workflows that have one of these tags (`tags=a&tags=b`), or one of each of several groups
   * (`tags[0][]=a&tags[1][]=b`).
   */
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? [value] : value))
  @IsTagFilter()
  tags?: TagFilter;

  /**
   * Only notifications whose `data` has these values: a JSON object as text. By key it asks for a value, one of a list,
   * `{"or": […]}` or `{"and": [{"or": […]}, …]}`.
   */
  @IsDataFilter()
  data?: string;

  /** Only notifications of these severities. */
  @QueryList()
  @IsIn(SEVERITIES, { each: true })
  severity?: Severity[];

  /** Only notifications made at or after this time, in milliseconds since 1970. */
  @QueryInt({ min: 0, max: LAST_DATE })
  createdGte?: number;

  /** Only notifications made at or before this time, in milliseconds since 1970. */
  @QueryInt({ min: 0, max: LAST_DATE })
  createdLte?: number;

  /**
   * Only notifications with exactly this set of context keys, each `type:id`. One empty value asks for those
   * without context.
   */
  @QueryList()
  contextKeys?: string[];
}

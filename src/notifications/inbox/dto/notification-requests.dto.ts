import { ArrayMaxSize, IsArray, IsMongoId, IsString, MaxLength } from 'class-validator';
import { Optional } from '../../../platform/validation/optional.decorator.js';
import { QueryList } from '../../../platform/validation/query.decorators.js';
import type { TagFilter } from '../filter/tag-filter.js';
import { IsDataFilter, IsTagFilter } from './filter.decorators.js';

const MAX_IDS = 1000;
const MAX_CONTEXT_KEYS = 100;

/** In which contexts to look for a notification. */
export class InContextsDto {
  /**
   * Only a notification with exactly this set of context keys, each `type:id`. One empty value asks for one without
   * context.
   */
  @QueryList()
  contextKeys?: string[];
}

/** Which notifications to change: all that match; nothing given means all. */
export class MatchingNotificationsDto {
  /**
   * Notifications of workflows that have one of these tags: a list, or `{"or": […]}`; or one of each of several groups:
   * `{"and": [{"or": […]}, …]}`.
   */
  @IsTagFilter()
  tags?: TagFilter;

  /** Notifications whose `data` has these values: a JSON object as text, as in the list's query. */
  @IsDataFilter()
  @IsString()
  data?: string;

  /**
   * Notifications with exactly this set of context keys, each `type:id`; an empty list asks for those without context.
   */
  @Optional({ nullable: false })
  @IsArray()
  @ArrayMaxSize(MAX_CONTEXT_KEYS)
  @IsString({ each: true })
  @MaxLength(512, { each: true })
  contextKeys?: string[];
}

/** Which notifications to mark: these ids, or else all that match; nothing given means all. */
export class MarkSeenDto extends MatchingNotificationsDto {
  /** Ids of notifications. When given, `tags` and `data` are not used. */
  @Optional({ nullable: false })
  @IsArray()
  @ArrayMaxSize(MAX_IDS)
  @IsMongoId({ each: true })
  notificationIds?: string[];
}

/** For how long to hide a notification. */
export class SnoozeDto {
  /**
   * When it is shown again, ISO 8601: at least three minutes and at most ninety days ahead, unless the installation has
   * other limits.
   * @example 2026-02-03T08:00:00.000Z
   */
  @IsString()
  @MaxLength(40)
  snoozeUntil: string;
}

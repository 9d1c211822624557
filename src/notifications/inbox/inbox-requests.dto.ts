import { applyDecorators, BadRequestException, Param, type PipeTransform } from '@nestjs/common';
import { ApiParam, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsMongoId,
  IsOptional,
  IsString,
  MaxLength,
  ValidateBy,
  validateSync,
} from 'class-validator';
import { type FieldViolations, ValidationException } from '../../platform/errors/validation.exception.js';
import { ObjectIdPipe } from '../../platform/ids.js';
import { Optional, QueryBoolean, QueryInt, QueryList } from '../../platform/validation/decorators.js';
import { readPlain } from '../../platform/validation/request.pipe.js';
import { isObject } from '../../platform/values/is-object.js';
import { SEVERITIES, type Severity } from '../../workflows/workflow.schema.js';
import type { ActionType } from '../messages/message.schema.js';
import { dataConditions, type TagFilter, tagGroups } from '../messages/content-filters.js';
import { RefusesUnknown } from '../../platform/validation/unknown-members.js';

/** What to count. */
export class CountNotificationsDto {
  /**
   * JSON text of a list of 1 to 30 filters, each an object with the fields of the list's query: `read`, `seen`,
   * `archived`, `snoozed`, `tags`, `data`, `severity`, `createdGte`, `createdLte`, `contextKeys`.
   */
  @ApiProperty({ example: '[{"read":false},{"severity":["high"]}]' })
  @IsString()
  @MaxLength(16_384)
  filters: string;
}

const TEXTS = { type: 'array' as const, items: { type: 'string' as const } };
const ONE_OF = { type: 'object' as const, properties: { or: TEXTS } };

/** One of several tags, or one of each of several groups. */
function IsTagFilter(): PropertyDecorator {
  return applyDecorators(
    Optional({ nullable: false }),
    ApiPropertyOptional({
      oneOf: [TEXTS, ONE_OF, { type: 'object', properties: { and: { type: 'array', items: ONE_OF } } }],
      example: ['news'],
    }),
    holds(
      'tagFilter',
      (value) => tagGroups(value) !== undefined,
      'must be a list of texts, {"or": […]} or {"and": [{"or": […]}, …]}, with 100 texts at most',
    ),
  );
}

/** A filter on the `data` of notifications: JSON text, or the object itself where a request holds JSON. */
function IsDataFilter(): PropertyDecorator {
  return applyDecorators(
    Optional({ nullable: false }),
    ApiPropertyOptional({ type: String, maxLength: 2048, example: '{"orderId":"4711"}' }),
    holds(
      'dataFilter',
      (value) => dataConditions(value) !== undefined,
      'must be a JSON object of values, lists, {"or": […]} or {"and": [{"or": […]}, …]} by key, two levels at most',
    ),
  );
}

function holds(name: string, validate: (value: unknown) => boolean, rule: string): PropertyDecorator {
  return ValidateBy({ name, validator: { validate, defaultMessage: (details) => `${details?.property} ${rule}` } });
}

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
@RefusesUnknown()
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

/** The `actionType` of a path: `primary` or `secondary`, else 422. */
export class ActionTypePipe implements PipeTransform<string, ActionType> {
  transform(value: string): ActionType {
    if (value === 'primary' || value === 'secondary') return value;
    throw ValidationException.of('actionType', 'actionType must be primary or secondary', value);
  }
}

/** The notification id of a path. */
export const NotificationId = (): ParameterDecorator => Param('notificationId', new ObjectIdPipe('Notification'));

/** Its OpenAPI description. */
export const ApiNotificationId = (): MethodDecorator => ApiParam({ name: 'notificationId', type: String });

/** Maximum number of filters in a count request. */
const MAX_FILTERS = 30;

/** Reads the filters of a count from their JSON text. Invalid JSON is a 400, invalid filters are a 422. */
export function readCountFilters(text: string): NotificationFilterDto[] {
  const filters = parse(text);
  if (!Array.isArray(filters) || filters.length === 0 || filters.length > MAX_FILTERS || !filters.every(isObject)) {
    throw ValidationException.of('filters', `filters must be a list of 1 to ${MAX_FILTERS} objects`);
  }
  const read = filters.map((filter) => readPlain(NotificationFilterDto, filter));
  const violations: FieldViolations = {};
  for (const [index, filter] of read.entries()) Object.assign(violations, violationsOf(filter, `filters.${index}`));
  if (Object.keys(violations).length > 0) throw new ValidationException(violations);
  return read;
}

function violationsOf(filter: NotificationFilterDto, place: string): FieldViolations {
  const violations: FieldViolations = {};
  for (const [field, value] of Object.entries(filter)) {
    if (value === null) violations[`${place}.${field}`] = { messages: [`${field} must not be null`] };
  }
  for (const { property, constraints } of validateSync(filter, { whitelist: true })) {
    violations[`${place}.${property}`] ??= { messages: Object.values(constraints ?? {}) };
  }
  return violations;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadRequestException('filters must be JSON');
  }
}

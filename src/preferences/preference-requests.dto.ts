import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsISO8601,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Matches,
  ValidateNested,
} from 'class-validator';
import type { PreferenceLayer } from '#libs/preferences/preference-layers.js';
import {
  canonicalSchedule,
  isSchedule,
  type Schedule,
  scheduleViolations,
  WEEKDAYS,
} from '#libs/schedule/quiet-hours/weekly-schedule.js';
import { ValidationException } from '../platform/errors/validation.exception.js';
import { Raw } from '../platform/http/decorators.js';
import { Optional, QueryList } from '../platform/validation/decorators.js';
import { CRITICALITIES, type Criticality } from './effective-preference.js';
import { HasShape, RefusesUnknown, type Shape } from '../platform/validation/unknown-members.js';

/** Channels to switch on or off. One that is left out stays as it is. */
@RefusesUnknown()
export class PatchPreferenceChannelsDto {
  /** Email. */
  @Optional({ nullable: false })
  @IsBoolean()
  email?: boolean;

  /** SMS. */
  @Optional({ nullable: false })
  @IsBoolean()
  sms?: boolean;

  /** In-app. */
  @Optional({ nullable: false })
  @IsBoolean()
  in_app?: boolean;

  /** Chat. */
  @Optional({ nullable: false })
  @IsBoolean()
  chat?: boolean;

  /** Push. */
  @Optional({ nullable: false })
  @IsBoolean()
  push?: boolean;

  /** Tools, such as PagerDuty. */
  @Optional({ nullable: false })
  @IsBoolean()
  tool?: boolean;
}

/** Channels and whether they are enabled. */
export class PreferenceChannelsDto {
  /** Email. */
  email?: boolean;

  /** SMS. */
  sms?: boolean;

  /** In-app. */
  in_app?: boolean;

  /** Chat. */
  chat?: boolean;

  /** Push. */
  push?: boolean;

  /** Tools, such as PagerDuty; listed for a workflow that has such a step, and not among the global ones. */
  tool?: boolean;
}

export function toLayer(channels: PatchPreferenceChannelsDto | undefined): PreferenceLayer {
  const { email, sms, in_app, chat, push, tool } = channels ?? {};
  const stated = Object.entries({ email, sms, in_app, chat, push, tool }).filter(
    ([, enabled]) => enabled !== undefined,
  );
  return { channels: Object.fromEntries(stated.map(([channel, enabled]) => [channel, { enabled }])) };
}

const MAX_ITEMS = 100;

/** A change for one workflow. */
export class BulkPreferenceItemDto {
  /** The channels to switch. */
  @IsObject()
  @ValidateNested()
  @Type(() => PatchPreferenceChannelsDto)
  channels: PatchPreferenceChannelsDto;

  /**
   * The workflow, by identifier, internal id or slug.
   * @example order-shipped
   */
  @IsString()
  @Length(1, 512)
  workflowId: string;
}

/** Changes for several workflows. */
@RefusesUnknown()
export class BulkUpdatePreferencesDto {
  /** At most 100 changes. */
  @IsArray()
  @ArrayMaxSize(MAX_ITEMS)
  @ValidateNested({ each: true })
  @Type(() => BulkPreferenceItemDto)
  preferences: BulkPreferenceItemDto[];

  /**
   * The contexts the changes are for, by type: an id, or an object with an id and data. At most 5. They hold where
   * exactly these contexts are. Unknown contexts are created; data of known ones stays as it is.
   * @example { "tenant": "acme" }
   */
  @Optional({ nullable: false })
  @IsObject()
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  @Raw()
  context?: Record<string, unknown>;
}

/** A trigger names at most this number of contexts; a larger set never occurs. */
const MAX_CONTEXTS = 5;

/** Which preferences of a subscriber to list. */
export class ListPreferencesQueryDto {
  /** Workflows that subscribers cannot opt out of (`critical`), the others (`nonCritical`), or both (`all`). */
  @IsOptional()
  @IsIn(CRITICALITIES)
  criticality: Criticality = 'nonCritical';

  /**
   * Preferences of exactly this set of contexts, each `type:id`. Without any: those that hold where no context is.
   * @example ["tenant:acme"]
   */
  @QueryList()
  @ArrayMaxSize(MAX_CONTEXTS)
  @Matches(/^$|^[\w-]{1,100}:[\w-]{1,100}$/, {
    each: true,
    message: 'each value in contextKeys must have the form type:id',
  })
  contextKeys?: string[];
}

/** A part of a day in which the subscriber may be disturbed. An end before the start is on the next day. */
export class TimeRangeDto {
  /**
   * First minute.
   * @example 09:00 AM
   */
  start: string;

  /**
   * Last minute.
   * @example 05:30 PM
   */
  end: string;
}

/** One day of the week. */
export class DayScheduleDto {
  /** Whether anything may be sent that day. */
  isEnabled: boolean;

  /** When; at most 24 ranges. Without any, nothing is sent that day. */
  hours?: TimeRangeDto[];
}

/** The days of the week, in the time zone of the subscriber. On a day that is left out nothing is sent. */
export class WeeklyScheduleDto {
  /** Monday. */
  monday?: DayScheduleDto;

  /** Tuesday. */
  tuesday?: DayScheduleDto;

  /** Wednesday. */
  wednesday?: DayScheduleDto;

  /** Thursday. */
  thursday?: DayScheduleDto;

  /** Friday. */
  friday?: DayScheduleDto;

  /** Saturday. */
  saturday?: DayScheduleDto;

  /** Sunday. */
  sunday?: DayScheduleDto;
}

const DAY_SHAPE: Shape = { isEnabled: null, hours: { start: null, end: null } };

/** The members of {@link ScheduleDto} in a request. */
export const SCHEDULE_SHAPE: Shape = {
  isEnabled: null,
  weeklySchedule: Object.fromEntries(WEEKDAYS.map((day) => [day, DAY_SHAPE])),
};

/** The hours in which email, SMS, push and chat may be sent. */
export class ScheduleDto {
  /** Whether the schedule counts; otherwise they may be sent at any time. */
  isEnabled: boolean;

  /** The hours, day by day. In a request it replaces the whole week; when it is left out, the week stays. */
  weeklySchedule?: WeeklyScheduleDto;
}

/** The schedule of a request in the form that is stored (behaviour Q1). Throws 422 naming every wrong field. */
export function toSchedule(input: unknown, name = 'schedule'): Schedule | undefined {
  if (input === undefined) return undefined;
  if (isSchedule(input)) return canonicalSchedule(input);
  const violations = scheduleViolations(input).map(({ path, message }) => {
    const field = path === '' ? name : `${name}.${path}`;
    return [field, { messages: [`${field} ${message}`] }];
  });
  throw new ValidationException(Object.fromEntries(violations));
}

/** A change of a subscriber's preferences. */
@RefusesUnknown()
export class PatchPreferencesDto {
  /** The channels to switch. */
  @Optional({ nullable: false })
  @IsObject()
  @ValidateNested()
  @Type(() => PatchPreferenceChannelsDto)
  channels?: PatchPreferenceChannelsDto;

  /**
   * The workflow they are switched for, by identifier, internal id or slug. Without it and `category` they are switched for
   * all workflows, and what was set for categories and single workflows in these channels is cleared.
   * @example order-shipped
   */
  @Optional({ nullable: false })
  @IsString()
  @Length(1, 512)
  workflowId?: string;

  /**
   * The category they are switched for: a tag by which people choose. What was set for single workflows of it in these channels
   * is cleared. Not together with `workflowId`.
   * @example news
   */
  @Optional({ nullable: false })
  @IsString()
  @Length(1, 128)
  category?: string;

  /** Hours in which the subscriber may be notified. Not together with `workflowId`: they hold for all workflows. */
  @Optional({ nullable: false })
  @IsObject()
  @ApiPropertyOptional({ type: ScheduleDto })
  @Raw()
  @HasShape(SCHEDULE_SHAPE)
  schedule?: unknown;

  /**
   * Until when nothing is sent but critical notifications, ISO 8601, at most two years ahead. A time in the past, or null,
   * ends a pause. Not together with `workflowId`.
   * @example 2026-03-08T07:00:00Z
   */
  @Optional({ nullable: true })
  @IsISO8601({ strict: true })
  @ApiPropertyOptional({ type: String, format: 'date-time', nullable: true })
  pausedUntil?: string | null;

  /**
   * The contexts the change is for, by type: an id, or an object with an id and data. At most 5. It holds where exactly
   * these contexts are. Unknown contexts are created; data of known ones stays as it is.
   * @example { "tenant": "acme" }
   */
  @Optional({ nullable: false })
  @IsObject()
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  @Raw()
  context?: Record<string, unknown>;
}

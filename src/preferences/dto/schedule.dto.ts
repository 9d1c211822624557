import {
  canonicalSchedule,
  isSchedule,
  type Schedule,
  scheduleViolations,
} from '#libs/schedule/quiet-hours/weekly-schedule.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';

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

import { isContainer } from '../data-path.js';
import { shown } from '../outcome.js';

/** The days of the week in the order of `Date.getUTCDay()`. */
export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** From `start` to `end`, both inclusive, as `HH:MM AM` or `HH:MM PM`. An end before the start is on the next day. */
export interface TimeRange {
  start: string;
  end: string;
}

export interface DaySchedule {
  isEnabled: boolean;
  hours?: TimeRange[];
}

/**
 * The hours of a subscriber's week in which email, SMS, push and chat may be sent. If disabled, they may always be
 * sent.
 */
export interface Schedule {
  isEnabled: boolean;
  weeklySchedule?: Partial<Record<Weekday, DaySchedule>>;
}

/** Maximum ranges of a day: one per hour is more than anyone needs. */
export const MAX_RANGES = 24;

/** A field of a schedule that is invalid, with its path. */
export interface ScheduleViolation {
  path: string;
  message: string;
}

/**
 * Returns everything that is wrong with a schedule from outside; an empty list means it is a valid {@link Schedule}.
 */
export function scheduleViolations(input: unknown): ScheduleViolation[] {
  if (!isContainer(input)) return [{ path: '', message: `must be an object, got ${shown(input)}` }];
  const violations = booleanViolations(input['isEnabled'], 'isEnabled');
  const week = input['weeklySchedule'];
  if (week === undefined) return violations;
  if (!isContainer(week) || Array.isArray(week)) {
    return [...violations, { path: 'weeklySchedule', message: `must be an object, got ${shown(week)}` }];
  }
  for (const [day, value] of Object.entries(week)) {
    const path = `weeklySchedule.${day}`;
    if (WEEKDAYS.some((known) => known === day)) violations.push(...dayViolations(value, path));
    else violations.push({ path, message: `is not a day; days are ${WEEKDAYS.join(', ')}` });
  }
  return violations;
}

function dayViolations(day: unknown, path: string): ScheduleViolation[] {
  if (day === undefined) return [];
  if (!isContainer(day)) return [{ path, message: `must be an object, got ${shown(day)}` }];
  const violations = booleanViolations(day['isEnabled'], `${path}.isEnabled`);
  const hours = day['hours'];
  if (hours === undefined) return violations;
  if (!Array.isArray(hours)) return [...violations, { path: `${path}.hours`, message: 'must be an array' }];
  if (hours.length > MAX_RANGES) {
    return [...violations, { path: `${path}.hours`, message: `must have at most ${MAX_RANGES} ranges` }];
  }
  return [...violations, ...hours.flatMap((range: unknown, index) => rangeViolations(range, `${path}.hours.${index}`))];
}

function rangeViolations(range: unknown, path: string): ScheduleViolation[] {
  if (!isContainer(range)) return [{ path, message: `must be an object, got ${shown(range)}` }];
  return ['start', 'end']
    .filter((end) => typeof range[end] !== 'string' || parseTimeOfDay(range[end]) === undefined)
    .map((end) => ({
      path: `${path}.${end}`,
      message: `must be a time such as "09:30 PM", got ${shown(range[end])}`,
    }));
}

function booleanViolations(value: unknown, path: string): ScheduleViolation[] {
  return typeof value === 'boolean' ? [] : [{ path, message: `must be true or false, got ${shown(value)}` }];
}

/** Returns whether a value from outside is a valid schedule. */
export function isSchedule(input: unknown): input is Schedule {
  return scheduleViolations(input).length === 0;
}

/**
 * Returns a valid schedule in the form that is stored and shown: known members only, times as `HH:MM AM`.
 */
export function canonicalSchedule({ isEnabled, weeklySchedule }: Schedule): Schedule {
  if (weeklySchedule === undefined) return { isEnabled };
  const days = WEEKDAYS.flatMap((name) => {
    const day = weeklySchedule[name];
    return day === undefined ? [] : [[name, canonicalDay(day)]];
  });
  return { isEnabled, weeklySchedule: Object.fromEntries(days) };
}

function canonicalDay({ isEnabled, hours }: DaySchedule): DaySchedule {
  if (hours === undefined) return { isEnabled };
  return {
    isEnabled,
    hours: hours.map(({ start, end }) => ({ start: canonicalTime(start), end: canonicalTime(end) })),
  };
}

function canonicalTime(text: string): string {
  const minute = parseTimeOfDay(text);
  return minute === undefined ? text : formatTimeOfDay(minute);
}

const TIME_OF_DAY = /^(0?[1-9]|1[0-2]):([0-5]\d)\s?([AP])M$/i;

/**
 * Schedules use few different times of day, and a fan-out parses them for every subscriber. Only valid times are
 * cached.
 */
const CACHE_LIMIT = 10_000;
const cache = new Map<string, number | undefined>();

/**
 * Returns the minutes since midnight of a time written `HH:MM AM` or `HH:MM PM`; the hour may have one digit (`9:30
 * PM`).
 * @returns 0 to 1439, or undefined for anything else, 24-hour times included.
 */
export function parseTimeOfDay(text: string): number | undefined {
  const known = cache.get(text);
  if (known !== undefined) return known;
  const minute = readTimeOfDay(text.trim());
  if (minute !== undefined && cache.size < CACHE_LIMIT) cache.set(text, minute);
  return minute;
}

function readTimeOfDay(text: string): number | undefined {
  const match = TIME_OF_DAY.exec(text);
  if (!match) return undefined;
  const hour = (Number(match[1]) % 12) + (match[3]?.toUpperCase() === 'P' ? 12 : 0);
  return hour * 60 + Number(match[2]);
}

/** Formats minutes since midnight as `HH:MM AM` or `HH:MM PM`. */
export function formatTimeOfDay(minute: number): string {
  const hour = Math.floor(minute / 60);
  const shown = [hour % 12 || 12, minute % 60].map((part) => String(part).padStart(2, '0'));
  return `${shown.join(':')} ${hour < 12 ? 'AM' : 'PM'}`;
}

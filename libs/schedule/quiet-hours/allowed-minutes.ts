import { parseTimeOfDay } from './time-of-day.js';
import { type Schedule, WEEKDAYS } from './weekly-schedule.js';

/** Minutes of one local day, `from` included and `to` excluded. */
export interface MinuteRange {
  from: number;
  to: number;
}

const MINUTES_PER_DAY = 1440;

/**
 * The minutes of one local day in which an enabled schedule allows sending, unsorted and possibly overlapping.
 * Both ends of a range count (Q5). A range that ends before it starts gives the day its evening and the following day
 * only the part up to the end, whether or not that day is enabled itself (Q6).
 * @param weekday 0 for Sunday to 6 for Saturday
 */
export function allowedMinutes(schedule: Schedule, weekday: number): MinuteRange[] {
  const own = rangesOf(schedule, weekday).map(({ start, end }) => ({
    from: start,
    to: end < start ? MINUTES_PER_DAY : end + 1,
  }));
  const fromYesterday = rangesOf(schedule, (weekday + 6) % 7)
    .filter(({ start, end }) => end < start)
    .map(({ end }) => ({ from: 0, to: end + 1 }));
  return [...own, ...fromYesterday];
}

/** A range whose times cannot be read allows nothing: schedules are checked when they are saved. */
function rangesOf(schedule: Schedule, weekday: number): { start: number; end: number }[] {
  const name = WEEKDAYS[weekday];
  const day = name && schedule.weeklySchedule?.[name];
  if (!day?.isEnabled) return [];
  return (day.hours ?? []).flatMap((range) => {
    const start = parseTimeOfDay(range.start);
    const end = parseTimeOfDay(range.end);
    return start === undefined || end === undefined ? [] : [{ start, end }];
  });
}

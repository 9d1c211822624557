import { isZoneName, resolveZone } from '../zones/time-zone.js';
import { MINUTE_MS, startOfWallDay, wallTimeAt } from '../zones/wall-clock.js';
import { allowedMinutes } from './allowed-minutes.js';
import { formatTimeOfDay } from './time-of-day.js';
import { type Schedule, WEEKDAYS } from './weekly-schedule.js';

/** Where and when a schedule was looked at, in words: `localTime` as `saturday 03:12 AM`, `hours` of that day. */
export interface HoursAt {
  timezone: string;
  localTime: string;
  hours: string;
}

/** What {@link isWithinSchedule} has looked at. */
export function hoursAt(schedule: Schedule, zone: string | undefined, now: Date): HoursAt {
  const place = resolveZone(zone);
  const wall = wallTimeAt(place, now.getTime());
  const weekday = new Date(wall).getUTCDay();
  const minute = Math.floor((wall - startOfWallDay(wall)) / MINUTE_MS);
  const ranges = allowedMinutes(schedule, weekday).map(
    ({ from, to }) => `${formatTimeOfDay(from)} to ${formatTimeOfDay(to - 1)}`,
  );
  return {
    timezone: zone !== undefined && isZoneName(zone) ? zone : 'UTC',
    localTime: `${WEEKDAYS[weekday]} ${formatTimeOfDay(minute)}`,
    hours: ranges.join(', ') || 'none',
  };
}

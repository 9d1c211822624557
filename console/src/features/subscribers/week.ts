import type { Schemas } from '../../api/client';

type Schedule = Schemas['ScheduleDto'];
type Week = NonNullable<Schedule['weeklySchedule']>;

const KEYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** The days in their order. */
export const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** A day as it is edited. */
export interface Day {
  isOn: boolean;
  /** `09:00`, of 24 hours. */
  from: string;
  to: string;
  /** Further ranges, which are kept as they are and not edited here. */
  more: number;
}

/** A week as it is edited: working hours where nothing is set. */
export function daysOf(week: Week | undefined): Day[] {
  return KEYS.map((key, index) => {
    const day = week?.[key];
    const [first, ...more] = day?.hours ?? [];
    return {
      isOn: week ? day?.isEnabled === true : index < 5,
      from: first ? to24(first.start) : '09:00',
      to: first ? to24(first.end) : '18:00',
      more: more.length,
    };
  });
}

/** What is stored of it. Days with several ranges keep them. */
export function scheduleOf(isEnabled: boolean, days: readonly Day[], stored: Week | undefined): Schedule {
  if (!isEnabled) return { isEnabled };
  const entries = KEYS.map((key, index) => {
    const { isOn, from, to, more } = days[index]!;
    const hours = more > 0 ? stored?.[key]?.hours : [{ start: to12(from), end: to12(to) }];
    return [key, { isEnabled: isOn, ...(isOn && { hours }) }];
  });
  return { isEnabled, weeklySchedule: Object.fromEntries(entries) as Week };
}

/** `05:30 PM` as `17:30`. */
export function to24(text: string): string {
  const [, hour = '', minute = '', half] = /^(\d\d):(\d\d) (AM|PM)$/.exec(text) ?? [];
  return `${String((Number(hour) % 12) + (half === 'PM' ? 12 : 0)).padStart(2, '0')}:${minute}`;
}

/** `17:30` as `05:30 PM`. */
export function to12(text: string): string {
  const [hour = 0, minute = 0] = text.split(':').map(Number);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(hour % 12 || 12)}:${two(minute)} ${hour < 12 ? 'AM' : 'PM'}`;
}

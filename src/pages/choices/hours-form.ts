import {
  type DaySchedule,
  formatTimeOfDay,
  MAX_RANGES,
  parseTimeOfDay,
  type Schedule,
  type TimeRange,
  type Weekday,
} from '#libs/schedule/quiet-hours/weekly-schedule.js';

/** The days in the order of the page. */
export const DAYS: readonly Weekday[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** A day as the form has it; times as browsers write them, `09:00`. */
export interface DayFields {
  day: Weekday;
  isOn: boolean;
  ranges: { from: string; to: string }[];
}

/** What the form of quiet hours has. */
export interface HoursFields {
  isOn: boolean;
  days: DayFields[];
}

/** Offered to somebody who has no hours. */
const USUAL = { from: '08:00', to: '20:00' };

/** A stored schedule as the form shows it. Each day has at least one range. */
export function hoursFields(schedule: Schedule | undefined): HoursFields {
  const week = schedule?.weeklySchedule;
  return {
    isOn: schedule?.isEnabled ?? false,
    days: DAYS.map((day) => {
      const stored = week?.[day];
      const ranges = (stored?.hours ?? []).map(({ start, end }) => ({ from: toClock(start), to: toClock(end) }));
      return { day, isOn: week ? (stored?.isEnabled ?? false) : true, ranges: ranges.length > 0 ? ranges : [USUAL] };
    }),
  };
}

/** What was sent, as it was typed. */
export function readHoursFields(form: URLSearchParams): HoursFields {
  const ticked = new Set(form.getAll('day'));
  return {
    isOn: form.get('hours') === 'on',
    days: DAYS.map((day) => {
      const to = form.getAll(`${day}.to`);
      const ranges = form.getAll(`${day}.from`).slice(0, MAX_RANGES);
      return { day, isOn: ticked.has(day), ranges: ranges.map((from, index) => ({ from, to: to[index] ?? '' })) };
    }),
  };
}

/** The schedule of a form; undefined when a range is not complete, or a day that is ticked has none. */
export function toWeek({ isOn, days }: HoursFields): Schedule | undefined {
  const read = days.map(({ day, isOn: isEnabled, ranges }) => {
    const typed = ranges.filter(({ from, to }) => from !== '' || to !== '');
    const hours = typed.flatMap((range) => toRange(range) ?? []);
    const isWrong = hours.length < typed.length || (isEnabled && hours.length === 0);
    return isWrong ? undefined : ([day, { isEnabled, hours } satisfies DaySchedule] as const);
  });
  if (read.includes(undefined)) return undefined;
  return { isEnabled: isOn, weeklySchedule: Object.fromEntries(read.filter((one) => one !== undefined)) };
}

function toRange({ from, to }: { from: string; to: string }): TimeRange | undefined {
  const [start, end] = [fromClock(from), fromClock(to)];
  return start !== undefined && end !== undefined ? { start, end } : undefined;
}

/** `09:30 PM` as `21:30`. */
function toClock(time: string): string {
  const minute = parseTimeOfDay(time) ?? 0;
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** `21:30` as `09:30 PM`. */
function fromClock(text: string): string | undefined {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)(?::\d{2})?$/.exec(text) ?? [];
  return hour === undefined ? undefined : formatTimeOfDay(Number(hour) * 60 + Number(minute));
}

/** When a schedule comes, as a form shows it. `custom`: a cron expression that says more than the form can. */
export type Schedule =
  | { every: 'hour'; minute: number }
  | { every: 'day' | 'weekday'; time: string }
  | { every: 'week'; days: number[]; time: string }
  | { every: 'month'; day: number; time: string }
  | { every: 'custom'; cron: string };

export type Every = Schedule['every'];

/** Days of the week as cron counts them. */
export const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

const NINE = '09:00';

/** Reads a cron expression. Only one that {@link cronOf} would write in the same way is shown as a form. */
export function scheduleOf(cron: string): Schedule {
  const found = read(cron);
  return found && cronOf(found) === cron ? found : { every: 'custom', cron };
}

/** Writes a cron expression of five fields. */
export function cronOf(schedule: Schedule): string {
  if (schedule.every === 'custom') return schedule.cron;
  if (schedule.every === 'hour') return `${schedule.minute} * * * *`;
  const [hour, minute] = schedule.time.split(':').map(Number);
  const at = `${minute} ${hour}`;
  if (schedule.every === 'month') return `${at} ${schedule.day} * *`;
  if (schedule.every === 'week') return `${at} * * ${schedule.days.toSorted((a, b) => a - b).join(',')}`;
  return `${at} * * ${schedule.every === 'weekday' ? '1-5' : '*'}`;
}

/** The schedule in another rhythm, at the same time of day where both have one. */
export function inRhythm(schedule: Schedule, every: Every): Schedule {
  const time = 'time' in schedule ? schedule.time : NINE;
  const rhythms: Record<Every, Schedule> = {
    hour: { every: 'hour', minute: 0 },
    day: { every: 'day', time },
    weekday: { every: 'weekday', time },
    week: { every: 'week', days: [1], time },
    month: { every: 'month', day: 1, time },
    custom: { every: 'custom', cron: cronOf(schedule) },
  };
  return rhythms[every];
}

/** The next time of a schedule, after "until": `9:00 on the next Monday`. */
export function nextInWords(cron: string): string {
  const schedule = scheduleOf(cron);
  switch (schedule.every) {
    case 'custom':
      return `the next time of the schedule ${schedule.cron}`;
    case 'hour':
      return schedule.minute === 0 ? 'the next full hour' : `minute ${schedule.minute} of an hour`;
    case 'day':
      return clock(schedule.time);
    case 'weekday':
      return `${clock(schedule.time)} on the next weekday`;
    case 'week':
      return `${clock(schedule.time)} on the next ${listOf(schedule.days.map((day) => DAYS[day]!))}`;
    case 'month':
      return `${clock(schedule.time)} on day ${schedule.day} of a month`;
  }
}

/** `9:00`. */
export function clock(time: string): string {
  return time.replace(/^0(?=\d:)/, '');
}

function listOf(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

function read(cron: string): Schedule | undefined {
  const [minute, hour, day, month, weekday, more] = cron.split(' ');
  if (more !== undefined || month !== '*' || !isIn(minute, 59)) return undefined;
  if (hour === '*') return day === '*' && weekday === '*' ? { every: 'hour', minute: Number(minute) } : undefined;
  if (!isIn(hour, 23)) return undefined;
  const time = `${hour!.padStart(2, '0')}:${minute!.padStart(2, '0')}`;
  if (day !== '*') return weekday === '*' && isIn(day, 31) ? { every: 'month', day: Number(day), time } : undefined;
  if (weekday === '*') return { every: 'day', time };
  if (weekday === '1-5') return { every: 'weekday', time };
  const days = weekday?.split(',') ?? [];
  return days.every((one) => isIn(one, 6)) ? { every: 'week', days: days.map(Number), time } : undefined;
}

function isIn(text: string | undefined, largest: number): boolean {
  return text !== undefined && /^\d{1,2}$/.test(text) && Number(text) <= largest;
}

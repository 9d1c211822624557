import { nextAllowedInstant, isWithinSchedule } from './quiet-hours/quiet-hours.js';
import { WEEKDAYS, type Schedule } from './quiet-hours/weekly-schedule.js';
import { fixedWait } from './waits/waits.js';
import { nextCronInstant } from './waits/cron.js';

/**
 * The rules against a slow reference that shares nothing with them. It walks over every switch of 2026 in every zone of
 * this runtime, and reads the wall clock from Intl.DateTimeFormat. It reads every hour, and every minute of an hour in
 * which the clock jumps.
 */
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WINDOW = 16 * HOUR;
const YEAR_START = Date.UTC(2026, 0, 1);

type WallReader = (instant: number) => number;

function wallReader(zone: string): WallReader {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  return (instant) => {
    const text = format.format(instant);
    const [month, day, year, hour, minute] = text.split(/\D+/).map(Number);
    if (!month || !day || !year || hour === undefined || minute === undefined) throw new Error(`unreadable: ${text}`);
    return Date.UTC(year, month - 1, day, hour, minute);
  };
}

/** The minutes of the year at which the clock of a zone jumps. */
function switchesOf(wall: WallReader): number[] {
  const switches: number[] = [];
  for (let day = YEAR_START; day < YEAR_START + 365 * DAY; day += DAY) {
    if (wall(day + DAY) - wall(day) === DAY) continue;
    for (let hour = day; hour < day + DAY; hour += HOUR) {
      if (wall(hour + HOUR) - wall(hour) !== HOUR) switches.push(minuteOfSwitch(wall, hour));
    }
  }
  return switches;
}

function minuteOfSwitch(wall: WallReader, hour: number): number {
  let minute = hour + MINUTE;
  while (wall(minute) - wall(minute - MINUTE) === MINUTE) minute += MINUTE;
  return minute;
}

/** What the wall shows at every minute of an hour. */
function* wallTimesOf(wall: WallReader, hour: number): Generator<number> {
  const first = wall(hour);
  const isEven = wall(hour + HOUR) - first === HOUR;
  for (let passed = 0; passed < HOUR; passed += MINUTE) yield isEven ? first + passed : wall(hour + passed);
}

/** The minute of the day that a wall shows. */
const minuteOfDayOf = (wall: number): number => Math.floor(wall / MINUTE) % 1440;

/** One zone around one switch: what the wall shows at every minute. */
class Walk {
  readonly start: number;
  readonly end: number;
  /** Every minute, with whether the wall showed this time before. */
  readonly minutes: { instant: number; wall: number; minuteOfDay: number; again: boolean }[] = [];
  private readonly walls: number[] = [];
  private readonly firstAt = new Map<number, number>();
  private readonly skippedTo = new Map<number, number>();

  constructor(
    readonly zone: string,
    readonly centre: number,
    wall: WallReader,
  ) {
    this.start = centre - WINDOW;
    this.end = centre + WINDOW;
    let expected = wall(this.start);
    for (let hour = this.start; hour < this.end; hour += HOUR) {
      let instant = hour;
      for (const shown of wallTimesOf(wall, hour)) {
        this.pass(instant, shown, expected);
        expected = shown + MINUTE;
        instant += MINUTE;
      }
    }
  }

  private pass(instant: number, wall: number, expected: number): void {
    for (let skipped = expected; skipped < wall; skipped += MINUTE) {
      this.skippedTo.set(skipped, instant + (skipped - expected));
    }
    if (!this.firstAt.has(wall)) this.firstAt.set(wall, instant);
    this.walls.push(wall);
    const again = this.firstAt.get(wall) !== instant;
    this.minutes.push({ instant, wall, minuteOfDay: minuteOfDayOf(wall), again });
  }

  wallAt(instant: number): number {
    return this.walls[Math.floor((instant - this.start) / MINUTE)] ?? Number.NaN;
  }

  /** Wall times that never came, with the instant as long after the switch as they would have been. */
  get skipped(): ReadonlyMap<number, number> {
    return this.skippedTo;
  }

  /** When the wall first shows a time, or the instant a skipped time becomes. */
  instantOf(wall: number): number | undefined {
    return this.firstAt.get(wall) ?? this.skippedTo.get(wall);
  }
}

function allWalks(): { walks: Walk[]; readers: Map<string, WallReader> } {
  const readers = new Map(Intl.supportedValuesOf('timeZone').map((zone) => [zone, wallReader(zone)]));
  const walks = [...readers].flatMap(([zone, wall]) => {
    const switches = switchesOf(wall);
    // A zone without a switch is walked over an ordinary day.
    return (switches.length > 0 ? switches : [YEAR_START + 200 * DAY]).map((at) => new Walk(zone, at, wall));
  });
  return { walks, readers };
}

const { walks, readers } = allWalks();

/** Ranges around the hours at which clocks change, some over midnight; the middle of the week is closed. */
const RANGES: [number, number, string, string][] = [
  [15, 145, '12:15 AM', '2:25 AM'],
  [165, 190, '2:45 AM', '3:10 AM'],
  [1410, 20, '11:30 PM', '12:20 AM'],
];
const OPEN_DAYS = [0, 1, 4, 5, 6];

const schedule: Schedule = {
  isEnabled: true,
  weeklySchedule: Object.fromEntries(
    OPEN_DAYS.map((day) => [
      WEEKDAYS[day],
      { isEnabled: true, hours: RANGES.map(([, , start, end]) => ({ start, end })) },
    ]),
  ),
};

/** The same week written out as one flag per minute. */
function openMinutes(): boolean[] {
  const week = Array.from<boolean>({ length: 7 * 1440 }).fill(false);
  for (const day of OPEN_DAYS) {
    for (const [from, to] of RANGES) {
      const length = (to - from + 1440) % 1440;
      for (let minute = 0; minute <= length; minute += 1) week[(day * 1440 + from + minute) % week.length] = true;
    }
  }
  return week;
}

const week = openMinutes();

function isOpen(wall: number): boolean {
  // 1 January 1970 was a Thursday.
  const weekday = (Math.floor(wall / DAY) + 4) % 7;
  return week[weekday * 1440 + minuteOfDayOf(wall)] ?? false;
}

function label(walk: Walk, instant: number): string {
  return `${walk.zone} at ${new Date(instant).toISOString()}`;
}

describe('every zone, over every switch of a year', () => {
  it('has zones, and switches in both directions to check', () => {
    expect(readers.size).toBeGreaterThan(400);
    expect(walks.filter((walk) => walk.skipped.size > 0).length).toBeGreaterThan(100);
    expect(walks.filter((walk) => walk.minutes.some((minute) => minute.again)).length).toBeGreaterThan(100);
  });

  it('Q5, Q6, Q7: allows exactly the minutes the reference allows', () => {
    const wrong: string[] = [];
    for (const walk of walks) {
      for (const { instant, wall } of walk.minutes) {
        const near = Math.abs(instant - walk.centre) < 65 * MINUTE;
        if (!near && (instant / MINUTE) % 23 !== 0) continue;
        if (isWithinSchedule(schedule, walk.zone, new Date(instant)) !== isOpen(wall)) wrong.push(label(walk, instant));
      }
    }
    expect(wrong).toEqual([]);
  });

  it('Q8: the next allowed instant is the first minute the reference allows', () => {
    const wrong: string[] = [];
    for (const walk of walks) {
      const open = walk.minutes.filter(({ wall }) => isOpen(wall)).map(({ instant }) => instant);
      for (let from = walk.start; from < walk.end; from += 3 * HOUR + 23 * MINUTE) {
        const expected = open.find((instant) => instant >= from);
        if (expected === undefined) continue;
        const found = nextAllowedInstant(schedule, walk.zone, new Date(from));
        if (found?.getTime() !== expected) wrong.push(label(walk, from));
      }
    }
    expect(wrong).toEqual([]);
  });

  /** Patterns of minutes and hours; an undefined hour list is every hour. */
  const PATTERNS: [string, number[], number[] | undefined][] = [
    ['30 * * * *', [30], undefined],
    ['15 2 * * *', [15], [2]],
    ['0,45 1 * * *', [0, 45], [1]],
    ['0 0 * * *', [0], [0]],
    ['30 0,3 * * *', [30], [0, 3]],
    ['20 */2 * * *', [20], [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22]],
    ['30 23 * * *', [30], [23]],
  ];

  it.each(PATTERNS)('Y2, DG4: %s comes at exactly the instants of the reference', (cron, minutes, hours) => {
    const matches = (minuteOfDay: number): boolean =>
      minutes.includes(minuteOfDay % 60) && (!hours || hours.includes(Math.floor(minuteOfDay / 60)));
    const wrong: string[] = [];
    for (const walk of walks) {
      const expected = new Set<number>();
      for (const { instant, minuteOfDay, again } of walk.minutes) {
        if (matches(minuteOfDay) && (!again || !hours)) expected.add(instant);
      }
      for (const [wall, instant] of walk.skipped) if (matches(minuteOfDayOf(wall))) expected.add(instant);
      let after = walk.start;
      for (const instant of [...expected].sort((a, b) => a - b).filter((instant) => instant > walk.start)) {
        const next = nextCronInstant(cron, walk.zone, new Date(after));
        if (!next.ok || next.value.getTime() !== instant) wrong.push(label(walk, after));
        after = instant;
      }
    }
    expect(wrong).toEqual([]);
  });

  it('Y1: a wait of a month ends when the wall shows the same time a month later', () => {
    const wrong: string[] = [];
    let checked = 0;
    for (const walk of walks) {
      const wall = readers.get(walk.zone);
      const targets = new Set(walk.skipped.keys());
      for (let instant = walk.centre - 5 * HOUR; instant < walk.centre + 5 * HOUR; instant += 25 * MINUTE) {
        targets.add(walk.wallAt(instant));
      }
      for (const target of targets) {
        const date = new Date(target);
        const before = date.setUTCMonth(date.getUTCMonth() - 1);
        const from = before - (walk.wallAt(walk.start) - walk.start);
        // A day the month before does not have, or another switch in between: no statement here.
        if (new Date(before).getUTCDate() !== new Date(target).getUTCDate() || wall?.(from) !== before) continue;
        checked += 1;
        const end = fixedWait({ amount: 1, unit: 'months' }, new Date(from), walk.zone);
        if (!end.ok || end.value.getTime() !== walk.instantOf(target)) wrong.push(label(walk, from));
      }
    }
    expect(checked).toBeGreaterThan(5000);
    expect(wrong).toEqual([]);
  });
});

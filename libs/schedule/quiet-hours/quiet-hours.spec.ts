import { extendedWait, isSubjectToSchedule, isWithinSchedule, nextAllowedInstant } from './quiet-hours.js';
import {
  canonicalSchedule,
  formatTimeOfDay,
  isSchedule,
  MAX_RANGES,
  parseTimeOfDay,
  type Schedule,
  scheduleViolations,
  type TimeRange,
  type Weekday,
} from './weekly-schedule.js';

function scheduleOf(days: Partial<Record<Weekday, [string, string][]>>): Schedule {
  const weeklySchedule: NonNullable<Schedule['weeklySchedule']> = {};
  for (const [day, ranges] of Object.entries(days)) {
    const hours: TimeRange[] = ranges.map(([start, end]) => ({ start, end }));
    weeklySchedule[day as Weekday] = { isEnabled: true, hours };
  }
  return { isEnabled: true, weeklySchedule };
}

const officeHours = scheduleOf({
  monday: [
    ['09:00 AM', '12:00 PM'],
    ['1:30 PM', '05:00 PM'],
  ],
});
const mondayNight = scheduleOf({ monday: [['10:00 PM', '06:00 AM']] });

describe('parseTimeOfDay', () => {
  it.each([
    ['12:00 AM', 0],
    ['12:59 AM', 59],
    ['01:00 AM', 60],
    ['09:30 AM', 570],
    ['9:30 PM', 1290],
    ['12:00 PM', 720],
    ['11:59 pm', 1439],
    [' 7:05AM ', 425],
  ])('Q1: %j is minute %d', (text, minute) => {
    expect(parseTimeOfDay(text)).toBe(minute);
  });

  it.each(['', '13:00 PM', '00:30 AM', '9:60 AM', '21:30', '9 AM', '09:30', 'noon', '9:30 PM x'])(
    'Q1: %j is not a time',
    (text) => {
      expect(parseTimeOfDay(text)).toBeUndefined();
    },
  );
});

describe('formatTimeOfDay', () => {
  it('Q1: writes every minute so that it is read back', () => {
    const minutes = Array.from({ length: 1440 }, (_, minute) => minute);
    const texts = minutes.map(formatTimeOfDay);
    expect(texts.map(parseTimeOfDay)).toEqual(minutes);
    expect(texts.filter((text) => !/^(0[1-9]|1[0-2]):[0-5]\d [AP]M$/.test(text))).toEqual([]);
  });
});

describe('canonicalSchedule', () => {
  it('Q1: keeps known members and writes times as HH:MM AM', () => {
    const day = { isEnabled: true, hours: [{ start: ' 9:05am', end: '12:00 PM', note: 'x' }], note: 'x' };
    const schedule: Schedule = { isEnabled: true, weeklySchedule: { monday: day, sunday: { isEnabled: false } } };
    expect(canonicalSchedule(Object.assign(schedule, { note: 'x' }))).toEqual({
      isEnabled: true,
      weeklySchedule: {
        monday: { isEnabled: true, hours: [{ start: '09:05 AM', end: '12:00 PM' }] },
        sunday: { isEnabled: false },
      },
    });
    expect(canonicalSchedule({ isEnabled: false })).toEqual({ isEnabled: false });
  });
});

describe('scheduleViolations', () => {
  it('Q1: a day may have 24 ranges and no more', () => {
    const range = { start: '09:00 AM', end: '10:00 AM' };
    const ofRanges = (length: number) => ({
      isEnabled: true,
      weeklySchedule: { monday: { isEnabled: true, hours: Array.from({ length }, () => range) } },
    });
    expect(scheduleViolations(ofRanges(MAX_RANGES))).toEqual([]);
    expect(scheduleViolations(ofRanges(MAX_RANGES + 1))).toEqual([
      { path: 'weeklySchedule.monday.hours', message: 'must have at most 24 ranges' },
    ]);
  });

  it('Q1: accepts a full schedule, and one without days', () => {
    expect(scheduleViolations(officeHours)).toEqual([]);
    expect(isSchedule({ isEnabled: false })).toBe(true);
    expect(isSchedule({ isEnabled: true, weeklySchedule: { sunday: { isEnabled: false } } })).toBe(true);
  });

  it.each<[string, unknown, string]>([
    ['no object', 'always', ''],
    ['no isEnabled', {}, 'isEnabled'],
    ['a text as isEnabled', { isEnabled: 'true' }, 'isEnabled'],
    ['an array of days', { isEnabled: true, weeklySchedule: [] }, 'weeklySchedule'],
    ['an unknown day', { isEnabled: true, weeklySchedule: { Monday: { isEnabled: true } } }, 'weeklySchedule.Monday'],
    ['a day without isEnabled', { isEnabled: true, weeklySchedule: { monday: {} } }, 'weeklySchedule.monday.isEnabled'],
    [
      'hours that are not an array',
      { isEnabled: true, weeklySchedule: { monday: { isEnabled: true, hours: {} } } },
      'weeklySchedule.monday.hours',
    ],
    [
      'a 24-hour time',
      { isEnabled: true, weeklySchedule: { monday: { isEnabled: true, hours: [{ start: '9:00 AM', end: '17:00' }] } } },
      'weeklySchedule.monday.hours.0.end',
    ],
  ])('Q1: refuses %s and names the field', (_, input, path) => {
    expect(scheduleViolations(input).map((violation) => violation.path)).toEqual([path]);
  });
});

describe('isWithinSchedule', () => {
  // 2026-11-23 is a Monday.
  it.each<[string, Schedule | undefined, string, boolean]>([
    ['Q1: no schedule allows', undefined, '2026-11-23T03:00:00Z', true],
    ['Q1: a disabled schedule allows', { ...officeHours, isEnabled: false }, '2026-11-23T03:00:00Z', true],
    ['Q2: before the hours', officeHours, '2026-11-23T08:59:59.999Z', false],
    ['Q5: the first minute', officeHours, '2026-11-23T09:00:00Z', true],
    ['Q2: between two ranges', officeHours, '2026-11-23T13:29:59Z', false],
    ['Q5: the last minute to its end', officeHours, '2026-11-23T17:00:59.999Z', true],
    ['Q5: the minute after', officeHours, '2026-11-23T17:01:00Z', false],
    ['Q4: a missing day', officeHours, '2026-11-24T10:00:00Z', false],
    ['Q4: an enabled schedule without days', { isEnabled: true }, '2026-11-23T10:00:00Z', false],
    [
      'Q4: a disabled day',
      {
        isEnabled: true,
        weeklySchedule: { monday: { isEnabled: false, hours: [{ start: '09:00 AM', end: '05:00 PM' }] } },
      },
      '2026-11-23T10:00:00Z',
      false,
    ],
    [
      'Q4: a day without ranges',
      { isEnabled: true, weeklySchedule: { monday: { isEnabled: true } } },
      '2026-11-23T10:00:00Z',
      false,
    ],
    ['Q6: Monday evening', mondayNight, '2026-11-23T22:00:00Z', true],
    ['Q6: Monday early morning', mondayNight, '2026-11-23T05:00:00Z', false],
    ['Q6: Tuesday 5 AM of a disabled Tuesday', mondayNight, '2026-11-24T05:00:00Z', true],
    ['Q6: Tuesday 6 AM, the last minute', mondayNight, '2026-11-24T06:00:30Z', true],
    ['Q6: Tuesday after the end', mondayNight, '2026-11-24T06:01:00Z', false],
    ['Q6: Tuesday 11 PM', mondayNight, '2026-11-24T23:00:00Z', false],
    [
      'Q6: Saturday night reaches Sunday',
      scheduleOf({ saturday: [['11:00 PM', '01:00 AM']] }),
      '2026-11-29T00:30:00Z',
      true,
    ],
    ['Q5: equal ends are one minute', scheduleOf({ monday: [['9:00 AM', '9:00 AM']] }), '2026-11-23T09:00:59Z', true],
  ])('%s', (_, schedule, now, allowed) => {
    expect(isWithinSchedule(schedule, 'UTC', new Date(now))).toBe(allowed);
  });

  it.each<[string, string | undefined, string, boolean]>([
    ['the subscriber is already in Monday', 'Pacific/Auckland', '2026-11-22T20:30:00Z', true],
    ['the subscriber is still in Sunday', 'America/Los_Angeles', '2026-11-23T05:00:00Z', false],
    ['no zone is UTC', undefined, '2026-11-23T09:00:00Z', true],
    ['an unknown zone is UTC', 'Mars/Olympus', '2026-11-23T09:00:00Z', true],
    ['an offset is not a zone name', '+05:00', '2026-11-23T09:00:00Z', true],
    ['a half-hour zone', 'Asia/Kolkata', '2026-11-23T03:30:00Z', true],
  ])('Q7: %s', (_, zone, now, allowed) => {
    expect(isWithinSchedule(officeHours, zone, new Date(now))).toBe(allowed);
  });
});

describe('isSubjectToSchedule', () => {
  it.each([
    ['email', false, true],
    ['sms', false, true],
    ['push', false, true],
    ['chat', false, true],
    ['email', true, false],
    ['in_app', false, false],
    ['digest', false, false],
    ['throttle', false, false],
    ['http_request', false, false],
    ['custom', false, false],
  ])('Q3: %s with critical %s: %s', (stepType, critical, subject) => {
    expect(isSubjectToSchedule(stepType, critical)).toBe(subject);
  });
});

describe('nextAllowedInstant', () => {
  it.each<[string, Schedule | undefined, string, string, string | undefined]>([
    ['no schedule is now', undefined, 'UTC', '2026-11-23T03:00:00Z', '2026-11-23T03:00:00.000Z'],
    ['inside is now', officeHours, 'UTC', '2026-11-23T10:00:00.123Z', '2026-11-23T10:00:00.123Z'],
    ['before is the start', officeHours, 'UTC', '2026-11-23T03:00:00Z', '2026-11-23T09:00:00.000Z'],
    ['between is the second range', officeHours, 'UTC', '2026-11-23T12:01:00Z', '2026-11-23T13:30:00.000Z'],
    ['after is next week', officeHours, 'UTC', '2026-11-23T17:01:00Z', '2026-11-30T09:00:00.000Z'],
    ['the local morning', officeHours, 'America/New_York', '2026-11-23T03:00:00Z', '2026-11-23T14:00:00.000Z'],
    ['nothing allowed', { isEnabled: true }, 'UTC', '2026-11-23T03:00:00Z', undefined],
    [
      'a range lost in the gap comes a week later',
      scheduleOf({ sunday: [['2:10 AM', '2:40 AM']] }),
      'Europe/Berlin',
      '2026-03-28T12:00:00Z',
      '2026-04-05T00:10:00.000Z',
    ],
    [
      'a range that starts in the gap begins after it',
      scheduleOf({ sunday: [['2:10 AM', '5:00 AM']] }),
      'Europe/Berlin',
      '2026-03-28T12:00:00Z',
      '2026-03-29T01:00:00.000Z',
    ],
    [
      'a repeated hour allows twice',
      scheduleOf({ sunday: [['2:10 AM', '2:40 AM']] }),
      'Europe/Berlin',
      '2026-10-25T00:50:00Z',
      '2026-10-25T01:10:00.000Z',
    ],
  ])('Q8: %s', (_, schedule, zone, now, next) => {
    expect(nextAllowedInstant(schedule, zone, new Date(now))?.toISOString()).toBe(next);
  });
});

describe('extendedWait', () => {
  const wait = { extendToSchedule: true, critical: false, schedule: officeHours, zone: 'UTC', extensions: 0 };
  const outside = new Date('2026-11-23T20:00:00Z');

  it('Q8: waits on to the next allowed instant', () => {
    expect(extendedWait(wait, outside)).toEqual(new Date('2026-11-30T09:00:00Z'));
    expect(extendedWait({ ...wait, extensions: 2 }, outside)).toBeDefined();
  });

  it.each([
    ['off by default', { extendToSchedule: false }],
    ['critical workflow', { critical: true }],
    ['third extension used', { extensions: 3 }],
    ['configured maximum used', { extensions: 1, maxExtensions: 1 }],
    ['no hours at all', { schedule: { isEnabled: true } }],
  ])('Q8: goes on: %s', (_, change) => {
    expect(extendedWait({ ...wait, ...change }, outside)).toBeUndefined();
  });

  it('Q8: goes on inside the hours', () => {
    expect(extendedWait(wait, new Date('2026-11-23T10:00:00Z'))).toBeUndefined();
  });
});

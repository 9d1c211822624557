import { hoursFields, readHoursFields, toWeek } from './hours-form.js';
import { pauseDays, readPauseDay } from './pause-form.js';

const NOW = new Date('2026-03-01T23:30:00.000Z');

describe('CS54: a pause lasts until a day begins where the person is', () => {
  it.each<[string, string | undefined, string | undefined]>([
    ['2026-03-02', undefined, '2026-03-02T00:00:00.000Z'],
    ['2026-03-02', 'Europe/Berlin', undefined],
    ['2026-03-03', 'Europe/Berlin', '2026-03-02T23:00:00.000Z'],
    ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
    ['2026-03-02', 'America/New_York', '2026-03-02T05:00:00.000Z'],
    ['2026-03-01', 'America/New_York', undefined],
    // Clocks skip midnight there.
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
    ['2026-02-30', undefined, undefined],
    ['2028-02-29', undefined, '2028-02-29T00:00:00.000Z'],
    ['2028-03-01', undefined, undefined],
    ['tomorrow', undefined, undefined],
    ['', undefined, undefined],
  ])('%s in %s: %s', (day, zone, expected) => {
    expect(readPauseDay(day, NOW, zone)?.toISOString()).toBe(expected);
  });

  it('the page offers the days that it takes', () => {
    expect(pauseDays(NOW, 'Asia/Tokyo')).toEqual({ first: '2026-03-03', last: '2028-03-01' });
  });
});

describe('CS54: quiet hours in a form', () => {
  const schedule = {
    isEnabled: true,
    weeklySchedule: {
      monday: {
        isEnabled: true,
        hours: [
          { start: '09:00 AM', end: '12:00 PM' },
          { start: '10:30 PM', end: '12:15 AM' },
        ],
      },
      friday: { isEnabled: false, hours: [{ start: '08:00 AM', end: '05:00 PM' }] },
    },
  };

  it('are shown as they are stored, and stored as they are shown', () => {
    const fields = hoursFields(schedule);
    expect(fields.days[0]).toEqual({
      day: 'monday',
      isOn: true,
      ranges: [
        { from: '09:00', to: '12:00' },
        { from: '22:30', to: '00:15' },
      ],
    });
    expect(fields.days.filter(({ isOn }) => isOn)).toHaveLength(1);
    expect(toWeek(fields)).toMatchObject(schedule);
  });

  it('are offered for every day where there are none, and off', () => {
    const { isOn, days } = hoursFields(undefined);
    expect(isOn).toBe(false);
    expect(days).toHaveLength(7);
    expect(days.every((day) => day.isOn && day.ranges.length === 1)).toBe(true);
  });

  const form = (...fields: [string, string][]) => toWeek(readHoursFields(new URLSearchParams(fields)));

  it.each<[string, [string, string][], object | undefined]>([
    [
      'one day',
      [
        ['hours', 'on'],
        ['day', 'monday'],
        ['monday.from', '09:00'],
        ['monday.to', '17:30'],
      ],
      {
        isEnabled: true,
        weeklySchedule: { monday: { isEnabled: true, hours: [{ start: '09:00 AM', end: '05:30 PM' }] } },
      },
    ],
    [
      'a day that is not ticked keeps its times',
      [
        ['monday.from', '09:00'],
        ['monday.to', '10:00'],
      ],
      { isEnabled: false },
    ],
    [
      'a range without an end',
      [
        ['monday.from', '09:00'],
        ['monday.to', ''],
      ],
      undefined,
    ],
    [
      'a day that is ticked without times',
      [
        ['day', 'sunday'],
        ['sunday.from', ''],
        ['sunday.to', ''],
      ],
      undefined,
    ],
    [
      'no time of day',
      [
        ['monday.from', '25:00'],
        ['monday.to', '26:00'],
      ],
      undefined,
    ],
    ['nothing', [], { isEnabled: false }],
  ])('%s', (_case, fields, expected) => {
    const read = form(...fields);
    if (expected) expect(read).toMatchObject(expected);
    else expect(read).toBeUndefined();
  });
});

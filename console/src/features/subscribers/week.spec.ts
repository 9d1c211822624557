import { daysOf, scheduleOf, to12, to24 } from './week';

describe('the hours of a week', () => {
  it.each([
    ['12:00 AM', '00:00'],
    ['09:05 AM', '09:05'],
    ['12:30 PM', '12:30'],
    ['11:59 PM', '23:59'],
  ])('%s is %s', (stored, edited) => {
    expect([to24(stored), to12(edited)]).toEqual([edited, stored]);
  });

  it('begin with working hours', () => {
    const days = daysOf(undefined);
    expect(days.map(({ isOn }) => isOn)).toEqual([true, true, true, true, true, false, false]);
    expect(scheduleOf(true, days, undefined).weeklySchedule?.monday).toEqual({
      isEnabled: true,
      hours: [{ start: '09:00 AM', end: '06:00 PM' }],
    });
    expect(scheduleOf(false, days, undefined)).toEqual({ isEnabled: false });
  });

  it('keep the ranges of a day that has several', () => {
    const hours = [
      { start: '08:00 AM', end: '10:00 AM' },
      { start: '02:00 PM', end: '03:00 PM' },
    ];
    const week = { tuesday: { isEnabled: true, hours } };
    const days = daysOf(week);
    expect(days[1]).toEqual({ isOn: true, from: '08:00', to: '10:00', more: 1 });
    expect(scheduleOf(true, days, week).weeklySchedule).toMatchObject({
      monday: { isEnabled: false },
      tuesday: { isEnabled: true, hours },
    });
  });
});

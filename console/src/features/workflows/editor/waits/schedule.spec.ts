import { cronOf, type Every, inRhythm, scheduleOf } from './schedule';

describe('schedules', () => {
  it.each<[string, Every]>([
    ['0 9 * * *', 'day'],
    ['5 0 * * *', 'day'],
    ['0 9 * * 1-5', 'weekday'],
    ['0 9 * * 1', 'week'],
    ['30 18 * * 0,3,6', 'week'],
    ['0 9 31 * *', 'month'],
    ['20 * * * *', 'hour'],
    ['09 9 * * *', 'custom'],
    ['0 9 * * 5,1', 'custom'],
    ['0 9 * * 7', 'custom'],
    ['0 9 1 1 *', 'custom'],
    ['0 9 1 * 1', 'custom'],
    ['0 0 9 * * *', 'custom'],
    ['0 9 * * MON', 'custom'],
    ['*/5 * * * *', 'custom'],
    ['0 25 * * *', 'custom'],
    ['@weekly', 'custom'],
    ['{{payload.cron}}', 'custom'],
    ['', 'custom'],
    [' 0 9 * * *', 'custom'],
  ])('%p comes by the %s, and is written as it was', (cron, every) => {
    const schedule = scheduleOf(cron);
    expect(schedule.every).toBe(every);
    expect(cronOf(schedule)).toBe(cron);
  });

  it.each<[Every, string]>([
    ['hour', '0 * * * *'],
    ['day', '30 7 * * *'],
    ['weekday', '30 7 * * 1-5'],
    ['week', '30 7 * * 1'],
    ['month', '30 7 1 * *'],
    ['custom', '30 7 * * 2'],
  ])('keeps the time of day by the %s', (every, cron) => {
    expect(cronOf(inRhythm(scheduleOf('30 7 * * 2'), every))).toBe(cron);
  });
});

import { nextAttempt } from './due-deliveries.service.js';

const now = new Date('2026-02-03T04:05:06.789Z');
const waitAfter = (failures: number, random: number) => {
  const next = nextAttempt(failures, now, random);
  return next && next.getTime() - now.getTime();
};

describe('B2: the schedule of attempts', () => {
  it.each([
    [1, 5_000],
    [2, 300_000],
    [3, 1_800_000],
    [4, 7_200_000],
    [5, 18_000_000],
    [6, 36_000_000],
    [7, 36_000_000],
  ])('after failure %i it waits %i ms, a tenth more or less', (failures, wait) => {
    expect(waitAfter(failures, 0.5)).toBe(wait);
    expect(waitAfter(failures, 0)).toBeCloseTo(wait * 0.9);
    expect(waitAfter(failures, 1)).toBeCloseTo(wait * 1.1);
  });

  it.each([8, 9, 100])('ends with the eighth attempt: %i', (failures) => {
    expect(waitAfter(failures, 0.5)).toBeUndefined();
  });
});

import type { Duration } from '#libs/schedule/durations.js';

/** The longest time a delay or a digest window may last (behaviour Y6, DG12, H7). */
export const LONGEST_WAIT: Duration = { amount: 366, unit: 'days' };

/** Runs whose steps call others are executed this many at a time, so that little is repeated after a crash. */
export const CALLING_RUNS = 50;

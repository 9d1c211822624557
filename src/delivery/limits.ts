import type { Duration } from '#libs/schedule/durations.js';

/** The longest time a delay or a digest window may last (behaviour Y6, DG12, H7). */
export const LONGEST_WAIT: Duration = { amount: 366, unit: 'days' };

/**
 * Milliseconds for which a worker has a run to itself. A worker that is alive keeps extending it; when it has died,
 * another one goes on after that time (behaviour P10).
 */
export const LEASE_MS = 30_000;

/** Runs whose steps call others are executed this many at a time, so that little is repeated after a crash. */
export const CALLING_RUNS = 50;

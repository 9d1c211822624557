import { setTimeout } from 'node:timers/promises';

/** Milliseconds. */
const LONGEST_PAUSE = 50;

/**
 * A short pause of random length before another try at a write that lost against others, longer from round to round, so
 * that many who want the same do not meet again and again. None before the second round: whoever was in the way is
 * usually done by then.
 */
export async function givingWay(round: number): Promise<void> {
  if (round > 2) await setTimeout(Math.random() * Math.min(2 * round, LONGEST_PAUSE));
}

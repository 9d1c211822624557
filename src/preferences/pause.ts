import { DAY_MS, later } from '../platform/clock.js';
import { ValidationException } from '../platform/errors/validation.exception.js';

const MAX_PAUSE_DAYS = 731;

/** Reads until when a subscriber pauses everything; null ends a pause. Throws 422 for a pause of more than two years. */
export function readPause(pausedUntil: string | null | undefined, now: Date): Date | null | undefined {
  if (pausedUntil === undefined || pausedUntil === null) return pausedUntil;
  const until = new Date(pausedUntil);
  if (until <= now) return null;
  if (until <= later(now, MAX_PAUSE_DAYS * DAY_MS)) return until;
  throw ValidationException.of('pausedUntil', 'pausedUntil must be at most two years ahead', pausedUntil);
}
